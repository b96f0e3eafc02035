namespace Orchestrator.Data.PostgreSql;

/// <summary>Statements about when commits reach the disk. Text only.</summary>
internal static class PostgreSqlDurabilityDialect
{
    /// <summary>The setting of a database whose commits do not wait.</summary>
    public const string Relaxed = "off";

    /// <summary>What relaxes a session from its start.</summary>
    public const string Option = "-c synchronous_commit=off";

    /// <summary>Whether the session is relaxed: 1 or 0.</summary>
    public const string IsRelaxed =
        "SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN 1 ELSE 0 END";

    /// <summary>Relaxes one transaction.</summary>
    public const string CommitRelaxed = "SET LOCAL synchronous_commit = off";

    /// <summary>Makes the commit of one transaction wait for the disk, and for no more than it would anyway.</summary>
    public const string CommitDurably =
        "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'";

    /// <summary>Changes the setting of a database; empty makes it absent.</summary>
    public static string Change(PostgreSqlDialect dialect, string database, string setting) =>
        $"ALTER DATABASE {dialect.Quote(database)} " + (setting.Length == 0
            ? "RESET synchronous_commit"
            : $"SET synchronous_commit = '{setting.Replace("'", "''", StringComparison.Ordinal)}'");
}
