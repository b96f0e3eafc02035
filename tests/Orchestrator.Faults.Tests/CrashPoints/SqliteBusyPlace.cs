using Microsoft.Data.Sqlite;
using Orchestrator.Cli.Tests;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>All of it in files of SQLite.</summary>
internal sealed class SqliteBusyPlace(string folder, bool isRelaxed) : BusyPlace(Platform.Sqlite, isRelaxed)
{
    public override string Connections => $$"""
        connections:
          - {connection: Source, platform: Sqlite, file: source.db}
          - {connection: Stage, platform: Sqlite{{Relaxed("")}}}
        """;

    public override IReadOnlyDictionary<string, string> Variables => new Dictionary<string, string>();

    public override string Setting => "";

    public override void Deliver(int night)
    {
        var file = FileOf("source");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.Delete(file);
        using var source = Open(file, SqliteOpenMode.ReadWriteCreate);
        // One commit: a suite makes this file a thousand times, and the disk is waited for at each.
        using var transaction = source.BeginTransaction();
        foreach (var statement in BusySources.Statements(night))
        {
            using var command = source.CreateCommand();
            command.Transaction = transaction;
#pragma warning disable CA2100 // Texts of the tests.
            command.CommandText = statement;
#pragma warning restore CA2100
            command.ExecuteNonQuery();
        }

        transaction.Commit();
    }

    public override BusyPlace CopyTo(string folder) => new SqliteBusyPlace(folder, IsRelaxed);

    public override IReadOnlyList<string> Tables() =>
        Stage("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name");

    public override IReadOnlyList<string> Columns(string table) =>
        Stage($"select name from pragma_table_info('{table}') order by cid");

    public override List<string> Stage(string sql) =>
        Ask(FileOf("Stage"), sql);

    public override List<string> Ledger(string sql) => LedgerOf(folder, sql);

    /// <summary>Rows of a ledger that is a file of the solution in a folder; none where there is no ledger yet.
    /// </summary>
    public static List<string> LedgerOf(string folder, string sql)
    {
        var file = Path.Combine(folder, ".orchestrator", "ledger.db");
        return Ask(file, "select 1 from sqlite_master where name = 'runs'").Count == 0 ? [] : Ask(file, sql);
    }

    public override void Dispose()
    {
    }

    private string FileOf(string database) => Path.Combine(folder, ".orchestrator", "data", $"{database}.db");

    private static List<string> Ask(string file, string sql)
    {
        if (!File.Exists(file))
        {
            return [];
        }

        using var database = Open(file, SqliteOpenMode.ReadOnly);
        return LedgerTables.Rows(database, sql);
    }

    private static SqliteConnection Open(string file, SqliteOpenMode mode)
    {
        var database = new SqliteConnection($"Data Source={file};Mode={mode};Pooling=False");
        database.Open();
        return database;
    }
}
