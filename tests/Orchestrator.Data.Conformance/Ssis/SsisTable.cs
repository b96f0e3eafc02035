using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Data.Conformance.Ssis;

/// <summary>A table of rows in a database of one dialect, whose texts have a collation that takes cases for one.
/// </summary>
internal sealed class SsisTable : IDisposable
{
    private readonly SsisSqlDialect _dialect;
    private readonly IDisposable? _database;
    private readonly DbConnection _session;

    public SsisTable(SsisSqlDialect dialect, IReadOnlyList<SsisRow> rows)
    {
        _dialect = dialect;
        (_database, _session) = Opened(dialect);
        var columns = SsisRow.Symbols.Select(
            symbol => $"{SsisSqlText.Name(symbol.Name, dialect)} {Declared(symbol.Type)}");
        Run($"CREATE TABLE t (id int, {string.Join(", ", columns)})");
        foreach (var (number, row) in rows.Index())
        {
            Run($"INSERT INTO t VALUES ({number}, {row.Literals})");
        }
    }

    /// <summary>What an expression gives for a row, as text; null = NULL.</summary>
    public string? Ask(string sql, int row)
    {
        var text = _dialect switch
        {
            SsisSqlDialect.Sqlite => sql,
            SsisSqlDialect.MariaDb => $"CAST(({sql}) AS CHAR)",
            _ => $"CAST(({sql}) AS text)",
        };
        using var command = Command($"SELECT {text} FROM t WHERE id = {row}");
        return command.ExecuteScalar() switch
        {
            null or DBNull => null,
            double number => number.ToString("R", CultureInfo.InvariantCulture),
            byte[] bytes => Convert.ToHexString(bytes),
            var value => $"{value}",
        };
    }

    public void Dispose()
    {
        _session.Dispose();
        _database?.Dispose();
    }

    private static (IDisposable? Database, DbConnection Session) Opened(SsisSqlDialect dialect)
    {
        switch (dialect)
        {
            case SsisSqlDialect.PostgreSql:
                var database = EmptyDatabase.Take();
                return (database, database.Open());
            case SsisSqlDialect.MariaDb:
                var maria = EmptyMariaDb.Take("CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
                return (maria, maria.Open());
            default:
                var memory = new SqliteConnection("Data Source=:memory:");
                memory.Open();
                return (null, memory);
        }
    }

    private string Declared(SsisType type) => (_dialect, type.Kind) switch
    {
        (SsisSqlDialect.Sqlite, SsisKind.WStr or SsisKind.Str) => "TEXT COLLATE NOCASE",
        (_, SsisKind.WStr or SsisKind.Str) => $"varchar({type.Length})",
        (SsisSqlDialect.Sqlite, SsisKind.R8 or SsisKind.Numeric) => "REAL",
        (_, SsisKind.Numeric) => $"decimal({type.Precision},{type.Scale})",
        (_, SsisKind.R8) => "double precision",
        (SsisSqlDialect.Sqlite, SsisKind.DBDate or SsisKind.DBTimestamp) => "TEXT",
        (_, SsisKind.DBDate) => "date",
        (SsisSqlDialect.MariaDb, SsisKind.DBTimestamp) => "datetime(3)",
        (_, SsisKind.DBTimestamp) => "timestamp(3)",
        (SsisSqlDialect.Sqlite, _) => "INTEGER",
        (SsisSqlDialect.MariaDb, SsisKind.Bool) => "bit(1)",
        (SsisSqlDialect.MariaDb, SsisKind.UI1) => "tinyint unsigned",
        (_, SsisKind.Bool) => "boolean",
        (_, SsisKind.UI1 or SsisKind.I2) => "smallint",
        (_, SsisKind.I8) => "bigint",
        _ => "int",
    };

    private void Run(string sql)
    {
        using var command = Command(sql);
        command.ExecuteNonQuery();
    }

    private DbCommand Command(string sql)
    {
        var command = _session.CreateCommand();
#pragma warning disable CA2100 // Texts of the tests.
        command.CommandText = sql;
#pragma warning restore CA2100
        return command;
    }
}
