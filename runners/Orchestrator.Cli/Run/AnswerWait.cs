using Orchestrator.Cli.Grammar;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Run;

/// <summary>Waits some seconds for the answer of a run to what somebody asks of it.</summary>
internal sealed class AnswerWait(Call call, LedgerReader reader)
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Shows the answer, or that there is none yet; the exit code.</summary>
    public int For(long number)
    {
        var began = call.Host.Time.GetTimestamp();
        while (true)
        {
            var request = reader.Request(number)!;
            var isLate = call.Host.Time.GetElapsedTime(began) >= Patience;
            if (request.Answered is not null || isLate || HasEnded(request.Run) || call.Host.Pause(Poll))
            {
                return Tell(reader.Request(number)!);
            }
        }
    }

    private bool HasEnded(long run) => reader.Run(run) is { Verdict: not null };

    private int Tell(RequestRecord request)
    {
        RequestScreen.Write(call, request, NotAnswered(request));
        return request.Outcome == RequestOutcome.Done ? ExitCode.Done : ExitCode.Failed;
    }

    private string NotAnswered(RequestRecord request) => reader.Run(request.Run) switch
    {
        { Verdict: RunVerdict.EndedUnexpectedly } => $"run {request.Run} has died, and hears nothing any more",
        { Verdict: not null } => $"run {request.Run} has ended, and did not hear of this",
        _ => $"run {request.Run} has not answered yet: the request stays in the ledger, and the run does it as soon as "
            + "it hears of it",
    };
}
