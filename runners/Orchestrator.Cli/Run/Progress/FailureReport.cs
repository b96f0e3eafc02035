using Orchestrator.Cli.Output;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Nothing but failures, for quiet runs.</summary>
internal sealed class FailureReport(Printer printer, Func<string, string> next) : IProgressReport
{
    public void Tell(RunNotice notice)
    {
        if (notice is NodeChanged { Failure: { } failure })
        {
            printer.Write(FailureScreen.Lines(failure, next(failure.NextCommand)));
        }
    }

    public void Dispose()
    {
    }
}
