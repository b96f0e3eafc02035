using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// Adds to a plan values that some packages set and others read; with a random of its own, so that the plan without
/// them stays the one of its seed.
/// </summary>
internal sealed class RandomValues(Plan plan, RunMachineOptions options, Random random)
{
    private static readonly SqlType[] Types =
    [
        new SqlType(SqlTypeKind.Int), new SqlType(SqlTypeKind.NVarChar, 20), new SqlType(SqlTypeKind.Int),
    ];

    private static readonly string[] Texts = ["a", "b", "it's", ""];

    private readonly PlanNode[] _nodes = [.. plan.Nodes];

    public static (Plan Plan, RunMachineOptions Options) AddTo(Plan plan, RunMachineOptions options, Random random) =>
        new RandomValues(plan, options, random).Make();

    /// <summary>Some value of a variable, often NULL and often one that others have, too.</summary>
    public static RunValue Value(RunVariable variable, Random random)
    {
        if (variable.Type.IsRows)
        {
            return Rows(variable.Type, random);
        }

        var text = random.Next(5) == 0 ? null
            : variable.Type.Scalar!.Value.Kind == SqlTypeKind.Int ? $"{random.Next(-2, 4)}"
            : Texts[random.Next(Texts.Length)];
        Assert.That(RunValue.TryMake(variable.Type, [[text]], out var made, out var problem), Is.True, problem);
        return made!;
    }

    /// <summary>Up to four rows, with keys that often are equal and values that are NULL.</summary>
    public static RunValue Rows(RunValueType type, Random random)
    {
        IReadOnlyList<string?>[] rows = [.. Enumerable.Range(0, random.Next(5)).Select(_ => (IReadOnlyList<string?>)
            [.. type.Columns.Select(column => random.Next(5) == 0 ? null
                : column.Type.IsText ? Texts[random.Next(Texts.Length)] : $"{random.Next(-2, 4)}")])];
        Assert.That(RunValue.TryMake(type, rows, out var made, out var problem), Is.True, problem);
        return made!;
    }

    private (Plan Plan, RunMachineOptions Options) Make()
    {
        RunVariable[] variables = [.. Enumerable.Range(0, random.Next(1, 4)).Select(Variable)];
        foreach (var package in Packages().Where(node => node.Enabled && Chance(40)).ToArray())
        {
            int[] sets = [.. Enumerable.Range(0, variables.Length).Where(_ => Chance(60))];
            _nodes[package.Index] = package with { Sets = sets };
        }

        foreach (var package in Packages().Where(_ => Chance(60)).ToArray())
        {
            Read(package.Index, variables.Length);
        }

        return (plan with { Nodes = _nodes, Variables = variables }, options with { Values = Earlier(variables) });
    }

    private static RunVariable Variable(int index)
    {
        Assert.That(RunValueType.TryOf(Types[index], out var type, out var problem), Is.True, problem);
        return new RunVariable($"V{index}", type!, IsSensitive: index == 2);
    }

    /// <summary>A node reads some variables, each from setters before it, mostly from the latest ones.</summary>
    private void Read(int reader, int variables)
    {
        var node = _nodes[reader];
        List<ValueRead> reads = [];
        for (var variable = 0; variable < variables; variable++)
        {
            int[] setters =
            [
                .. Packages().Where(one => one.Index < reader && one.Sets.Contains(variable)
                        && RandomLoops.CanName(plan, reader, one.Index)
                        && node.Constraints.All(constraint =>
                            constraint.Node != one.Index || constraint.Outcome == Outcome.Success))
                    .Select(one => one.Index).OrderDescending().Where(_ => Chance(60)).Take(3),
            ];
            if (setters.Length > 0 && Chance(70))
            {
                reads.Add(new ValueRead(variable, setters));
            }
        }

        int[] all = [.. reads.SelectMany(read => read.Setters).Distinct()];
        _nodes[reader] = node with
        {
            ReadsValues = reads,
            Constraints = [.. node.Constraints, .. all.Except(node.Constraints.Select(one => one.Node)).Order()
                .Select(setter => new PrecedenceConstraint(setter, Outcome.Success))],
            Reads = [.. node.Reads.Union(all)],
        };
    }

    /// <summary>What was set by packages that are done from the start.</summary>
    private Dictionary<(int Node, int Variable), RunValue> Earlier(RunVariable[] variables) =>
        Packages().Where(node => options.Selected?.Contains(node.Index) == false)
            .SelectMany(node => node.Sets.Select(variable => (Node: node.Index, Variable: variable)))
            .ToDictionary(key => key, key => Value(variables[key.Variable], random));

    private IEnumerable<PlanNode> Packages() => _nodes.Where(node => node.Kind == NodeKind.Package);

    private bool Chance(int percent) => random.Next(100) < percent;
}
