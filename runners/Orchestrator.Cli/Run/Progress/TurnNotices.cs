using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>
/// Keeps ten thousand turns of a loop from being as many lines: counts how they end, and how many packages in them
/// fail. Used on the run's thread.
/// </summary>
internal sealed class TurnNotices
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(10);

    private readonly Dictionary<string, (int Ended, int Failed, TimeSpan Told)> _turns = new(StringComparer.Ordinal);
    private readonly SortedDictionary<string, int> _failures = new(StringComparer.Ordinal);
    private RunBegan? _began;

    public void Begin(RunBegan began) => _began = began;

    /// <summary>Whether a package is in a turn.</summary>
    public bool IsInTurn(PlanNode package) => LoopAround(package) is not null;

    /// <summary>Whether a failure is one of the first in its loop, or in none.</summary>
    public bool Shows(PlanNode failed) => LoopAround(failed) is not { } loop
        || (_failures[loop] = _failures.GetValueOrDefault(loop) + 1) <= LoopState.ListedMax;

    /// <summary>How many more have failed than were shown, and where they are.</summary>
    public IEnumerable<Line> Rest() => _failures.Where(one => one.Value > LoopState.ListedMax).Select(one =>
        new Line("and ").Add(Words.Count(one.Value - LoopState.ListedMax, "more failure"), Ink.Bad)
            .Add($" in turns of {one.Key}: `status {_began!.Header.Run} --turns`"));

    /// <summary>A line where a turn has ended and none was written for a while, and where its loop has.</summary>
    public Line? Of(NodeChanged changed)
    {
        if (!IsEnd(changed.To) || changed.Node.Kind != NodeKind.Container)
        {
            return null;
        }

        var loop = LoopTemplates.BareName(changed.Node.Name);
        if (!IsTurn(changed.Node))
        {
            return _turns.Remove(loop, out var all) ? Told(loop, all.Ended, all.Failed, changed) : null;
        }

        var (ended, failed, told) = _turns.GetValueOrDefault(loop);
        (ended, failed) = (ended + 1, failed + (changed.To == NodeState.Failed ? 1 : 0));
        var isDue = changed.At - told >= Every;
        _turns[loop] = (ended, failed, isDue ? changed.At : told);
        return isDue ? Told(loop, ended, failed, changed) : null;
    }

    private static Line Told(string loop, int ended, int failed, NodeChanged changed) =>
        new Line($"{changed.At.TotalSeconds,7:0.0}s turns  {loop}: {Words.Count(ended, "turn")} ended")
            .Add(failed > 0 ? $", {Words.Number(failed)} failed" : "", Ink.Bad);

    private static bool IsEnd(NodeState state) => state is not (NodeState.Pending or NodeState.Ready or NodeState.Held
        or NodeState.Running or NodeState.Cancelling);

    /// <summary>The outermost loop that a package is in; null = it is in none.</summary>
    private string? LoopAround(PlanNode package)
    {
        var start = package.Turns is [var outermost, ..] ? outermost.Loop : package.Parent;
        if (package.Kind != NodeKind.Package || NodeOf(start) is not { Kind: NodeKind.Container } container)
        {
            return null;
        }

        var top = container;
        while (NodeOf(top.Parent) is { Kind: NodeKind.Container } above)
        {
            top = above;
        }

        return top != container || top.Loop is not null ? top.Name : null;
    }

    // What holds turns is called as they are, without the key of the last one.
    private bool IsTurn(PlanNode container) => container.Turns.Count > 0 ? container.Loop is null
        : NodeOf(container.Parent) is { Kind: NodeKind.Container } loop
            && LoopTemplates.BareName(loop.Name) == LoopTemplates.BareName(container.Name);

    /// <summary>A node of the plan as it was compiled.</summary>
    private PlanNode? NodeOf(int node) => _began?.View.Plan.Nodes is { } nodes && node >= 0 && node < nodes.Count
        ? nodes[node] : null;
}
