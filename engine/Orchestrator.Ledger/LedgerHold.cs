using Orchestrator.Core;

namespace Orchestrator.Ledger;

/// <summary>That another process keeps the file of a ledger locked, while something is to be written there.</summary>
/// <param name="Since">Since when it is waited for.</param>
/// <param name="Until">When the wait is given up.</param>
public sealed record LedgerHold(DateTimeOffset Since, DateTimeOffset Until)
{
    /// <summary>What people are told of the wait, of the ledger of that name.</summary>
    public string Says(string ledger) => $"waiting for the ledger {ledger}: another process has it locked, since "
        + $"{Words.Moment(Since)}; the wait is given up at {Words.Moment(Until)}";
}
