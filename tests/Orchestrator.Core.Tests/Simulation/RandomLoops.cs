using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// Makes loops of some containers: over rows that a package sets or that were known before, or while a condition is
/// true; turns side by side or one after another; some with a loop in them.
/// </summary>
internal sealed class RandomLoops(Random random)
{
    private static readonly SqlType Number = new(SqlTypeKind.Int);
    private static readonly SqlType Text = new(SqlTypeKind.NVarChar, 20);

    private PlanNode[] _nodes = [];
    private List<RunVariable> _variables = [];
    private Dictionary<(int Node, int Variable), RunValue> _earlier = [];
    private Dictionary<Expression, SimCondition> _conditions = [];

    /// <summary>The loops around a node, the innermost first.</summary>
    public static int[] Around(Plan plan, int node)
    {
        var loops = new List<int>();
        for (var above = plan.Nodes[node].Parent; above >= 0; above = plan.Nodes[above].Parent)
        {
            if (plan.Nodes[above].Loop is not null)
            {
                loops.Add(above);
            }
        }

        return [.. loops];
    }

    /// <summary>
    /// Whether what one node names may be the other one: nobody outside names what is in a loop, and who is in one
    /// names of what is outside what comes before the loop.
    /// </summary>
    public static bool CanName(Plan plan, int node, int other)
    {
        var around = Around(plan, node);
        return Around(plan, other).All(around.Contains)
            && (around.Length == 0 || other < around[^1] || Around(plan, other).Contains(around[^1]));
    }

    /// <summary>A plan with loops, of which it is not said yet how many turns they have.</summary>
    public Plan Shape(Plan plan)
    {
        _nodes = [.. plan.Nodes];
        int[] containers = [.. plan.Nodes.Where(node => node.Kind == NodeKind.Container
            && plan.Nodes.Any(child => child.Parent == node.Index)
            && !plan.Nodes.Any(child => child.Parent == node.Index && child.IsHook)).Select(node => node.Index)];
        foreach (var container in containers.Where((_, place) => place == 0 || Chance(30)))
        {
            _nodes[container] = _nodes[container] with { Loop = Gives(container, Chance(60)) };
            if (_nodes[container].Mode == ContainerMode.Parallel && Chance(30))
            {
                AddWithin(container);
            }
        }

        var shaped = plan with { Nodes = _nodes };
        _nodes = [.. _nodes.Select(node => node with
        {
            Constraints = [.. node.Constraints.Select(one => FromOutside(shaped, node.Index, one))
                .DistinctBy(one => one.Node)],
        })];
        return plan with { Nodes = _nodes };
    }

    /// <summary>The same with rows and conditions, by which the loops have turns.</summary>
    public (Plan Plan, RunMachineOptions Options, IReadOnlyDictionary<Expression, SimCondition> Conditions) Fill(
        Plan plan, RunMachineOptions options, IReadOnlyDictionary<Expression, SimCondition> conditions)
    {
        (_nodes, _variables) = ([.. plan.Nodes], [.. plan.Variables]);
        (_earlier, _conditions) = (new(options.Values), new(conditions));
        foreach (var loop in plan.Nodes.Where(node => node.Loop is not null).Select(node => node.Index))
        {
            int[] before = [.. _nodes.Where(node => node is { Kind: NodeKind.Package, Enabled: true, IsHook: false }
                && (node.Index < loop) && CanName(plan, loop, node.Index)
                && _nodes[loop].Constraints.All(one => one.Node != node.Index || one.Outcome == Outcome.Success))
                .Select(node => node.Index)];
            int[] inside = [.. _nodes.Where(node => node.Parent == loop && node is { Kind: NodeKind.Package })
                .Select(node => node.Index)];
            if (_nodes[loop].Loop!.Gives.Count == 1 && before.Length > 0)
            {
                While(loop, before, inside, options);
            }
            else
            {
                Over(loop, before, options);
            }
        }

        return (plan with { Nodes = _nodes, Variables = _variables }, options with { Values = _earlier }, _conditions);
    }

    /// <summary>The options with but one turn selected of some loops whose rows are known, and of what is in it.
    /// </summary>
    public static RunMachineOptions Select(Plan plan, RunMachineOptions options, Random dice)
    {
        var meant = new Dictionary<int, IReadOnlyList<string>>();
        foreach (var loop in plan.Nodes.Where(node => node.Loop is { Known.Rows.Count: > 0 }
            && Around(plan, node.Index).Length == 0 && dice.Next(2) == 0))
        {
            PlanNode[] inside = [.. plan.Nodes.Where(node => Around(plan, node.Index).Contains(loop.Index))];
            var keys = TurnKeys.Of(loop.Loop!.Known!, loop.Loop.Key);
            var key = keys[dice.Next(keys.Count)];
            // The turns of a condition follow from each other.
            foreach (var package in inside.Any(node => node.Loop is { While: not null }) ? []
                : inside.Where(node => node.Kind == NodeKind.Package))
            {
                meant[package.Index] = [key];
            }
        }

        return options with { SelectedTurns = meant };
    }

