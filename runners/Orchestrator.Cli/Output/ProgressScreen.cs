using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Output;

/// <summary>What a live screen shows of one moment of a run.</summary>
/// <param name="Run">The run's own snapshot.</param>
/// <param name="Selected">Packages that count.</param>
/// <param name="Elapsed">Time since the run began.</param>
/// <param name="RowsPerSecond">Over the last second or two.</param>
internal sealed record ProgressMoment(
    RunSnapshot Run, IReadOnlySet<int>? Selected, TimeSpan Elapsed, double RowsPerSecond);

/// <summary>The live screen: a bar, what runs, what waits and why, what went wrong; fits its terminal.</summary>
internal static class ProgressScreen
{
    private const int BarColumns = 24;

    public static IEnumerable<Line> Lines(ProgressMoment moment, int width, int height)
    {
        var work = moment.Run.Nodes.Where(each => each.Node.Kind == NodeKind.Package && !each.IsTemplate
            && (moment.Selected?.Contains(each.Node.Index) ?? true)).ToArray();
        var packages = work.Where(each => !each.Node.IsHook).ToArray();
        var ended = packages.Count(each => IsEnded(each.State));
        var running = work.Where(each => each.State is NodeState.Running or NodeState.Cancelling)
            .OrderBy(each => each.Since).ToArray();
        var hooks = work.Count(each => each.Node.IsHook && each.State is (NodeState.Failed or NodeState.Abandoned));
        return Fitted(Head(moment, packages, ended, hooks), width)
            .Concat(Running(moment, running, Math.Max(3, height - 9), width))
            .Concat(Loops(moment, 3, width))
            .Concat(Flushing(moment, width))
            .Concat(Waiting(packages, 4, width));
    }

    private static Line Head(ProgressMoment moment, NodeView[] packages, int ended, int hooks)
    {
        var done = packages.Length == 0 ? BarColumns : BarColumns * ended / packages.Length;
        var failed = packages.Count(each => each.State is NodeState.Failed or NodeState.Abandoned);
        var blocked = packages.Count(each => each.State == NodeState.Blocked);
        var line = new Line(new string('━', done), Ink.Good).Add(new string('─', BarColumns - done), Ink.Dim)
            .Add($" {ended}/{packages.Length}", Ink.Strong).Add($"  {Words.Duration(moment.Elapsed)}");
        if (moment.Run.ExpectedTimeLeft is { } left && ended < packages.Length)
        {
            line.Add($", about {Words.Duration(left)} left");
        }

        line.Add($"  {Words.Rate(moment.RowsPerSecond)}");
        line.Add(failed > 0 ? $"  {failed} failed" : "", Ink.Bad);
        line.Add(hooks > 0 ? $"  {Words.Count(hooks, "hook")} failed" : "", Ink.Bad);
        return line.Add(blocked > 0 ? $"  {blocked} blocked" : "", Ink.Warn);
    }

    private static IEnumerable<Line> Running(ProgressMoment moment, NodeView[] running, int rows, int width)
    {
        foreach (var view in running.Take(rows))
        {
            var took = moment.Elapsed - view.Since;
            var isHeld = view.Reason is not null and not WaitReason.Working;
            var rate = view.RowsRead / Math.Max(0.001, took.TotalSeconds);
            var detail = isHeld
                ? $"waits: {Reason(view)}"
                : $"{Words.Number(view.RowsRead)} rows, {Words.Rate(rate)}";
            var retry = view.Attempt > 1 ? $" (attempt {view.Attempt})" : "";
            yield return Fitted(new Line(view.State == NodeState.Cancelling ? "  stopping " : "  ", Ink.Warn)
                .Add($"{Words.Fit(view.Node.Name, 36),-36} {Words.Duration(took),9}  ")
                .Add(detail + retry, isHeld ? Ink.Dim : Ink.Plain), width)[0];
        }

        if (running.Length > rows)
        {
            yield return $"  and {running.Length - rows} more at work";
        }
    }

    /// <summary>How many turns of each loop are done, while it is not.</summary>
    private static IEnumerable<Line> Loops(ProgressMoment moment, int rows, int width) => LoopState
        .Of(moment.Run.Nodes.Select(each =>
            new LoopNode(each.Node.Index, each.Node.Parent, each.Node.Kind, each.Node.Name, each.State)
            {
                IsTemplate = each.IsTemplate,
            }))
        .Where(loop => loop.Turns.Any(turn => !turn.IsDone)).Take(rows)
        .Select(loop => Fitted(LoopLine.Of(loop), width)[0]);

    /// <summary>What has done its work and only waits until it is on disk.</summary>
    private static IEnumerable<Line> Flushing(ProgressMoment moment, int width) => moment.Run.Nodes
        .Where(each => each is { Reason: WaitReason.Flush, State: NodeState.Running or NodeState.Succeeded })
        .GroupBy(each => each.ReasonObject).Take(2)
        .Select(group =>
        {
            var more = group.Count() > 1 ? $" and {group.Count() - 1} more" : "";
            var took = Words.Duration(moment.Elapsed - group.Min(each => each.Since));
            return Fitted(new Line($"  {Words.Of(WaitReason.Flush, group.Key)}, {took}: ", Ink.Dim)
                .Add(group.First().Node.Name + more, Ink.Dim), width)[0];
        });

    /// <summary>The reasons to wait, the most frequent first, each with an example.</summary>
    private static IEnumerable<Line> Waiting(NodeView[] packages, int rows, int width)
    {
        var waiting = packages.Where(each => each.State is NodeState.Pending or NodeState.Ready
            or NodeState.Held).ToArray();
        var reasons = waiting.GroupBy(Reason)
            .OrderByDescending(group => group.Count()).ThenBy(group => group.Key, StringComparer.Ordinal).ToArray();
        foreach (var group in reasons.Take(rows))
        {
            var count = Words.Count(group.Count(), "package");
            yield return Fitted(new Line($"  {count} waiting: {group.Key}", Ink.Dim), width)[0];
        }
    }

    private static string Reason(NodeView view) =>
        view.Reason is { } reason ? Words.Of(reason, view.ReasonObject) : "parent";

    private static Line[] Fitted(Line line, int width)
    {
        var left = width - 1;
        var fitted = new Line();
        foreach (var piece in line.Pieces)
        {
            var text = Words.Fit(piece.Text, left);
            fitted.Add(text, piece.Ink);
            left -= text.Length;
        }

        return [fitted];
    }

    private static bool IsEnded(NodeState state) =>
        state is not (NodeState.Pending or NodeState.Ready or NodeState.Held or NodeState.Running
            or NodeState.Cancelling);
}
