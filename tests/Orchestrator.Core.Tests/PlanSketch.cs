using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests;

/// <summary>Builds a plan for a test, in declared order: project, level, container, packages.</summary>
internal sealed class PlanSketch
{
    private readonly List<PlanNode> _nodes = [];
    private readonly List<Cap> _caps = [];
    private readonly List<RelaxedDatabase> _relaxed = [];
    private readonly List<RunVariable> _variables = [];
    private int _project;
    private int _level;
    private int _container;

    public PlanSketch() => Add(NodeKind.Batch, "Nightly", -1);

    public FailureHandling Handling { get; set; }

    public TimeSpan? Timeout { get; set; }

    public int Count => _nodes.Count;

    public PlanNode this[int index] => _nodes[index];

    /// <summary>A project behind others; without names it starts with the batch.</summary>
    public int Project(string name, params int[] behind)
    {
        (_level, _container) = (-1, -1);
        return _project = Add(NodeKind.Project, name, 0, Barriers(behind));
    }

    /// <summary>A level behind the one before it in the project.</summary>
    public int Level(int number)
    {
        var before = _level;
        return _level = Add(NodeKind.Level, $"{_nodes[_project].Name}:{number}", _project,
            before < 0 ? [] : Barriers(before));
    }

    public int Container(string name, ContainerMode mode = ContainerMode.Parallel,
        StartOrder order = StartOrder.LongestFirst, bool runsAfterFailure = false)
    {
        _container = Add(NodeKind.Container, $"{_nodes[_project].Name}/{name}", _level);
        Change(_container, node => node with { Mode = mode, Order = order, RunsAfterFailure = runsAfterFailure });
        return _container;
    }

    public int Package(string name, params PrecedenceConstraint[] constraints) =>
        Add(NodeKind.Package, $"{_nodes[_project].Name}/{name}", _container, constraints);

    public int Cap(string owner, int max)
    {
        _caps.Add(new Cap(owner, max));
        return _caps.Count - 1;
    }

    public int Relax(string connection, FlushWhen flush, TimeSpan? every = null)
    {
        _relaxed.Add(new RelaxedDatabase(connection, flush, every));
        return _relaxed.Count - 1;
    }

    /// <summary>A variable whose values packages of the run set.</summary>
    public int Variable(string name, SqlType type, bool isSensitive = false)
    {
        Assert.That(RunValueType.TryOf(type, out var made, out var problem), Is.True, problem);
        _variables.Add(new RunVariable(name, made!, isSensitive));
        return _variables.Count - 1;
    }

    public void Sets(int package, params int[] variables) => Change(package, node => node with { Sets = variables });

    /// <summary>A node reads a variable of packages, the latest first, and waits for them.</summary>
    public void Reads(int node, int variable, params int[] setters) => Change(node, one => one with
    {
        ReadsValues = [.. one.ReadsValues, new ValueRead(variable, setters)],
        Constraints = [.. one.Constraints, .. setters.Except(one.Constraints.Select(each => each.Node))
            .Select(setter => new PrecedenceConstraint(setter, Outcome.Success))],
        Reads = [.. one.Reads.Union(setters)],
    });

    /// <summary>A condition over the variables that there are, and what the product says of packages.</summary>
    public Expression Condition(string text) => Expression.ReadCondition(text, (word, name) => word switch
    {
        "var" => _variables.SingleOrDefault(variable => variable.Name == name)?.Type.Scalar,
        "rows" => new SqlType(SqlTypeKind.BigInt),
        _ => new SqlType(SqlTypeKind.NVarChar, 40),
    });

    public void Change(int index, Func<PlanNode, PlanNode> change) => _nodes[index] = change(_nodes[index]);

    public Plan Build() => new()
    {
        Solution = "Shop",
        Batch = "Nightly",
        Environment = "default",
        Hash = "",
        Nodes = [.. _nodes],
        Caps = [.. _caps],
        Relaxed = [.. _relaxed],
        Variables = [.. _variables],
        FailureHandling = Handling,
        Timeout = Timeout,
    };

    private static PrecedenceConstraint[] Barriers(params int[] behind) =>
        [.. behind.Select(node => new PrecedenceConstraint(node, Outcome.Completion))];

    private int Add(NodeKind kind, string name, int parent, params PrecedenceConstraint[] constraints)
    {
        _nodes.Add(new PlanNode
        {
            Index = _nodes.Count,
            Kind = kind,
            Name = name,
            Parent = parent,
            Constraints = constraints,
        });
        return _nodes.Count - 1;
    }
}
