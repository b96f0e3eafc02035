using Orchestrator.Core;

namespace Orchestrator.Ledger;

/// <summary>That another process keeps the file of a ledger locked, while something is to be written there.</summary>
/// <param name="Since">Since when it is waited for.</param>
/// <param name="Until">When the wait is given up.</param>
public sealed record LedgerHold(DateTimeOffset Since, DateTimeOffset Until)
{
    /// <summary>Whether the process ends itself then, because its lease cannot be renewed either.</summary>
    public bool EndsProcess { get; init; }

    /// <summary>The same, where the process is at its end before the wait is: what keeps the lease needs the same lock.
    /// </summary>
    /// <param name="left">How long until the process ends itself; null = it does not.</param>
    /// <param name="now">The moment, by the clock of the wait.</param>
    public LedgerHold EndedBy(TimeSpan? left, DateTimeOffset now) =>
        now + left is { } end && end < Until ? this with { Until = end, EndsProcess = true } : this;

    /// <summary>What people are told of the wait, of the ledger of that name.</summary>
    public string Says(string ledger) => $"waiting for the ledger {ledger}: another process has it locked, since "
        + $"{Words.Moment(Since)}; " + (EndsProcess
            ? $"the process ends itself at {Words.Moment(Until)}, as its lease cannot be renewed either"
            : $"the wait is given up at {Words.Moment(Until)}");
}
