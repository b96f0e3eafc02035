using System.Text.RegularExpressions;

namespace Orchestrator.Ledger.Tests;

/// <summary>No statement of the ledger takes for the newest what a clock says: clocks are put back.</summary>
internal sealed partial class ClockOrderTests
{
    /// <summary>Statements that may order or choose by a time, and why that decides nothing of rows.</summary>
    private static readonly Dictionary<string, string> Allowed = new()
    {
        ["purge_run_samples"] = "which samples of one run go first",
        ["select_run_samples"] = "a curve is drawn over time",
        ["select_tokens"] = "a list for people",
        ["select_firings"] = "moments at which a trigger is due are no readings of a clock",
        ["select_firings_newest"] = "moments at which a trigger is due are no readings of a clock",
        ["select_alert_targets_due"] = "who has waited longest is told first",
        ["select_run_sums"] = "when a batch ended last, for people",
        ["select_adoptions"] = "when it was last, for people",
    };

    [Test]
    public void Statements_of_the_ledger_choose_nothing_by_a_time()
    {
        var found =
            from dialect in (LedgerSql[])[LedgerSql.Sqlite, LedgerSql.PostgreSql, LedgerSql.SqlServer]
            from name in dialect.Names()
            where !char.IsAsciiDigit(name[0]) && !Allowed.ContainsKey(Path.GetFileName(name))
                && ByTime().IsMatch(dialect.Of(name))
            select name;

        Assert.That(found, Is.Empty, "order by the ledger's own numbers, or say why a time decides nothing here");
    }

    [TestCase("SELECT a FROM b ORDER BY node, changed_at DESC", true)]
    [TestCase("SELECT max(w.changed_at) FROM watermarks w", true)]
    [TestCase("SELECT a FROM b ORDER BY change DESC", false)]
    [TestCase("UPDATE requests SET answered_at = max(asked_at, ?2)", false)]
    public void A_statement_that_does_is_found(string sql, bool isFound) =>
        Assert.That(ByTime().IsMatch(sql), Is.EqualTo(isFound));

    [GeneratedRegex(@"ORDER\s+BY\b[^()]*\b\w+_at\b|\b(max|min)\(\s*[\w.]+_at\s*\)", RegexOptions.IgnoreCase)]
    private static partial Regex ByTime();
}
