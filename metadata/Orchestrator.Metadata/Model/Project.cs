using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Model;

/// <summary>
/// How a project orders its objects: by levels with barriers, or each as soon as what it reads is done.
/// </summary>
public enum Ordering { Levels, Dependencies }

/// <summary>The master package of one stage.</summary>
public sealed record Project
{
    public required string Name { get; init; }

    /// <summary>Name of the source connection; null where no object reads.</summary>
    public string? Source { get; init; }

    /// <summary>Name of the target connection.</summary>
    public required string Target { get; init; }

    /// <summary>Cap on its packages at work; null = none.</summary>
    public int? MaxConcurrency { get; init; }

    /// <summary>The project whose objects and containers it repeats; null = none.</summary>
    public string? Inherit { get; init; }

    /// <summary>The variable of `forEach` and its values; null = each object is there once.</summary>
    public ForEach? ForEach { get; init; }

    /// <summary>Levels or dependencies.</summary>
    public Ordering Ordering { get; init; }

    /// <summary>The condition under which it is needed, which the run asks; null = always.</summary>
    public WrittenCondition? When { get; init; }

    /// <summary>What runs before its levels and behind them.</summary>
    public IReadOnlyList<Hook> Hooks { get; init; } = [];

    /// <summary>
    /// Its containers in declared order; never empty (an unnamed default container is called "default", level 10).
    /// </summary>
    public required IReadOnlyList<Container> Containers { get; init; }

    /// <summary>Its objects in declared order (file order by path, then in the file), inherited ones first.</summary>
    public required IReadOnlyList<ObjectDefinition> Objects { get; init; }

    /// <summary>
    /// Whether it has an object for each file of its source's folder (`objects: "*"`), so that a file that is gone
    /// today takes its object along.
    /// </summary>
    public bool ListsFiles { get; init; }

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>What was written of it; null = nobody wrote anything.</summary>
    internal YamlMap? Written { get; init; }
}

/// <summary>The same objects for each value of a variable.</summary>
public sealed record ForEach(string Variable, IReadOnlyList<string> In, Origin At);

/// <summary>A group of packages at a level.</summary>
public sealed record Container
{
    /// <summary>How the name of a package ends that finds out the turns of a loop, behind that of the container.
    /// </summary>
    private const string SetterEnd = "#turns";

    public required string Name { get; init; }

    /// <summary>Its level; the same level runs side by side.</summary>
    public int Level { get; init; } = 10;

    /// <summary>Parallel or Linear.</summary>
    public ContainerMode Mode { get; init; }

    /// <summary>Cap on its packages at work; null = none.</summary>
    public int? MaxConcurrency { get; init; }

    /// <summary>Which ready package starts first.</summary>
    public StartOrder Order { get; init; }

    /// <summary>Whether objects without a container go here.</summary>
    public bool IsDefault { get; init; }

    /// <summary>Whether it runs also when the level before failed (`precedenceConstraint: Completion`).</summary>
    public bool RunsAfterFailure { get; init; }

    /// <summary>The condition under which it is needed, which the run asks; null = always.</summary>
    public WrittenCondition? When { get; init; }

    /// <summary>What runs before its packages and behind them.</summary>
    public IReadOnlyList<Hook> Hooks { get; init; } = [];

    /// <summary>What its packages are there again and again for; null = they are there once.</summary>
    public LoopDefinition? Loop { get; init; }

    /// <summary>Its rows, where they are known before the run and the turns around it are not; null = none.</summary>
    internal RunValue? KnownRows { get; init; }

    /// <summary>The variables that the loops around it give a value in the run.</summary>
    internal IReadOnlyList<InstanceValue> OpenAround { get; init; } = [];

    /// <summary>The objects that are there in none of its turns, as it has none.</summary>
    internal IReadOnlyList<string> WithoutTurns { get; init; } = [];

    /// <summary>The name of the package that finds out its turns, where a query says them.</summary>
    internal string SetterName => $"{Name}{SetterEnd}";

    /// <summary>Whether it is that of such a package, which nobody has written.</summary>
    internal bool TellsTurns { get; init; }

    /// <summary>Whether its turns, and those of the loops around it, are known before the run.</summary>
    internal bool IsExpanded { get; init; }

    /// <summary>Its turns, each behind those of the loops around it, as far in as they are known before the run.
    /// </summary>
    internal IReadOnlyList<IReadOnlyList<InstanceTurn>> Turns { get; init; } = [];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>What was written of it; null = nobody wrote anything.</summary>
    internal YamlMap? Written { get; init; }
}
