using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What a container's `forEach` has a turn for.</summary>
public enum LoopKind
{
    /// <summary>Each of some values.</summary>
    Values,

    /// <summary>Each whole number from one to another.</summary>
    Range,

    /// <summary>Each row of a variable of the run.</summary>
    Rows,

    /// <summary>Each row of the result of a query.</summary>
    Query,

    /// <summary>Each file of a folder that a pattern means.</summary>
    Files,

    /// <summary>As often as a condition is true.</summary>
    While,
}

/// <summary>What it means that a loop has no turn.</summary>
public enum NoTurns { Succeed, Fail }

/// <summary>The packages of a container again and again: its `forEach`.</summary>
public sealed record LoopDefinition
{
    /// <summary>The most turns of one loop, with those of the loops around it.</summary>
    public const int TurnsMax = 10_000;

    /// <summary>The most turns that `atMost` may allow.</summary>
    public const int AtMostMax = 100_000;

    /// <summary>How many loops may stand in each other.</summary>
    public const int DepthMax = 3;

    public LoopKind Kind { get; init; }

    /// <summary>The variable that has the value of a turn, as written; null = nobody wrote one.</summary>
    public string? Variable { get; init; }

    /// <summary>Its values, as written.</summary>
    public IReadOnlyList<string> Values { get; init; } = [];

    /// <summary>The first number.</summary>
    public long? From { get; init; }

    /// <summary>The last number.</summary>
    public long? To { get; init; }

    /// <summary>The variable of the run that has the rows.</summary>
    public string? Rows { get; init; }

    /// <summary>The columns of the query's result, which each are a variable of a turn.</summary>
    public IReadOnlyList<RunColumn> Columns { get; init; } = [];

    public SqlText? Query { get; init; }

    /// <summary>Where the query is asked, or the files lie.</summary>
    public string? Connection { get; init; }

    /// <summary>The pattern of the files below the connection's folder.</summary>
    public string? Files { get; init; }

    /// <summary>Whether upper and lower case are one in the names of the files.</summary>
    public bool IgnoreCase { get; init; }

    /// <summary>The condition of another turn.</summary>
    public string? While { get; init; }

    /// <summary>How many turns it has at most while the condition is true.</summary>
    public int? AtMost { get; init; }

    /// <summary>The columns that tell the turns apart; empty = the first one.</summary>
    public IReadOnlyList<string> Key { get; init; } = [];

    /// <summary>Whether turns stand side by side or follow each other.</summary>
    public ContainerMode Turns { get; init; }

    public NoTurns OnNone { get; init; }

    /// <summary>The container in each of whose turns this loop stands; null = none.</summary>
    public string? Within { get; init; }

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>Whether its turns are known before the run.</summary>
    public bool IsKnown => Kind is LoopKind.Values or LoopKind.Range;

    /// <summary>The variable that has the value of a turn, where that is one value.</summary>
    public string ValueName => Variable ?? Kind switch
    {
        LoopKind.Range => "Number",
        LoopKind.Files => "File",
        LoopKind.While => "Turn",
        _ => "Value",
    };
}
