using System.Data;
using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// A short transaction that cannot write and waits for nobody. All that is set is its own: the session may be one that
/// a pooler lends for a transaction, and serves other programs behind it.
/// </summary>
internal sealed class PostgreSqlReadTransaction : IDisposable
{
    /// <summary>Seconds until the client gives up, should the server not do so.</summary>
    public const int PatienceSeconds = 5;

    private readonly NpgsqlConnection _connection;

    /// <summary>Begins it.</summary>
    /// <param name="connection">The connection, in no transaction.</param>
    /// <param name="statementTimeout">How long the server works at a statement.</param>
    /// <param name="lockTimeout">How long it waits for a lock.</param>
    public PostgreSqlReadTransaction(NpgsqlConnection connection, TimeSpan statementTimeout, TimeSpan lockTimeout)
    {
        _connection = connection;
        using var begin = PostgreSqlCommands.Batch(
            connection, "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY",
            $"SET LOCAL statement_timeout = {(int)statementTimeout.TotalMilliseconds}",
            $"SET LOCAL lock_timeout = {(int)lockTimeout.TotalMilliseconds}",
            "SET LOCAL idle_in_transaction_session_timeout = 10000",
            // What others have made shall not stand for what our own statements name.
            "SET LOCAL search_path = pg_catalog");
        begin.Timeout = PatienceSeconds;
        begin.ExecuteNonQuery();
    }

    /// <summary>Ends it.</summary>
    public void Dispose()
    {
        if (_connection.State == ConnectionState.Open)
        {
            using var end = PostgreSqlCommands.Make(_connection, "ROLLBACK", []);
            end.CommandTimeout = PatienceSeconds;
            end.ExecuteNonQuery();
        }
    }
}
