using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// That a session that writes is there, and whose: a row of a table of the engine's own, as the server shows names of
/// sessions only where performance_schema is on. A lock named by the row says that the session lives.
/// </summary>
internal sealed class MariaDbPresence
{
    private const int PatienceSeconds = 10;

    private static readonly HashSet<int> NotAllowed = [1044, 1142, 1143, 1227, 1290, 1836];

    private readonly MariaDbDatabase _database;
    private readonly string _id = Guid.NewGuid().ToString("D");

    private MariaDbPresence(MariaDbDatabase database) => _database = database;

    /// <summary>Tells of a session. Where its user may not make the table, nobody could end it for the engine.
    /// </summary>
    public static MariaDbPresence Take(MariaDbDatabase database)
    {
        var presence = new MariaDbPresence(database);
        try
        {
            presence.AddToMade();
        }
        catch (MySqlException fault) when (NotAllowed.Contains(fault.Number))
        {
            // What else it lacks for a load, the load itself is told.
        }

        return presence;
    }

    /// <summary>Tells that it is gone; who cannot is found gone by the lock.</summary>
    public void Leave()
    {
        try
        {
            Run("session_remove");
        }
        catch (Exception fault) when (MariaDbErrors.IsOfSession(fault))
        {
            // The row of a session that does not live is removed by who looks for sessions.
        }
    }

    private void AddToMade()
    {
        try
        {
            Add();
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.NoSuchTable)
        {
            _database.MakeOwnTables();
            Add();
        }
    }

    // First the lock: else who looks meanwhile would take the row for one that is left over.
    private void Add()
    {
        Run("session_lock");
        Run("session_add");
    }

    private void Run(string question)
    {
        using var command = MariaDbCommands.Make(
            _database.Connection, MariaDbScripts.Read(question),
            [("id", _id), ("name", _database.Use.Application)]);
        command.CommandTimeout = PatienceSeconds;
        command.ExecuteScalar();
    }
}
