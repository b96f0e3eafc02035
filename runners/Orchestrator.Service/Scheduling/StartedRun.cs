namespace Orchestrator.Service.Scheduling;

/// <summary>A process that was started for the run of a firing.</summary>
/// <param name="ExitCode">Its exit code; null = it is alive.</param>
/// <param name="Said">What it said last on its way out.</param>
internal sealed record StartedRun(Func<int?> ExitCode, Func<string> Said);
