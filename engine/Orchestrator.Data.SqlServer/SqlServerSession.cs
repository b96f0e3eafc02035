using System.Data;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>What a session is at its beginning; `sql/session.sql` holds the settings.</summary>
/// <remarks>
/// XACT_ABORT ON: an error ends the transaction, so that no statement of a script goes on behind one that failed, and
/// a session that is cut off leaves nothing open. ARITHABORT ON: the plans are those that people see in their own
/// tools, and tables with indexed views or computed columns can be written. NUMERIC_ROUNDABORT OFF: the same tables
/// ask for it. LOCK_TIMEOUT −1: who waits is stopped by the run, which knows for how long. NOCOUNT OFF,
/// which an administrator may have turned around for all logins: what the server tells of rows is added up. The client
/// itself sets ROWCOUNT, QUOTED_IDENTIFIER, IMPLICIT_TRANSACTIONS (ANSI_DEFAULTS turns them on: behind each commit a
/// transaction would stay open) and the ANSI options; all are said again behind a script, which may have changed them.
/// DATEFORMAT and language stay those of the login: scripts depend on them.
/// </remarks>
internal static class SqlServerSession
{
    private const int SecondsToGiveUp = 5;

    /// <summary>Settles one that was opened just now.</summary>
    public static void Begin(SqlConnection connection)
    {
        using var command = SqlServerCommands.Make(connection, null, SqlServerScripts.Read("session"), []);
        command.CommandTimeout = BeginSeconds(connection.ConnectionTimeout);
        command.ExecuteNonQuery();
    }

    /// <summary>Opens one, and settles nothing.</summary>
    public static SqlConnection Open(string connectionString)
    {
        var connection = new SqlConnection(connectionString);
        try
        {
            connection.Open();
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>The level of a transaction that reads.</summary>
    public static IsolationLevel LevelOf(ReadIsolation isolation) => isolation switch
    {
        ReadIsolation.Snapshot => IsolationLevel.Snapshot,
        ReadIsolation.ReadUncommitted => IsolationLevel.ReadUncommitted,
        ReadIsolation.RepeatableRead => IsolationLevel.RepeatableRead,
        _ => IsolationLevel.ReadCommitted,
    };

    // The settings wait for nobody: with the seconds in which the client gives up behind them it is the time for
    // connecting. 0 = no limit.
    private static int BeginSeconds(int connectSeconds) =>
        connectSeconds == 0 ? 0 : Math.Max(1, connectSeconds - SecondsToGiveUp);
}
