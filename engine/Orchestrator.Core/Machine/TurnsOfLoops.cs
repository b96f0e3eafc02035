using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Machine;

/// <summary>
/// Makes the turns of loops: the nodes of the template again for each row, or for each time that a condition is true.
/// </summary>
internal sealed class TurnsOfLoops(RunBoard board)
{
    /// <summary>The most turns that the rows of one loop make.</summary>
    public const int TurnsMax = 10_000;

    /// <summary>The most nodes that a run has.</summary>
    public const int NodesMax = 200_000;

    // Per container of a turn what was made in it, by what it was made after.
    private readonly Dictionary<int, Dictionary<int, int>> _copies = [];
    private readonly Dictionary<int, int> _latest = [];
    private int[]? _places;

    /// <summary>What a node of a template is for a node that may stand in a turn: the one of the same turn.</summary>
    public int InTurnOf(int node, int other)
    {
        for (var above = node; above >= 0 && _copies.Count > 0; above = board.Plan.Nodes[above].Parent)
        {
            if (_copies.TryGetValue(above, out var copies) && copies.TryGetValue(other, out var copy))
            {
                return copy;
            }
        }

        return other;
    }

    /// <summary>The container of the latest turn of a loop; −1 = it has none.</summary>
    public int LatestOf(int loop) => _latest.GetValueOrDefault(loop, -1);

    /// <summary>The turns of a loop over rows.</summary>
    /// <param name="problem">What keeps it from having them, as a sentence with its code; null = nothing.</param>
    public IReadOnlyList<GrownTurn> OfRows(int loop, out string? problem)
    {
        var shape = board.Plan.Nodes[loop].Loop!;
        var read = board.Plan.Nodes[loop].ReadsValues.FirstOrDefault(one => one.Variable == shape.Rows);
        var rows = shape.Known ?? (read is null ? null : board.Values.Of(read));
        var count = rows?.Rows.Count ?? 0;
        var place = ConditionFacts.Place(shape.WrittenAt);
        problem = count > TurnsMax
                ? $"{MachineCodes.TooManyTurns} it would have {count} turns, and {TurnsMax} are allowed{place}"
            : count == 0 && shape.FailsOnNone
                ? $"{MachineCodes.NoTurn} there are no rows, so that it has no turn{place}"
            : TooManyNodes(loop, count);
        if (problem is not null || count == 0)
        {
            return [];
        }

        var isSensitive = shape.Known is null && board.Plan.Variables[shape.Rows].IsSensitive;
        var then = board.Options.TurnsThen.GetValueOrDefault(board.Plan.Nodes[loop].Name, []);
        var keys = isSensitive ? TurnKeys.Numbers(rows!, then) : TurnKeys.Of(rows!, shape.Key, then);
        var columns = shape.Gives.Count > 0 ? shape.Gives : rows!.Type.Columns;
        var first = board.Nodes.Count;
        var turns = new List<GrownTurn>(count);
        for (var row = 0; row < count; row++)
        {
            turns.Add(Make(first, new GivenTurn(
                loop, NameOf(loop), row + 1, keys[row], columns, rows!.Rows[row], isSensitive)));
            first += turns[^1].Nodes.Count;
        }

        return turns;
    }

    /// <summary>One further turn of a loop whose condition is true.</summary>
    /// <param name="problem">What keeps it from having it, as a sentence with its code; null = nothing.</param>
    public GrownTurn? Next(int loop, int number, out string? problem)
    {
        var shape = board.Plan.Nodes[loop].Loop!;
        problem = number > shape.AtMost
                ? $"{MachineCodes.TooManyTurns} its condition is still true after {shape.AtMost} turns, which is as "
                    + $"many as it may have{ConditionFacts.Place(shape.WrittenAt)}"
            : TooManyNodes(loop, 1);
        return problem is not null ? null : Make(board.Nodes.Count, new GivenTurn(
            loop, NameOf(loop), number, $"{number}", shape.Gives, [.. shape.Gives.Select(column =>
                TypedValue.TryParse(column.Type, $"{number}", out var value, out _) ? value : null)]));
    }

    private string? TooManyNodes(int loop, int turns)
    {
        var nodes = board.Nodes.Count + ((long)turns * (1 + Template(loop).Count));
        return nodes <= NodesMax ? null : $"{MachineCodes.TooManyTurns} with its {turns} turns the run would have "
            + $"{nodes} packages and containers, and {NodesMax} are allowed"
            + ConditionFacts.Place(board.Plan.Nodes[loop].Loop!.WrittenAt);
    }

