using Orchestrator.Ledger;
using Orchestrator.Report;
using Orchestrator.Report.Figures;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Reading;

/// <summary>The attempts of one package over all runs of the environment, the newest first.</summary>
internal sealed record PackageHistory(string Package, IReadOnlyList<AttemptRecord> Attempts)
{
    private IReadOnlyList<TimeSpan> Successes => [.. Attempts.Where(IsGood).Select(attempt => attempt.Took)];

    /// <summary>The median of what succeeded; null = nothing did.</summary>
    public TimeSpan? Usual => Median.Of(Successes);

    /// <summary>How far from the median an outlier lies.</summary>
    public TimeSpan Reach => Median.Reach(Successes);

    public bool IsOutlier(AttemptRecord attempt) =>
        IsGood(attempt) && Usual is { } usual && (attempt.Took - usual).Duration() > Reach;

    private static bool IsGood(AttemptRecord attempt) => PackageCounts.IsOk(attempt.State);
}

/// <summary>Reads histories.</summary>
internal sealed class HistoryReader(OutsideText outside, string environment)
{
    private const int AttemptsMax = 100;

    /// <param name="reader">The ledger.</param>
    /// <param name="package">Its name, as it is shown.</param>
    public PackageHistory Of(LedgerReader reader, string package) => new(package,
        [.. reader.Attempts(Stored(reader, package), environment, AttemptsMax)
            .Select(attempt => GatedFacts.Of(attempt, outside.Line))]);

    // A name that the gate has changed is looked for among those of the newest run.
    private string Stored(LedgerReader reader, string package) =>
        !package.Contains('\\') && !package.Contains(Secrets.Mask, StringComparison.Ordinal) ? package
        : reader.Runs(environment: environment, limit: 1) is not [var newest] ? package
        : reader.Nodes(newest.Number).Select(node => node.Name)
            .FirstOrDefault(name => outside.Line(name) == package) ?? package;
}
