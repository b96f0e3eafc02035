namespace Orchestrator.Core;

/// <summary>A turn of a loop as it stands in a run.</summary>
/// <param name="Name">Its name: `Staging/PerRegion[DE]`.</param>
/// <param name="Index">Its place among the nodes of the run.</param>
/// <param name="State">How far it is.</param>
public sealed record TurnState(string Name, int Index, NodeState State)
{
    /// <summary>Whether it needs nobody.</summary>
    public bool IsDone => State is NodeState.Succeeded or NodeState.Hardened or NodeState.Done or NodeState.Disabled
        or NodeState.NotNeeded or NodeState.SkippedByOperator;

    /// <summary>Whether it ended without having done its work.</summary>
    public bool IsFailed => State is NodeState.Failed or NodeState.Abandoned or NodeState.EndedUnexpectedly;
}

/// <summary>A loop of a run with its turns, the worst first.</summary>
/// <param name="Name">The name of the container: `Staging/PerRegion`.</param>
/// <param name="Turns">Its turns: what failed, what was held up by that, what is under way, what waits, what is done;
/// of equals in their order.</param>
public sealed record LoopState(string Name, IReadOnlyList<TurnState> Turns)
{
    /// <summary>How many turns a screen lists before it only counts them.</summary>
    public const int ListedMax = 20;

    /// <summary>"37 of 50 turns done, 1 failed".</summary>
    public string Counts
    {
        get
        {
            var done = Turns.Count(turn => turn.IsDone);
            var others = Turns.Where(turn => !turn.IsDone).GroupBy(turn => turn.State)
                .OrderBy(group => Place(group.Key)).Select(group => $", {group.Count()} {Words.Of(group.Key)}");
            return $"{Words.Number(done)} of {Words.Count(Turns.Count, "turn")} done{string.Concat(others)}";
        }
    }

    /// <summary>The loops among the nodes of a run: the containers that hold containers. The worst first.</summary>
    /// <param name="nodes">The nodes in their order: index, that of the parent, kind, name and state.</param>
    public static IReadOnlyList<LoopState> Of(
        IEnumerable<(int Index, int Parent, NodeKind Kind, string Name, NodeState State)> nodes)
    {
        var names = new Dictionary<int, string>();
        var turns = new Dictionary<int, List<TurnState>>();
        foreach (var (index, parent, _, name, state) in nodes.Where(node => node.Kind == NodeKind.Container))
        {
            names[index] = name;
            if (names.TryGetValue(parent, out var loop) && IsTurnOf(name, loop))
            {
                if (!turns.TryGetValue(parent, out var known))
                {
                    turns[parent] = known = [];
                }

                known.Add(new TurnState(name, index, state));
            }
        }

        return [.. turns.OrderBy(each => each.Value.Min(turn => Place(turn.State))).ThenBy(each => each.Key)
            .Select(each => new LoopState(
                names[each.Key], [.. each.Value.OrderBy(turn => Place(turn.State)).ThenBy(turn => turn.Index)]))];
    }

    // A loop that stands in a turn is no turn of it.
    private static bool IsTurnOf(string name, string loop)
    {
        var bracket = loop.IndexOf('[', loop.IndexOf('/', StringComparison.Ordinal) + 1);
        var bare = loop[..(bracket < 0 ? loop.Length : bracket)];
        return name.StartsWith(bare + "[", StringComparison.Ordinal);
    }

    private static int Place(NodeState state) => state switch
    {
        NodeState.Failed or NodeState.Abandoned or NodeState.EndedUnexpectedly => 0,
        NodeState.Cancelled => 1,
        NodeState.Blocked => 2,
        NodeState.Cancelling or NodeState.Running => 3,
        NodeState.Held => 4,
        NodeState.Ready or NodeState.Pending => 5,
        _ => 6,
    };
}
