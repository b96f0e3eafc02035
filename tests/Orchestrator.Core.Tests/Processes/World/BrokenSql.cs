namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>The statements of the ledger, some of them wrong.</summary>
internal static class BrokenSql
{
    private const string Token =
        "AND EXISTS (SELECT 1 FROM leases l WHERE l.batch = runs.batch AND l.environment = runs.environment "
        + "AND l.token = ?1)";

    public static string Of(Mistake mistake, string name, string sql) => (mistake, name) switch
    {
        (Mistake.LedgerTokenNotChecked, "update_run_commits") => Changed(
            Changed(sql, Token, ""), "AND (verdict IS NULL OR verdict <> 'EndedUnexpectedly')", ""),
        (Mistake.LedgerCommitRepeated, "update_run_commits") => Changed(sql, "AND commits = ?2 - 1", ""),
        (Mistake.WatermarkAtSucceeded, "select_watermarks") => Changed(sql, "AND a.scope IS NULL", ""),
        (Mistake.RowsNotTakenBack, "select_unfinished_attempts") => Changed(sql, "ORDER BY", "AND 1 = 0 ORDER BY"),
        (Mistake.ReasonMissing, "update_reason") => Changed(sql, "reason = ?3", "reason = NULLIF(?3, 'Barrier')"),
        _ => sql,
    };

    private static string Changed(string sql, string part, string by) => sql.Contains(part, StringComparison.Ordinal)
        ? sql.Replace(part, by, StringComparison.Ordinal)
        : throw new InvalidOperationException($"the statement has no '{part}' any more: {sql}");
}
