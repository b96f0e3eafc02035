using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Run;

/// <summary>What came of what somebody asked of a run.</summary>
internal static class RequestScreen
{
    /// <summary>Says why nothing was asked of any run; the exit code.</summary>
    public static int Refuse(Call call, string why)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(new
            {
                schema_version = Json.SchemaVersion,
                verb = call.Verb.Name,
                outcome = RequestOutcome.Refused,
                answer = why,
            }));
        }

        call.Messages.Write(new Line("refused", Ink.Bad).Add($": {why}"));
        return ExitCode.Failed;
    }

    /// <summary>Shows the answer; where there is none, why.</summary>
    public static void Write(Call call, RequestRecord request, string notAnswered)
    {
        var answer = request.Answered is null ? notAnswered : request.Answer;
        var isDone = request.Outcome == RequestOutcome.Done;
        call.Write(
            () => Document(request, answer),
            () => isDone ? [new Line($"run {request.Run}", Ink.Strong).Add($": {answer}")] : []);
        if (!isDone)
        {
            call.Messages.Write(request.Answered is null ? new Line("not answered", Ink.Warn).Add($": {answer}")
                : new Line("refused", Ink.Bad).Add($" by run {request.Run}: {answer}"));
        }
    }

    private static object Document(RequestRecord request, string answer) => new
    {
        schema_version = Json.SchemaVersion,
        verb = request.Verb.ToString().ToLowerInvariant(),
        run = request.Run,
        request = request.Number,
        who = request.Who,
        reason = request.Reason.Length == 0 ? null : request.Reason,
        asked_at = request.Asked.UtcDateTime,
        answered_at = request.Answered?.UtcDateTime,
        outcome = request.Outcome,
        answer,
    };
}
