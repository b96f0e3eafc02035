using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>Foretells which packages a skip will block, by the rules that block them when their time comes.</summary>
internal sealed class SkipForecast
{
    private readonly RunBoard _board;
    private readonly bool[] _isMissing;
    private readonly HashSet<int> _setNothing = [];

    // Per group the place of the first member that is missing.
    private readonly Dictionary<int, int> _firstMissing = [];

    /// <param name="asSuccess">They count as a success: then only the values are missing that they would have set.
    /// </param>
    public SkipForecast(RunBoard board, IEnumerable<int> skipped, bool asSuccess)
    {
        _board = board;
        _isMissing = new bool[board.Nodes.Count];
        foreach (var package in skipped)
        {
            if (asSuccess)
            {
                _setNothing.Add(package);
            }
            else
            {
                Miss(package);
            }
        }
    }

    /// <summary>How many packages need what was skipped, or another one that needs it.</summary>
    public int Count()
    {
        var count = 0;
        foreach (var package in _board.Graph.StartOrder.Where(_board.Graph.IsPackage))
        {
            if (!_isMissing[package] && HasNotBegun(package) && NeedsWhatIsMissing(package))
            {
                Miss(package);
                count++;
            }
        }

        return count;
    }

    private bool HasNotBegun(int package) => _board.PresetOf(package) is null && _board.Nodes[package] is
    {
        HasEnded: false, State: NodeState.Pending or NodeState.Ready or NodeState.Held, Package.Attempt: 0,
    };

    private bool NeedsWhatIsMissing(int package)
    {
        var node = _board.Plan.Nodes[package];
        return !_board.Graph.IsHandler[package]
            && (node.Constraints.Any(one => one.Outcome == Outcome.Success && _isMissing[one.Node])
            || (!_board.Plan.Nodes[node.Parent].RunsAfterFailure && node.Reads.Any(read => _isMissing[read]
                && !node.Constraints.Any(one => one.Node == read)))
            || IsBehindInLine(package, node)
            || node.ReadsValues.Any(LacksSetters));
    }

    private bool LacksSetters(ValueRead read) => read.Setters.Any(_setNothing.Contains)
        && read.Setters.All(setter => _setNothing.Contains(setter)
            || (_board.Nodes[setter].HasEnded && _board.Values.Of(setter, read.Variable) is null));

    /// <summary>Whether something is missing before it in a line, or before the turn that it stands in.</summary>
    private bool IsBehindInLine(int package, PlanNode node) =>
        (!_board.Graph.StandsAside[package] && IsBehindMissing(node))
        || _board.Plan.GroupsAround(node).Any(IsBehindMissing);

    private bool IsBehindMissing(PlanNode member) => _board.Graph.IsLinear(member.Parent)
        && _firstMissing.TryGetValue(member.Parent, out var first) && first < _board.Graph.PlaceInParent[member.Index];

    /// <summary>The groups around it miss something, too.</summary>
    private void Miss(int package)
    {
        for (var node = package; node >= 0; node = _board.Plan.Nodes[node].Parent)
        {
            _isMissing[node] = true;
            var (parent, place) = (_board.Plan.Nodes[node].Parent, _board.Graph.PlaceInParent[node]);
            _firstMissing[parent] = Math.Min(place, _firstMissing.GetValueOrDefault(parent, place));
        }
    }
}
