namespace Orchestrator.Packages;

/// <summary>The last transaction of a load that a target knows of, of a run of this ledger.</summary>
/// <param name="Run">The run, as the target has it.</param>
/// <param name="Token">What tells the run from one that had its number before the ledger was put back.</param>
public sealed record TargetMarker(long Run, long Attempt, long Token);

/// <summary>What the ledger says of a target, beside the marker that was found there.</summary>
public sealed record LedgerAnswer
{
    /// <summary>Whether the ledger has that attempt of that run, or its rows were taken over.</summary>
    public bool IsKnown { get; init; } = true;

    /// <summary>The newest attempt of the packages that load the target which counts as loaded, where it is newer than
    /// the marker, or there is none; 0 = no such.</summary>
    public long LastLoad { get; init; }

    /// <summary>The same of the package itself.</summary>
    public long OwnLastLoad { get; init; }

    /// <summary>
    /// The run of an attempt that may have written the target and is still at work: what it has written counts or not
    /// once that is recorded. 0 = there is none.
    /// </summary>
    public long AtWork { get; init; }

    /// <summary>Whether that run waits for the one that asks, which a program of it has started: what it has loaded is
    /// recorded only behind that.</summary>
    public bool AwaitsUs { get; init; }

    /// <summary>
    /// An attempt of the package that has succeeded in a run that is over, while nobody has looked whether its rows are
    /// on disk. 0 = there is none.
    /// </summary>
    public long Unjudged { get; init; }
}
