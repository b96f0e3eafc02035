namespace Orchestrator.Data.PostgreSql;

/// <summary>Statements about when commits reach the disk. Text only.</summary>
internal static class PostgreSqlDurabilityDialect
{
    /// <summary>The setting of a database whose commits do not wait.</summary>
    public const string Relaxed = "off";

    /// <summary>The setting of a session whose commits are on disk when they return.</summary>
    public const string Durable = "on";

    /// <summary>Whether the session is relaxed: 1 or 0.</summary>
    public const string IsRelaxed =
        "SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN 1 ELSE 0 END";

    private const string CommitRelaxed = "SET LOCAL synchronous_commit = off";

    private const string CommitDurably =
        "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'";

    /// <summary>What a session is told of its commits from its start.</summary>
    public static string Option(string setting) => $"-c synchronous_commit={setting}";

    /// <summary>
    /// What one transaction is told of its commit; null = nothing. A durable one waits for the disk, and for no more
    /// than it would anyway.
    /// </summary>
    public static string[] Told(string? setting) => setting switch
    {
        null => [],
        Relaxed => [CommitRelaxed],
        _ => [CommitDurably],
    };

    /// <summary>The same as a condition that always holds, for a statement that is its own transaction.</summary>
    public static string Holding(string? setting) => setting switch
    {
        null => "",
        Relaxed => " WHERE set_config('synchronous_commit', 'off', true) <> ''",
        _ => " WHERE current_setting('synchronous_commit') <> 'off' "
            + "OR set_config('synchronous_commit', 'on', true) <> ''",
    };

    /// <summary>Changes the setting of a database; empty makes it absent.</summary>
    public static string Change(PostgreSqlDialect dialect, string database, string setting) =>
        $"ALTER DATABASE {dialect.Quote(database)} " + (setting.Length == 0
            ? "RESET synchronous_commit"
            : $"SET synchronous_commit = '{setting.Replace("'", "''", StringComparison.Ordinal)}'");
}
