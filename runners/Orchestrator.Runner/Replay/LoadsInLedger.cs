using Orchestrator.Engine;
using Orchestrator.Ledger;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Runner.Replay;

/// <summary>What the ledger knows of the loads of a package, for who loads what they rejected.</summary>
public static class LoadsInLedger
{
    private const int AttemptsMax = 100_000;

    /// <summary>Reads it, as it is at this moment.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="package">The package, project/object.</param>
    public static PastLoads Of(LedgerReader reader, string environment, string package) => reader.AtOneMoment(ledger =>
    {
        var attempts = ledger.Attempts(package, environment, AttemptsMax);
        var refreshes = ledger.RunsWith(RunOption.FullRefresh).ToHashSet();
        var unknown = attempts.Where(one => one.State == NodeState.Failed).Select(one => one.Run).Distinct()
            .SelectMany(ledger.Errors).Where(error => error.Error.Class == ErrorClass.OutcomeUnknown)
            .Select(error => error.AttemptId).ToHashSet();
        return new PastLoads(
            [
                .. attempts.Select(one => new PastLoad(one.Id, one.Run, one.State)
                {
                    IsLoaded = IsLoaded(one),
                    LeftNothing = one.State == NodeState.Cancelled
                        || (one.State == NodeState.Failed && !unknown.Contains(one.Id)),
                    IsFullRefresh = refreshes.Contains(one.Run),
                    Began = one.Started,
                }),
            ],
            ledger.Watermarks(environment, package).Where(change => change.Attempt is null)
                .Max(change => (DateTimeOffset?)change.At));
    });

    // Without a path a success is none that loaded anything.
    private static bool IsLoaded(AttemptRecord one) => one.LoadPath.Length > 0
        && (one.State == NodeState.Hardened || one is { State: NodeState.Succeeded, Scope: null });
}
