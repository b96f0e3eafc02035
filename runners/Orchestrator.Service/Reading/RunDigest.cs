using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Report.Figures;

namespace Orchestrator.Service.Reading;

/// <summary>A run in a few lines; its texts have passed the gate.</summary>
internal sealed record RunDigest
{
    public required RunRecord Run { get; init; }

    public required PackageCounts Packages { get; init; }

    /// <summary>The rows of the last attempt of each package and hook.</summary>
    public required RowCounts Rows { get; init; }

    /// <summary>
    /// Packages, hooks and groups that failed by themselves, the first one first; of many the first ones.
    /// </summary>
    public required IReadOnlyList<Failure> Failures { get; init; }

    /// <summary>Groups that failed by themselves, as a loop that has too many turns.</summary>
    public int GroupsFailed { get; init; }

    /// <summary>Whether a package has failed, or a group by itself.</summary>
    public bool HasFailures => Packages.Failed + GroupsFailed > 0;

    /// <summary>What it did to the durability of databases.</summary>
    public required IReadOnlyList<ScopeRecord> Scopes { get; init; }

    /// <summary>The command that goes on from here; works as pasted.</summary>
    public required string NextCommand { get; init; }

    /// <summary>How long it has given no sign of life, where its lease is over; null = all is well.</summary>
    public TimeSpan? Silent { get; init; }

    /// <summary>Who holds all that is left of it; empty = nobody does.</summary>
    public string HeldBy { get; init; } = "";

    /// <summary>When this was so.</summary>
    public required DateTimeOffset At { get; init; }

    public TimeSpan Wall => (Run.Ended ?? At) - Run.Started;

    /// <summary>Databases whose durability is not as it was found, though the run is over.</summary>
    public IEnumerable<ScopeRecord> NotRestored => Scopes.Where(scope =>
        scope.State == ScopeState.LeftAlone || (Run.Verdict is not null && scope.Closed is null));

    /// <summary>How it stands, in one word or a few.</summary>
    public string State => RunState.Word(this);
}

/// <summary>A package, hook or group that failed.</summary>
internal sealed record Failure
{
    public required long Run { get; init; }

    public required string Package { get; init; }

    /// <summary>Whether it is no package but a group, which has no page of its own.</summary>
    public bool IsGroup { get; init; }

    public required NodeState State { get; init; }

    public required DateTimeOffset Since { get; init; }

    /// <summary>Number of its last attempt within the run; 0 = none.</summary>
    public required int Attempt { get; init; }

    /// <summary>Rows that its last attempt rejected.</summary>
    public long Rejected { get; init; }

    /// <summary>What failed; null = its last attempt left no error.</summary>
    public PackageError? Error { get; init; }

    public required string Why { get; init; }

    public string Message => Error?.Message ?? Why;
}
