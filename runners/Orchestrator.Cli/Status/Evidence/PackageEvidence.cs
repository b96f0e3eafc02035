using Orchestrator.Core;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Cli.Status.Evidence;

/// <summary>What a package of a run did and waited for, over all of its attempts.</summary>
/// <param name="Name">Its name.</param>
/// <param name="State">How it stands.</param>
/// <param name="Working">Its time at work.</param>
/// <param name="Commits">Transactions that it committed to its target; null = not known.</param>
/// <param name="LogTime">Time in which these waited for the log; null = not known.</param>
/// <param name="Waits">What its sessions waited for, the longest first.</param>
/// <param name="Missing">What is not known and why.</param>
internal sealed record PackageEvidence(
    string Name, NodeState State, TimeSpan Working, long? Commits, TimeSpan? LogTime, IReadOnlyList<ServerWait> Waits,
    IReadOnlyList<string> Missing)
{
    /// <summary>What a commit waited for the log on average; null = not known.</summary>
    public TimeSpan? LogTimePerCommit => LogTime is { } time && Commits > 0 ? time / Commits : null;
}
