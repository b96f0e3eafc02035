using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>How a transaction begins, and how a session is stopped from outside.</summary>
internal static class PostgreSqlSession
{
    // Whoever rolls back waits for it.
    private const int CancelSeconds = 10;
    private const string Began = "extract(epoch FROM backend_start)::text";
    private const string BeganText =
        $"SELECT {Began} FROM pg_stat_activity WHERE pid = @pid::int AND pid = pg_backend_pid()";
    private const string CancelText =
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = @pid::int AND CASE WHEN @began::text IS NULL "
        + $"THEN application_name = current_setting('application_name') ELSE {Began} = @began::text END";

    // How values look as text, and of how a statement reads one thing only: TimeZone and the order of day and month
    // stay as they are. Scripts are cut, and names put between the pieces, by the rule that a backslash ends or keeps
    // no literal; a server that reads otherwise would find such a name within one.
    private static readonly string[] Settings =
    [
        "SET LOCAL standard_conforming_strings = on",
        "SET LOCAL DateStyle = 'ISO'", "SET LOCAL IntervalStyle = 'postgres'", "SET LOCAL extra_float_digits = 3",
        "SET LOCAL bytea_output = 'hex'", "SET LOCAL idle_in_transaction_session_timeout = 0",
    ];

    /// <summary>
    /// How the texts of values that are written are read, whatever the role or database says: NULL in an array is no
    /// text, and XML need be no document.
    /// </summary>
    public static string[] TakesTexts { get; } = ["SET LOCAL array_nulls = on", "SET LOCAL xmloption = 'content'"];

    /// <summary>
    /// What makes expressions of the catalog read the same for everybody: names with their schemas, times in UTC.
    /// </summary>
    public static string[] ReadAlike { get; } = ["SET LOCAL search_path = ''", "SET LOCAL TimeZone = 'UTC'"];

    /// <summary>Takes that back.</summary>
    public static string[] ReadAsBefore { get; } =
        ["SET LOCAL search_path TO DEFAULT", "SET LOCAL TimeZone TO DEFAULT"];

    /// <summary>
    /// What begins a transaction that cannot write. PostgreSQL has no uncommitted reads; a snapshot is its repeatable
    /// read.
    /// </summary>
    /// <param name="address">What it sees of others, and whether rows that a policy hides are left out.</param>
    /// <param name="snapshot">The snapshot of another transaction, which it shall see instead; null = none.</param>
    public static string[] BeginReading(DatabaseAddress address, string? snapshot) =>
    [
        .. (address.Isolation, snapshot) switch
        {
            (_, { } shared) =>
                ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", PostgreSqlDialect.SeeSnapshot(shared)],
            (ReadIsolation.Snapshot or ReadIsolation.RepeatableRead, _) =>
                ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"],
            _ => (string[])["BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"],
        },
        // Else a policy leaves rows out without a word; superusers, owners and BYPASSRLS see all of them either way.
        .. address.TakesParts ? Array.Empty<string>() : ["SET LOCAL row_security = off"],
    ];

    /// <summary>What begins a transaction, and the settings that it has.</summary>
    public static IEnumerable<string> Settled(string[] begin) => begin.Concat(Settings);

    /// <summary>When a session began, by which it is told from one that gets its number when it is gone.</summary>
    /// <returns>null = not known: behind a pooler the number is none of the server's, and where the view is taken from
    /// its role nobody may look. Neither is a reason not to work.</returns>
    public static string? BeganOf(NpgsqlConnection connection, int process)
    {
        using var command = PostgreSqlCommands.Make(connection, BeganText, [("pid", process)]);
        try
        {
            return command.ExecuteScalar() as string;
        }
        catch (PostgresException refused) when (!PostgreSqlStates.EndsSession(refused.SqlState))
        {
            return null;
        }
    }

    /// <summary>Stops what a session does, through another one that calls itself the same.</summary>
    /// <param name="beside">The other one.</param>
    /// <param name="process">Its number, which the server gives to another one when it is gone.</param>
    /// <param name="began">When it began; null = not known, so that it has to be called as the other one is.</param>
    public static void Cancel(NpgsqlConnection beside, int process, string? began)
    {
        using var command = PostgreSqlCommands.Make(beside, CancelText, [("pid", process), ("began", began)]);
        command.CommandTimeout = CancelSeconds;
        command.ExecuteNonQuery();
    }
}
