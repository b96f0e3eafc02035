using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>The attempts of one package over all runs.</summary>
internal static class HistoryScreen
{
    public static IEnumerable<Line> Attempts(IReadOnlyList<AttemptRecord> attempts)
    {
        string[] heads = ["run", "attempt", "began", "state", "queued", "waiting", "working", "rows"];
        return Table.Lines(heads, attempts.Select(each => new[]
        {
            each.Run.ToString(), each.Number.ToString(), Words.Moment(each.Started), Words.Of(each.State),
            Words.Duration(each.Queued), Words.Duration(each.Waiting), Words.Duration(each.Working), Rows(each),
        }), (row, column) => column != 3 ? Ink.Plain : attempts[row].State switch
        {
            NodeState.Succeeded or NodeState.Hardened => Ink.Good,
            NodeState.Failed or NodeState.EndedUnexpectedly or NodeState.Abandoned => Ink.Bad,
            _ => Ink.Plain,
        });
    }

    private static string Rows(AttemptRecord attempt)
    {
        var rate = attempt.Working > TimeSpan.Zero ? attempt.Counts.Read / attempt.Working.TotalSeconds : 0;
        return attempt.Counts + (rate > 0 ? $", {Words.Rate(rate)}" : "");
    }
}
