using Orchestrator.Core.Machine;

namespace Orchestrator.Core;

/// <summary>Finds the loops of a run among its nodes, at a cost for each node once.</summary>
internal sealed class FoundLoops
{
    private readonly Dictionary<int, LoopNode> _containers = [];
    private readonly HashSet<int> _turns = [];

    // Of a turn its packages, and how many of them nobody selected or an earlier run has done.
    private readonly Dictionary<int, (int All, int NotSelected, int Done)> _packages = [];

    // What holds what only stands for the turns of a loop.
    private readonly HashSet<int> _withTemplates = [];

    // Of what only stands for the turns of a loop that loop, and of each loop how many packages that are, and how many
    // of them nobody selected.
    private readonly Dictionary<int, int> _loopOf = [];
    private readonly Dictionary<int, (int All, int NotSelected)> _templates = [];

    /// <summary>Those that there are, in the order in which they stand.</summary>
    public IEnumerable<LoopState> Loops
    {
        get
        {
            var turns = _turns.Select(turn => _containers[turn]).ToLookup(turn => turn.Parent, Turn);
            return _containers.Values.Where(container => IsLoop(container, turns))
                .GroupBy(loop => LoopTemplates.BareName(loop.Name), StringComparer.Ordinal)
                .Select(group => new LoopState(
                    group.Key,
                    [.. group.SelectMany(loop => turns[loop.Index]).OrderBy(turn => turn.Place)
                        .ThenBy(turn => turn.Index)],
                    group.MinBy(loop => LoopState.PlaceOf(loop.State))!.State)
                {
                    Times = group.Count(),
                    WhyNotAsked = group.All(loop => loop is { Template: < 0, State: NodeState.Done })
                        ? WhyNotAsked(group.First().Index) : null,
                });
        }
    }

    /// <summary>Takes in a node; those that hold it come before.</summary>
    public void Add(LoopNode node)
    {
        if (node.IsTemplate)
        {
            _withTemplates.Add(node.Parent);
            Stand(node);
            return;
        }

        if (node.Kind == NodeKind.Package)
        {
            Count(node);
        }
        else if (node.Kind == NodeKind.Container)
        {
            _containers[node.Index] = node;
            if (_containers.TryGetValue(node.Parent, out var loop) && IsTurnOf(node.Name, loop.Name))
            {
                _turns.Add(node.Index);
            }
        }
    }

    private void Stand(LoopNode template)
    {
        var loop = _loopOf[template.Index] = _loopOf.GetValueOrDefault(template.Parent, template.Parent);
        if (template.Kind == NodeKind.Package)
        {
            var (all, notSelected) = _templates.GetValueOrDefault(loop);
            _templates[loop] = (all + 1, notSelected + (template.IsNotSelected ? 1 : 0));
        }
    }

    /// <summary>A loop without anything to do in this run: nobody selected it, or an earlier run has done it.</summary>
    private string WhyNotAsked(int loop) => _templates.GetValueOrDefault(loop) switch
    {
        (0, _) => Words.Of(NodeState.Done),
        var (all, notSelected) when all == notSelected => RunMachineOptions.NotSelected,
        (_, 0) => "all done before",
        _ => $"all done before or {RunMachineOptions.NotSelected}",
    };

    private void Count(LoopNode package)
    {
        if (_turns.Contains(package.Parent))
        {
            var (all, notSelected, done) = _packages.GetValueOrDefault(package.Parent);
            _packages[package.Parent] = (all + 1, notSelected + (package.IsNotSelected ? 1 : 0),
                done + (package.State == NodeState.Done ? 1 : 0));
        }
    }

    private TurnState Turn(LoopNode turn)
    {
        var (all, notSelected, done) = _packages.GetValueOrDefault(turn.Index);
        return new TurnState(turn.Name, turn.Index, turn.State)
        {
            IsNotSelected = turn.State == NodeState.Done && all > 0 && notSelected == all,
            IsFromBefore = turn.State == NodeState.Done && all > 0 && done == all && notSelected < all,
        };
    }

    // One whose turns the run finds out may have none.
    private bool IsLoop(LoopNode container, ILookup<int, TurnState> turns) => turns.Contains(container.Index)
        || _withTemplates.Contains(container.Index)
        || (!_turns.Contains(container.Index) && _withTemplates.Contains(container.Template));

    // A loop that stands in a turn is no turn of it.
    private static bool IsTurnOf(string name, string loop) =>
        name.StartsWith(LoopTemplates.BareName(loop) + "[", StringComparison.Ordinal);
}
