using Orchestrator.Core;
using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>A plan while it is being compiled.</summary>
internal sealed class PlanDraft(Solution solution, Batch batch)
{
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private int _placed;

    public Solution Solution { get; } = solution;

    public Batch Batch { get; } = batch;

    public List<DraftNode> Nodes { get; } = [];

    public CapList Caps { get; } = new(solution);

    public ProjectOrder Order { get; } = new(batch);

    public List<Diagnostic> Diagnostics { get; } = [];

    /// <summary>The packages by full name.</summary>
    public Dictionary<string, DraftNode> Packages { get; } = new(StringComparer.Ordinal);

    /// <summary>The variables of the run: those that are declared, and behind them the rows of loops over queries.
    /// </summary>
    public List<RunVariableDefinition> Variables { get; } = [.. solution.RunVariables];

    /// <summary>The place of a variable; −1 = there is none.</summary>
    public int IndexOf(string variable)
    {
        for (; _placed < Variables.Count; _placed++)
        {
            _places.TryAdd(Variables[_placed].Name, _placed);
        }

        return _places.GetValueOrDefault(variable, -1);
    }

    /// <summary>Whether a barrier stands between two packages, the first one before it.</summary>
    public bool BarrierBetween(DraftNode first, DraftNode second) =>
        first.Project == second.Project
            ? first.Project!.Ordering == Ordering.Levels && first.Level < second.Level
            : Order.Precedes(first.Project!.Name, second.Project!.Name);

    /// <summary>Puts a node behind those that there are.</summary>
    public DraftNode Add(NodeKind kind, string name, DraftNode? parent, IReadOnlyList<PlanProperty> properties,
        Project? project = null, Container? container = null, ObjectDefinition? definition = null, int level = 0,
        HookScope? hooks = null, InstanceTurn? turn = null, string? rowsName = null)
    {
        var node = new DraftNode
        {
            Index = Nodes.Count,
            Kind = kind,
            Name = name,
            Parent = parent,
            Project = project,
            Container = container,
            Definition = definition,
            Level = level,
            Hooks = hooks,
            Turn = turn,
            RowsName = rowsName,
            Properties = properties,
            Hash = PlanJson.Hash(kind, name, properties),
            Caps = definition is null ? [] : Caps.Of(project!, container!, definition),
        };
        Nodes.Add(node);
        return node;
    }

    public void Error(string code, Origin at, string message, string hint, string? suggestion = null) =>
        Diagnostics.Add(new Diagnostic(code, Severity.Error, at, message, hint, suggestion));

    public void Warning(string code, Origin at, string message, string hint) =>
        Diagnostics.Add(new Diagnostic(code, Severity.Warning, at, message, hint));
}

/// <summary>A node of the draft.</summary>
internal sealed class DraftNode
{
    public required int Index { get; init; }

    public required NodeKind Kind { get; init; }

    public required string Name { get; init; }

    public required DraftNode? Parent { get; init; }

    public Project? Project { get; init; }

    public Container? Container { get; init; }

    public ObjectDefinition? Definition { get; init; }

    /// <summary>Containers: which turn of its loop it is; null = it is none.</summary>
    public InstanceTurn? Turn { get; init; }

    /// <summary>Whether it is a container that holds its turns, as they are known before the run.</summary>
    public bool HoldsTurns => Kind == NodeKind.Container && Turn is null && Container!.IsExpanded;

    /// <summary>Containers: the loop whose turns the run finds out; null = it is none.</summary>
    public LoopDefinition? Loop => Kind == NodeKind.Container && Turn is null && !Container!.IsExpanded
        ? Container.Loop : null;

    /// <summary>Loops: the variable whose rows it has a turn for; null = none.</summary>
    public string? RowsName { get; init; }

    /// <summary>Packages: the name of the loop whose turns it finds out; empty = of none.</summary>
    public string TellsTurnsOf { get; set; } = "";

    /// <summary>Loops: the condition of another turn; null = none.</summary>
    public Expression? While { get; set; }

    /// <summary>Loops: whose values the condition reads, also of packages in its turns.</summary>
    public IReadOnlyList<ValueRead> WhileReads { get; set; } = [];

    /// <summary>The level as it counts for barriers: the same for all where the project is ordered by dependencies.
    /// </summary>
    public int Level { get; init; }

    public SortedDictionary<int, Outcome> Constraints { get; } = [];

    public SortedSet<int> Reads { get; } = [];

    /// <summary>Whose rows a package reads that has always ended before they are written: it gets those of the run
    /// before, unless somebody writes some earlier, too.</summary>
    public SortedSet<int> ReadsLater { get; } = [];

    /// <summary>Hooks and what holds them: the hooks that they belong to.</summary>
    public HookScope? Hooks { get; init; }

    /// <summary>Hooks and what holds them: the batch, project or container that they are around.</summary>
    public DraftNode? Around => Hooks?.Group;

    public IReadOnlyList<int> Caps { get; init; } = [];

    /// <summary>Packages: the variables of the run that it sets, by their places in the solution, sorted.</summary>
    public IReadOnlyList<int> Sets { get; set; } = [];

    /// <summary>Packages: the variables that it reads, and whose values they are.</summary>
    public IReadOnlyList<ValueRead> ReadsValues { get; set; } = [];

    /// <summary>Packages: those whose facts it reads.</summary>
    public IReadOnlyList<FactSubject> ReadsFacts { get; set; } = [];

    /// <summary>Packages: further constraints, in groups of which one is enough.</summary>
    public List<IReadOnlyList<DraftDependency>> Any { get; } = [];

    /// <summary>What must be true as well of what it waits for, by its index.</summary>
    public SortedDictionary<int, WrittenCondition> Whens { get; } = [];

    /// <summary>The condition under which it is needed; null = always.</summary>
    public WrittenCondition? When => Kind switch
    {
        NodeKind.Package => Definition!.When,
        NodeKind.Container => Container!.When,
        NodeKind.Project => Project!.When,
        _ => null,
    };

    /// <summary>All conditions of it, with what the dependency names that has one; of its own nothing.</summary>
    public IEnumerable<(WrittenCondition When, int Own)> Conditions =>
    [
        .. When is { } own ? [(own, -1)] : Array.Empty<(WrittenCondition, int)>(),
        .. Whens.Select(when => (when.Value, when.Key)),
        .. Any.SelectMany(group => group).Where(one => one.When is not null).Select(one => (one.When!, one.On.Index)),
    ];

    /// <summary>What its conditions mean in the plan, where the facts that they read have the names of nodes.</summary>
    public Dictionary<WrittenCondition, Expression> Meanings { get; } = new(ReferenceEqualityComparer.Instance);

    public IReadOnlyList<PlanProperty> Properties { get; init; } = [];

    public string Hash { get; init; } = "";

    /// <summary>A later node waits for this one; null waits for nothing.</summary>
    public void Precede(DraftNode? later, Outcome outcome = Outcome.Completion) =>
        later?.Constraints.TryAdd(Index, outcome);

    /// <summary>Whether it stands in a group, at any depth.</summary>
    public bool IsWithin(DraftNode group)
    {
        var above = Parent;
        while (above is not null && above != group)
        {
            above = above.Parent;
        }

        return above is not null;
    }

    public bool WritesTable => Definition is { WritesTarget: true } && Around is null;
}
