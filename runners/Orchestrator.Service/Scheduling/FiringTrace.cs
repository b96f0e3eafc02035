namespace Orchestrator.Service.Scheduling;

/// <summary>The span of one process that brings a firing further, for those who follow what causes what.</summary>
/// <param name="Parent">The span as W3C's trace context has it, which the process continues; empty = none.</param>
/// <param name="Ended">Told once, with the exit code of the process, or 127 where it could not be started.</param>
public sealed record FiringTrace(string Parent, Action<int> Ended)
{
    /// <summary>Nobody follows.</summary>
    public static FiringTrace None { get; } = new("", _ => { });
}
