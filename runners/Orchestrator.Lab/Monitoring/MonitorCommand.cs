using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Lab.Monitoring;

/// <summary>A statement on the monitor's file, prepared once; its values are bound in order as @1, @2, …</summary>
internal sealed class MonitorCommand : IDisposable
{
    private readonly SqliteCommand _command;

    public MonitorCommand(SqliteDatabase database, string sql, int values)
    {
        _command = SqliteScalar.Command(
            database, sql, [.. Enumerable.Range(1, values).Select(place => ($"@{place}", (object?)null))]);
        _command.Prepare();
    }

    /// <summary>Runs it; the first value of its first row, 0 where it returns none.</summary>
    public long Run(params ReadOnlySpan<object> values)
    {
        Bind(values);
        return _command.ExecuteScalar() is long number ? number : 0;
    }

    /// <summary>Runs it, and tells how many rows it has changed.</summary>
    public int Change(params ReadOnlySpan<object> values)
    {
        Bind(values);
        return _command.ExecuteNonQuery();
    }

    /// <summary>Runs it, and reads its rows.</summary>
    public List<T> Rows<T>(Func<SqliteDataReader, T> read, params ReadOnlySpan<object> values)
    {
        Bind(values);
        using var reader = _command.ExecuteReader();
        List<T> rows = [];
        while (reader.Read())
        {
            rows.Add(read(reader));
        }

        return rows;
    }

    public void Dispose() => _command.Dispose();

    private void Bind(ReadOnlySpan<object> values)
    {
        for (var i = 0; i < values.Length; i++)
        {
            _command.Parameters[i].Value = values[i];
        }
    }
}
