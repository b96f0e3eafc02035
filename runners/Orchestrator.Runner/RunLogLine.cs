namespace Orchestrator.Runner;

/// <summary>How much a line of a run's log matters.</summary>
public enum RunLogLevel { Information, Warning, Error }

/// <summary>A line of a run's log, without secrets and control characters.</summary>
/// <param name="At">When.</param>
/// <param name="Level">How much it matters.</param>
/// <param name="Text">What it says; may have further lines.</param>
public sealed record RunLogLine(DateTimeOffset At, RunLogLevel Level, string Text);
