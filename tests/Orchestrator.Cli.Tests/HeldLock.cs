using Microsoft.Data.Sqlite;

namespace Orchestrator.Cli.Tests;

/// <summary>The write lock of a database file in the hands of another process than the one under test.</summary>
internal sealed class HeldLock : IDisposable
{
    private readonly SqliteConnection _connection;

    public HeldLock(string file)
    {
        _connection = new SqliteConnection($"Data Source={file};Pooling=False");
        _connection.Open();
        Execute("BEGIN IMMEDIATE");
    }

    public void LetGo() => Execute("ROLLBACK");

    public void Dispose() => _connection.Dispose();

    private void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
