using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Runner.Doctor;

/// <summary>How a ledger stands, as far as it could be looked at.</summary>
/// <param name="Name">What people know it by.</param>
/// <param name="Place">Where it is.</param>
public sealed record LedgerState(string Name, string Place)
{
    /// <summary>Whether it is a file.</summary>
    public bool IsFile { get; init; }

    /// <summary>Why it cannot be read; null = it can, or there is none.</summary>
    public LedgerException? Fault { get; init; }

    /// <summary>Version of its schema; 0 = there is no ledger.</summary>
    public long Version { get; init; }

    /// <summary>The id of its first run; empty = it has none.</summary>
    public Guid Identity { get; init; }

    /// <summary>How many runs it has.</summary>
    public long Runs { get; init; }

    /// <summary>The last number of a run that it gave.</summary>
    public long LastRun { get; init; }

    /// <summary>The last number of an attempt that it gave.</summary>
    public long LastAttempt { get; init; }

    /// <summary>What is damaged in it.</summary>
    public IReadOnlyList<string> Damage { get; init; } = [];

    /// <summary>Whether time was too short to look for all damage.</summary>
    public bool IsDamageOpen { get; init; }

    /// <summary>Runs without an end in it; those that died have a verdict.</summary>
    public IReadOnlyList<RunRecord> NotEnded { get; init; } = [];

    /// <summary>What those at work have not answered.</summary>
    public IReadOnlyList<RequestRecord> Requests { get; init; } = [];

    public IReadOnlyList<LeaseState> Leases { get; init; } = [];

    /// <summary>Batches and environments with files that were loaded and wait to be moved, and how many.</summary>
    public IReadOnlyList<(string Batch, string Environment, int Files)> FilesToMove { get; init; } = [];

    /// <summary>The scopes that are not closed.</summary>
    public IReadOnlyList<ScopeRecord> OpenScopes { get; init; } = [];

    /// <summary>The newest backup that is still there; empty = none is known.</summary>
    public string Backup { get; init; } = "";

    /// <summary>Version of the SQLite library, where it matters.</summary>
    public string Library { get; init; } = "";

    /// <summary>Whether it is there and can be read.</summary>
    public bool IsReadable => Fault is null && Version > 0;

    /// <summary>By package, up to which number of an attempt the rows of its target were taken over.</summary>
    public IReadOnlyDictionary<string, long> Adopted { get; init; } = new Dictionary<string, long>();

    /// <summary>Markers of this ledger whose attempt it does not have: it was put back by an older copy.</summary>
    public IReadOnlySet<MarkerState> Unknown { get; init; } = new HashSet<MarkerState>();

    /// <summary>
    /// Markers of this ledger whose table was loaded since by an attempt that counts, which is the value: the table was
    /// put back by an older copy.
    /// </summary>
    public IReadOnlyDictionary<MarkerState, long> LoadedSince { get; init; } = new Dictionary<MarkerState, long>();

    /// <summary>The attempts of a target that this ledger knows, by their number.</summary>
    public IReadOnlyDictionary<long, AttemptState> Attempts { get; init; } = new Dictionary<long, AttemptState>();
}

/// <summary>What a ledger knows of an attempt.</summary>
/// <param name="Run">Number of its run.</param>
/// <param name="IsAtWork">Whether that is at work.</param>
/// <param name="Scope">Number of the scope that it wrote in; null = none.</param>
/// <param name="IsOfSolution">Whether it was one of this solution: others may have runs in the same ledger.</param>
public sealed record AttemptState(long Run, bool IsAtWork, long? Scope, bool IsOfSolution = true);
