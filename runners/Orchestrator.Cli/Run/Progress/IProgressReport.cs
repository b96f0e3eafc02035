using Orchestrator.Runner;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Shows a run while it runs: live in a terminal, as lines elsewhere, as events for machines.</summary>
internal interface IProgressReport : IDisposable
{
    /// <summary>Told of each step of the run, on the run's own thread.</summary>
    void Tell(RunNotice notice);
}