    /// <summary>The plan with the rows that are known in another order.</summary>
    public static Plan Shuffled(Plan plan, Random dice) => plan with
    {
        Nodes = [.. plan.Nodes.Select(node => node.Loop is { Known: { } known } loop
            ? node with { Loop = loop with { Known = Shuffled(known, dice) } } : node)],
    };

    private static RunValue Shuffled(RunValue known, Random dice)
    {
        IReadOnlyList<string?>[] rows =
            [.. known.Rows.Select(row => (IReadOnlyList<string?>)[.. row.Select(cell => cell?.Text)])];
        dice.Shuffle(rows);
        Assert.That(RunValue.TryMake(known.Type, rows, out var made, out var problem), Is.True, problem);
        return made!;
    }

    private static LoopShape Gives(int loop, bool isOverRows) => new()
    {
        Gives = isOverRows ? [new($"Code{loop}", Text), new($"Size{loop}", Number)] : [new($"Turn{loop}", Number)],
    };

    /// <summary>A loop in each turn of a loop.</summary>
    private void AddWithin(int loop)
    {
        var outer = _nodes[loop];
        int[] members = [.. _nodes.Where(node => node.Parent == loop).Select(node => node.Index)];
        var inner = _nodes.Length;
        var project = outer.Name[..outer.Name.IndexOf('/', StringComparison.Ordinal)];
        _nodes =
        [
            .. _nodes,
            outer with { Index = inner, Name = $"{outer.Name}within", Parent = loop, Loop = Gives(inner, true) },
            .. Enumerable.Range(inner + 1, random.Next(1, 3)).Select(index => _nodes[members[0]] with
            {
                Index = index,
                Name = $"{project}/p{index}",
                Parent = inner,
                Enabled = true,
                Reads = [],
                Constraints = [.. members.Where(_ => Chance(40))
                    .Select(member => new PrecedenceConstraint(member, Outcome.Success))],
            }),
        ];
    }

    /// <summary>Who names what is in a loop means the loop.</summary>
    private static PrecedenceConstraint FromOutside(Plan plan, int node, PrecedenceConstraint constraint)
    {
        var outermost = Around(plan, constraint.Node).Except(Around(plan, node)).DefaultIfEmpty(-1).Last();
        return outermost < 0 ? constraint : constraint with { Node = outermost };
    }

    private void Over(int loop, int[] before, RunMachineOptions options)
    {
        var shape = _nodes[loop].Loop! with
        {
            Turns = (ContainerMode)random.Next(2),
            FailsOnNone = Chance(15),
        };
        Assert.That(RunValueType.TryRows(shape.Gives, out var type, out var problem), Is.True, problem);
        var setters = Pick(before);
        if (setters.Length == 0 || Chance(25))
        {
            _nodes[loop] = _nodes[loop] with { Loop = shape with { Known = RandomValues.Rows(type!, random) } };
            return;
        }

        var variable = Declare(new RunVariable($"Rows{loop}", type!), setters, options);
        Read(loop, variable, setters);
        _nodes[loop] = _nodes[loop] with { Loop = shape with { Rows = variable } };
    }

    private void While(int loop, int[] before, int[] inside, RunMachineOptions options)
    {
        Assert.That(RunValueType.TryOf(Number, out var type, out var problem), Is.True, problem);
        var setters = Pick(before);
        setters = setters.Length == 0 ? [before[^1]] : setters;
        int[] within = [inside[random.Next(inside.Length)]];
        var variable = Declare(new RunVariable($"Left{loop}", type!), [.. setters, .. within], options);
        Read(loop, variable, setters);
        var condition = SimCondition.Make(random, [$"Left{loop}"], [], random.Next(2));
        var read = Expression.ReadCondition(condition.Text, (_, _) => Number);
        _conditions.Add(read, condition);
        _nodes[loop] = _nodes[loop] with
        {
            Loop = _nodes[loop].Loop! with
            {
                While = read,
                WhileReads = [new ValueRead(variable, within)],
                AtMost = random.Next(1, 5),
                Turns = ContainerMode.Linear,
                FailsOnNone = Chance(15),
            },
        };
    }

    /// <summary>Up to two of these, the latest first.</summary>
    private int[] Pick(int[] before) => [.. before.OrderDescending().Where(_ => Chance(40)).Take(2)];

    private int Declare(RunVariable variable, int[] setters, RunMachineOptions options)
    {
        var index = _variables.Count;
        _variables.Add(variable);
        foreach (var setter in setters)
        {
            _nodes[setter] = _nodes[setter] with { Sets = [.. _nodes[setter].Sets, index] };
            if (options.Selected?.Contains(setter) == false)
            {
                _earlier[(setter, index)] = RandomValues.Value(variable, random);
            }
        }

        return index;
    }

    private void Read(int loop, int variable, int[] setters)
    {
        var node = _nodes[loop];
        _nodes[loop] = node with
        {
            ReadsValues = [.. node.ReadsValues, new ValueRead(variable, setters)],
            Constraints = [.. node.Constraints, .. setters.Except(node.Constraints.Select(one => one.Node)).Order()
                .Select(setter => new PrecedenceConstraint(setter, Outcome.Success))],
            Reads = [.. node.Reads.Union(setters)],
        };
    }

    private bool Chance(int percent) => random.Next(100) < percent;
}
