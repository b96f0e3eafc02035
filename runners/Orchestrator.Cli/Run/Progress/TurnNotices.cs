using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>
/// Keeps ten thousand turns of a loop from being as many lines: counts how they end, and how much in them fails. Used
/// on the run's thread.
/// </summary>
internal sealed class TurnNotices
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(10);

    private readonly Dictionary<string, EndedTurns> _turns = new(StringComparer.Ordinal);
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

    /// <summary>A line where a turn has ended and none was written for a while. Where a loop has that stands in no
    /// other one, a line of it and of each loop in its turns, of which there can be thousands.</summary>
    public IReadOnlyList<Line> Of(NodeChanged changed) =>
        !IsEnd(changed.To) || changed.Node.Kind != NodeKind.Container ? []
        : LoopAround(changed.Node) is not { } outermost ? Ended(changed)
        : IsTurn(changed.Node) ? Counted(changed, outermost)
        : [];

    private Line[] Ended(NodeChanged changed)
    {
        string[] loops = [.. _turns.Where(one => one.Value.Outermost == changed.Node.Name).Select(one => one.Key)];
        Line[] told = [.. loops.Order(StringComparer.Ordinal).Select(loop => Told(loop, _turns[loop], changed))];
        Array.ForEach(loops, loop => _turns.Remove(loop));
        return told;
    }

    private Line[] Counted(NodeChanged changed, string outermost)
    {
        var loop = LoopTemplates.BareName(changed.Node.Name);
        var before = _turns.GetValueOrDefault(loop, new EndedTurns(outermost, 0, 0, TimeSpan.Zero));
        var isDue = changed.At - before.Told >= Every;
        var turns = _turns[loop] = before with
        {
            Ended = before.Ended + 1,
            Failed = before.Failed + (changed.To == NodeState.Failed ? 1 : 0),
            Told = isDue ? changed.At : before.Told,
        };
        return isDue ? [Told(loop, turns, changed)] : [];
    }

    private static Line Told(string loop, EndedTurns turns, NodeChanged changed) =>
        new Line($"{changed.At.TotalSeconds,7:0.0}s turns  {loop}: {Words.Count(turns.Ended, "turn")} ended")
            .Add(turns.Failed > 0 ? $", {Words.Number(turns.Failed)} failed" : "", Ink.Bad);

    private static bool IsEnd(NodeState state) => state is not (NodeState.Pending or NodeState.Ready or NodeState.Held
        or NodeState.Running or NodeState.Cancelling);

    /// <summary>The outermost loop that something is in a turn of; null = it is in none.</summary>
    private string? LoopAround(PlanNode node)
    {
        var start = node.Turns is [var outermost, ..] ? outermost.Loop : node.Parent;
        if (NodeOf(start) is not { Kind: NodeKind.Container } container)
        {
            return null;
        }

        var top = container;
        while (NodeOf(top.Parent) is { Kind: NodeKind.Container } above)
        {
            top = above;
        }

        // A container that is no loop holds nothing but packages.
        return top != container || top.Loop is not null || node.Kind != NodeKind.Package ? top.Name : null;
    }

    // A turn is called as its loop is, with its own key behind; other loops stand in turns, and what finds out theirs.
    private bool IsTurn(PlanNode container) => container.Turns is [.., var own]
        ? LoopTemplates.BareName(container.Name[Slash(container.Name)..]) == LoopTemplates.BareName($"/{own.Container}")
        : NodeOf(container.Parent) is { Kind: NodeKind.Container } loop
            && LoopTemplates.BareName(loop.Name) == LoopTemplates.BareName(container.Name);

    private static int Slash(string name) => Math.Max(0, name.IndexOf('/', StringComparison.Ordinal));

    /// <summary>A node of the plan as it was compiled.</summary>
    private PlanNode? NodeOf(int node) => _began?.View.Plan.Nodes is { } nodes && node >= 0 && node < nodes.Count
        ? nodes[node] : null;

    private sealed record EndedTurns(string Outermost, int Ended, int Failed, TimeSpan Told);
}
