using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>Adds conditions to a plan with values, and constraints of which one is enough.</summary>
internal sealed class RandomConditions(Plan plan, RunMachineOptions options, Random random)
{
    private readonly PlanNode[] _nodes = [.. plan.Nodes];
    private readonly Dictionary<Expression, SimCondition> _conditions = [];

    /// <summary>The plan, and for each expression in it what it has to come to.</summary>
    public static (Plan Plan, IReadOnlyDictionary<Expression, SimCondition> Conditions) AddTo(
        Plan plan, RunMachineOptions options, Random random) => new RandomConditions(plan, options, random).Make();

    private (Plan Plan, IReadOnlyDictionary<Expression, SimCondition> Conditions) Make()
    {
        foreach (var package in plan.Nodes.Where(node => node.Kind == NodeKind.Package))
        {
            AddToConstraints(package.Index);
            if (!package.IsHook && Chance(12))
            {
                AddAny(package.Index);
            }

            if (Chance(35))
            {
                _nodes[package.Index] = _nodes[package.Index] with { When = Over(_nodes[package.Index], -1) };
            }
        }

        // What is lost, or stops a run, may come between the judgement of a group and the end of what is in it.
        var isSteady = plan.Relaxed.Count == 0 && plan.FailureHandling != FailureHandling.Stop && !options.FailFast;
        // Handlers in a group that failed wait on, so that it may hold nothing else that went wrong.
        foreach (var container in plan.Nodes.Where(node => node.Kind == NodeKind.Container
            && RandomLoops.Around(plan, node.Index).Length == 0
            && plan.Nodes.All(one => one.Parent != node.Index || !(one.IsHook || IsHandler(one)))))
        {
            if (isSteady && Chance(40))
            {
                AddToContainer(container.Index);
            }
        }

        return (plan with { Nodes = _nodes }, _conditions);
    }

    private static bool IsHandler(PlanNode node) =>
        node.Constraints.Any(constraint => constraint.Outcome == Outcome.Failure);

    private void AddToConstraints(int package)
    {
        var node = _nodes[package];
        _nodes[package] = node with
        {
            Constraints =
            [
                .. node.Constraints.Select(constraint => !node.IsHook && Chance(12)
                    ? constraint with { When = Over(node, constraint.Node) } : constraint),
            ],
        };
    }

    private void AddAny(int package)
    {
        int[] before = [.. plan.Nodes.Where(node => node.Kind == NodeKind.Package && node.Index < package
                && RandomLoops.CanName(plan, package, node.Index))
            .Select(node => node.Index).Where(_ => Chance(30)).Take(3)];
        PrecedenceConstraint[] group =
        [
            .. before.Select(other => new PrecedenceConstraint(other, (Outcome)random.Next(3))
            {
                // What one of them says could change behind a loss, which only those that hold without it outlast.
                When = plan.Relaxed.Count == 0 && Chance(25) ? Over(_nodes[package], other) : null,
            }),
        ];
        _nodes[package] = _nodes[package] with { Any = group.Length == 0 ? [] : [group] };
    }

    private void AddToContainer(int container)
    {
        int[] setters = [.. plan.Nodes.Where(node => node.Index < container && !node.IsHook && node.Sets.Contains(0)
                && RandomLoops.CanName(plan, container, node.Index))
            .Select(node => node.Index).OrderDescending().Where(_ => Chance(50)).Take(2)];
        if (setters.Length > 0)
        {
            var node = _nodes[container] with
            {
                ReadsValues = [new ValueRead(0, setters)],
                Constraints = [.. setters.Order().Select(one => new PrecedenceConstraint(one, Outcome.Success))],
            };
            _nodes[container] = node with { When = Over(node, -1) };
        }
    }

    /// <summary>A condition over what a node reads, and over what it waits for; null = there is nothing.</summary>
    private Expression? Over(PlanNode node, int own)
    {
        int[] about = [.. node.Constraints.Where(_ => !node.IsHook).Select(constraint => constraint.Node)
            .Append(own).Where(other => other >= 0 && plan.Nodes[other].Kind == NodeKind.Package).Distinct()];
        var given = RandomLoops.Around(plan, node.Index).SelectMany(loop => plan.Nodes[loop].Loop!.Gives).ToArray();
        string[] numbers =
        [
            .. given.Where(column => !column.Type.IsText).Select(column => column.Name),
            .. node.ReadsValues.Where(read => read.Variable != 1).Select(read => plan.Variables[read.Variable].Name),
            .. about.Select(other => $"${{rows:{plan.Nodes[other].Name}.read}}"),
        ];
        string[] texts =
        [
            .. given.Where(column => column.Type.IsText).Select(column => column.Name),
            .. node.ReadsValues.Where(read => read.Variable == 1).Select(read => plan.Variables[read.Variable].Name),
            .. about.Select(other => $"${{state:{plan.Nodes[other].Name}}}"),
        ];
        if (numbers.Length + texts.Length == 0)
        {
            return null;
        }

        var condition = SimCondition.Make(random, numbers, texts, random.Next(3));
        var read = Expression.ReadCondition(condition.Text, TypeOf);
        _conditions.Add(read, condition);
        return read;
    }

    private SqlType? TypeOf(string word, string name) => word switch
    {
        "var" => plan.Variables.SingleOrDefault(variable => variable.Name == name)?.Type.Scalar
            ?? plan.Nodes.SelectMany(node => node.Loop?.Gives ?? [])
                .FirstOrDefault(column => column.Name == name)?.Type,
        "rows" => new SqlType(SqlTypeKind.BigInt),
        _ => new SqlType(SqlTypeKind.NVarChar, 40),
    };

    private bool Chance(int percent) => random.Next(100) < percent;
}
