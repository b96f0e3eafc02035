using Orchestrator.Cli.Output;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>Nothing but failures, for quiet runs.</summary>
internal sealed class FailureReport(Printer printer, Func<string, string> next) : IProgressReport
{
    private readonly TurnNotices _turns = new();

    public void Tell(RunNotice notice)
    {
        if (notice is RunBegan began)
        {
            _turns.Begin(began);
        }
        else if (notice is NodeChanged { Failure: { } failure } changed && _turns.Shows(changed.Node))
        {
            printer.Write(FailureScreen.Lines(failure, next(failure.NextCommand)));
        }
    }

    public void Dispose() => printer.Write(_turns.Rest());
}
