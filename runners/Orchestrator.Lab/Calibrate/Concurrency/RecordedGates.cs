using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>The makespans of a batch at the gates that its runs have had, from the ledger.</summary>
public static class RecordedGates
{
    private const int RunsMax = 500;

    /// <summary>Of runs of just the packages that its plan has today.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="batch">The batch.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="packages">Names of the packages of its plan that run.</param>
    /// <param name="terms">How many runs a gate should have, and what is just as fast.</param>
    /// <returns>The result, and how many runs were left out.</returns>
    public static (GateResult Result, int LeftOut) Of(
        LedgerReader reader, string batch, string environment, IEnumerable<string> packages, GateTerms terms)
    {
        var runs = reader.Runs(batch, environment, RunsMax);
        var today = packages.ToHashSet(StringComparer.Ordinal);
        var same = runs.Where(IsWell).Where(run => today.SetEquals(PackagesOf(reader, run))).ToArray();
        return (new GateResult(terms,
            [.. same.OrderBy(run => run.Number)
                .Select(run => new GateTrial(run.GateSlots, run.Ended!.Value - run.Started, run.Number))],
            IsWhole: true), runs.Count - same.Length);
    }

    private static bool IsWell(RunRecord run) => run is
    {
        Verdict: RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings,
        Continues: null,
        Ended: not null,
    };

    private static IEnumerable<string> PackagesOf(LedgerReader reader, RunRecord run) => reader.Nodes(run.Number)
        .Where(node => node is { Kind: NodeKind.Package, IsHook: false, Last: not null }).Select(node => node.Name);
}
