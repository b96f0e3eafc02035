namespace Orchestrator.Data.Evidence;

/// <summary>How long sessions waited for one thing.</summary>
/// <param name="Name">Its name on the platform: "WRITELOG", "LWLock:WALWrite".</param>
/// <param name="Class">What it is, in the same words on each platform.</param>
/// <param name="Duration">How long, of all sessions together.</param>
/// <param name="Count">How often; of what was sampled, how often it was seen.</param>
/// <param name="IsSampled">Whether it was looked at from time to time; else the server has counted it.</param>
public sealed record ServerWait(string Name, WaitClass Class, TimeSpan Duration, long Count, bool IsSampled);
