using Orchestrator.Runner.Durability;

namespace Orchestrator.Runner.Doctor;

/// <summary>What was found on this machine.</summary>
public sealed record SurroundingState
{
    /// <summary>Why the metadata cannot be read as a whole; empty = it can.</summary>
    public string Mistake { get; init; } = "";

    /// <summary>Disks: what lies on each, its size and the room that is left there.</summary>
    public IReadOnlyList<DiskState> Disks { get; init; } = [];

    /// <summary>The folder in which the runs of the ledger have their folders.</summary>
    public string RunsFolder { get; init; } = "";

    /// <summary>Folders of runs that the ledger does not have.</summary>
    public IReadOnlyList<long> Strangers { get; init; } = [];

    /// <summary>Runs that have ended and whose folder is not complete.</summary>
    public IReadOnlyList<long> Incomplete { get; init; } = [];

    /// <summary>Runs of this machine that have ended and have no folder.</summary>
    public IReadOnlyList<long> Missing { get; init; } = [];

    /// <summary>How the durability of databases stands.</summary>
    public IReadOnlyList<DatabaseDurability> Durability { get; init; } = [];
}

/// <summary>Something that grows, and the room that is left for it.</summary>
/// <param name="What">What it is.</param>
/// <param name="Path">Its path.</param>
/// <param name="Bytes">How large it is.</param>
/// <param name="Free">Bytes that are free there for this user.</param>
public sealed record DiskState(string What, string Path, long Bytes, long Free);
