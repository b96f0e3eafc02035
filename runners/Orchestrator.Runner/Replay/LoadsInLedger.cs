using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Runner.Replay;

/// <summary>What the ledger knows of the loads of a package, for who loads what they rejected.</summary>
public static class LoadsInLedger
{
    private const int AttemptsMax = 100_000;

    /// <summary>Phases of failures that may come behind the commit of a load; a time-out is one of the run.</summary>
    private static readonly string[] MayComeBehind = ["hook", "flush", "run"];

    /// <summary>Reads it, as it is at this moment.</summary>
    public static PastLoads Of(LedgerReader reader, string environment, string package) => reader.AtOneMoment(ledger =>
    {
        var attempts = ledger.Attempts(package, environment, AttemptsMax);
        var refreshes = ledger.RunsWith(RunOption.FullRefresh).ToHashSet();
        var errors = attempts.Where(one => one.State == NodeState.Failed).Select(one => one.Run).Distinct()
            .SelectMany(ledger.Errors).ToLookup(error => error.AttemptId, error => error.Error);
        var changes = ledger.Watermarks(environment, package);
        var moved = changes.Where(change => change.Attempt is null)
            .Select(change => change.Change).DefaultIfEmpty().Max();
        return new PastLoads(
            [
                .. attempts.Select(one => new PastLoad(one.Id, one.Run, one.State)
                {
                    IsLoaded = IsLoaded(one),
                    LeftNothing = LeftNothing(one, [.. errors[one.Id]]),
                    IsFullRefresh = refreshes.Contains(one.Run),
                    // What an attempt up to this one has moved behind that, stands behind it.
                    IsMovedSince = moved > 0
                        && !changes.Any(change => change.Attempt <= one.Id && change.Change > moved),
                }),
            ]);
    });

    /// <summary>
    /// Only what is known counts: a load whose rows are committed can end without success too, by a hook behind it, its
    /// marker or its flush. An attempt that was taken back counts no row as arrived; one that none had reached tells it
    /// by the phase of its failure, by rows that it read and that are nowhere, or by having no path.
    /// </summary>
    private static bool LeftNothing(AttemptRecord one, IReadOnlyList<PackageError> errors) =>
        one.State is NodeState.Failed or NodeState.Cancelled
        && one.Counts is { Inserted: 0, Updated: 0, Unchanged: 0, Duplicate: 0, Filtered: 0 }
        && errors.All(error => error.Class != ErrorClass.OutcomeUnknown)
        && ((errors.Count > 0 && errors.All(error => !MayComeBehind.Contains(error.Phase)))
            || !one.Counts.AddUp || one.Work.LoadPath.Length == 0);

    // Without a path a success is none that loaded anything.
    private static bool IsLoaded(AttemptRecord one) => one.Work.LoadPath.Length > 0
        && (one.State == NodeState.Hardened || one is { State: NodeState.Succeeded, Scope: null });
}