    /// <summary>The container of a turn and all in it, each behind what it waits for.</summary>
    private GrownTurn Make(int first, GivenTurn turn)
    {
        var loop = board.Plan.Nodes[turn.Loop];
        GivenTurn[] turns = [.. loop.Turns, turn];
        var keys = string.Join(',', turns.Select(one => one.Key));
        var template = board.TemplateOf(turn.Loop);
        var copies = new Dictionary<int, int> { [template] = first };
        _copies.Add(first, copies);
        _latest[turn.Loop] = first;
        var nodes = new List<GrownNode>
        {
            new(loop with
            {
                Index = first,
                Name = LoopTemplates.NameIn(board.Plan.Nodes[template].Name, keys),
                Parent = turn.Loop,
                Constraints = [],
                ReadsValues = [],
                When = null,
                Loop = null,
                Turns = turns,
                TurnKeys = keys,
            }, template),
        };
        foreach (var one in Template(turn.Loop))
        {
            copies.Add(one, first + nodes.Count);
            nodes.Add(new GrownNode(Copy(board.Plan.Nodes[one], first + nodes.Count, turns, keys, copies), one));
        }

        return new GrownTurn(turn, nodes);
    }

    private PlanNode Copy(
        PlanNode one, int index, GivenTurn[] turns, string keys, Dictionary<int, int> copies)
    {
        var loop = turns[^1].Loop;
        int[] setters = [.. turns.SelectMany(turn => SettersOf(turn.Loop)).Distinct()];
        int In(int other) => copies.TryGetValue(other, out var copy) ? copy : InTurnOf(loop, other);
        var constraints = one.Constraints.Select(constraint => constraint with { Node = In(constraint.Node) }).ToList();
        if (one.Kind == NodeKind.Package)
        {
            // Where the success is lost that said the rows, its turns stand behind that, with all in them.
            constraints.AddRange(setters.Where(setter => constraints.TrueForAll(each => each.Node != setter))
                .Select(setter => new PrecedenceConstraint(setter, Outcome.Success)));
        }

        return one with
        {
            Index = index,
            Name = LoopTemplates.NameIn(one.Name, keys),
            Parent = In(one.Parent),
            Constraints = constraints,
            Any = [.. one.Any.Select(group => (IReadOnlyList<PrecedenceConstraint>)
                [.. group.Select(constraint => constraint with { Node = In(constraint.Node) })])],
            Reads = [.. one.Reads.Select(In).Order()],
            ReadsValues = [.. one.ReadsValues.Select(read => read with { Setters = [.. read.Setters.Select(In)] })],
            ReadsFacts = [.. one.ReadsFacts.Select(read => read with { Node = In(read.Node) })],
            ReadsRelaxed = [.. one.ReadsRelaxed.Concat(setters.Select(setter =>
                board.Plan.Nodes[setter].Relaxed).Where(database => database >= 0 && database != one.Relaxed))
                .Distinct().Order()],
            Turns = turns,
            TurnKeys = keys,
        };
    }

    /// <summary>The package whose rows a loop has; none where they were known before the run.</summary>
    private IEnumerable<int> SettersOf(int loop)
    {
        var node = board.Plan.Nodes[loop];
        return node.Loop is not { Known: null, Rows: >= 0 and var rows } ? []
            : node.ReadsValues.Where(read => read.Variable == rows).Select(read =>
                read.Setters.FirstOrDefault(setter => board.Values.Of(setter, rows) is not null, -1))
                .Where(setter => setter >= 0);
    }

    /// <summary>
    /// All that a turn has besides its container, as it was compiled, in an order in which each may be named by those
    /// behind it. Of a loop within it only the container, which has turns of its own.
    /// </summary>
    private List<int> Template(int loop)
    {
        var container = board.Plan.Nodes[board.TemplateOf(loop)];
        var found = new List<int>();
        Add(container.Index, found);
        if (container.Mode == ContainerMode.Linear)
        {
            found.Sort();
        }
        else
        {
            _places ??= Places();
            found.Sort((one, other) => _places[one].CompareTo(_places[other]));
        }

        return found;
    }

    private void Add(int group, List<int> found)
    {
        foreach (var child in board.Graph.Children[group].Where(board.IsTemplate))
        {
            found.Add(child);
            if (board.Plan.Nodes[child].Loop is null)
            {
                Add(child, found);
            }
        }
    }

    private int[] Places()
    {
        var places = new int[board.Graph.StartOrder.Count];
        for (var place = 0; place < places.Length; place++)
        {
            places[board.Graph.StartOrder[place]] = place;
        }

        return places;
    }

    private string NameOf(int loop)
    {
        var name = board.Plan.Nodes[board.TemplateOf(loop)].Name;
        return name[(name.IndexOf('/', StringComparison.Ordinal) + 1)..];
    }
}
