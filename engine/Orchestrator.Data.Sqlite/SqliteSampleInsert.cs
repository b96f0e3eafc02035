using Microsoft.Data.Sqlite;
using Orchestrator.Data.Calibrate;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>A prepared INSERT of several rows, values bound one by one.</summary>
internal sealed class SqliteSampleInsert : ISampleInsert
{
    private readonly SqliteDatabase _database;
    private readonly sqlite3_stmt _statement;

    /// <summary>Prepares it.</summary>
    public SqliteSampleInsert(SqliteDatabase database, TableName table, int rows)
    {
        _database = database;
        var sql = SqliteDialect.Instance.InsertValues(
            table, [.. SampleRows.Columns.Select(column => column.Name)], rows);
        SqliteException.ThrowExceptionForRC(
            raw.sqlite3_prepare_v2(database.Handle, sql, out _statement), database.Handle);
    }

    public void Run(SampleRows rows)
    {
        for (var i = 0; i < rows.Ids.Length; i++)
        {
            // As every other writer of this driver keeps them.
            _ = raw.sqlite3_bind_text(_statement, 2 * i + 1, rows.Ids[i].ToString().ToUpperInvariant());
            _ = raw.sqlite3_bind_text(_statement, 2 * i + 2, rows.Texts[i]);
        }

        var code = raw.sqlite3_step(_statement);
        _ = raw.sqlite3_reset(_statement);
        if (code != raw.SQLITE_DONE)
        {
            SqliteException.ThrowExceptionForRC(code, _database.Handle);
        }
    }

    public void Dispose() => _statement.Dispose();
}
