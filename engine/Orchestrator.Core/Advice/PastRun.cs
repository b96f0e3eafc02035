namespace Orchestrator.Core.Advice;

/// <summary>A run that has ended, by what it did.</summary>
/// <param name="Duration">From its beginning to its end.</param>
/// <param name="Slots">Packages that were at work at once, at most.</param>
/// <param name="Processors">Processors of its machine.</param>
/// <param name="WorkTime">
/// Processor time that the run and its sessions took on that machine, where the server is there as well; null = not
/// known, or elsewhere.
/// </param>
/// <param name="Packages">Its packages and hooks, by their index in the plan that is looked at.</param>
public sealed record PastRun(
    long Number, TimeSpan Duration, int Slots, int Processors, TimeSpan? WorkTime,
    IReadOnlyDictionary<int, PastPackage> Packages);

/// <summary>A package of a run that has ended.</summary>
/// <param name="Connection">The connection that it wrote.</param>
/// <param name="Working">Its time at work.</param>
/// <param name="Commits">Transactions that it committed there.</param>
/// <param name="LogTime">Time in which these waited for the log; null = not known.</param>
public sealed record PastPackage(string Connection, TimeSpan Working, long Commits, TimeSpan? LogTime);
