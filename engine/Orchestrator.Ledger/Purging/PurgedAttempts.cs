namespace Orchestrator.Ledger.Purging;

/// <summary>The attempts whose rejected rows are old.</summary>
/// <param name="Last">The greatest number of them; numbers are given in the order in which attempts begin.</param>
/// <param name="Kept">Those up to it that are at work, or ended later.</param>
public sealed record PurgedAttempts(long Last, IReadOnlyList<long> Kept);
