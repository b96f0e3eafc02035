using Orchestrator.Core.Expressions;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core;

/// <summary>
/// What makes a container a loop whose turns the run finds out. What it holds in the plan is a template: a turn for
/// each row, or for each time that a condition is true, has these nodes again, in a container of its own within it.
/// </summary>
public sealed record LoopShape
{
    /// <summary>
    /// Index into <see cref="Plan.Variables"/> of the rows that it has a turn for, which it
    /// <see cref="PlanNode.ReadsValues"/>; −1 = none.
    /// </summary>
    public int Rows { get; init; } = -1;

    /// <summary>The rows themselves, where they were known before the run; null = none.</summary>
    public RunValue? Known { get; init; }

    /// <summary>Whether there is another turn; null = there is one for each row.</summary>
    public Expression? While { get; init; }

    /// <summary>
    /// Of the variables that the condition reads: who sets them within a turn, the latest first. The value of the
    /// latest turn counts, and where it has none that which <see cref="PlanNode.ReadsValues"/> of the loop says.
    /// </summary>
    public IReadOnlyList<ValueRead> WhileReads { get; init; } = [];

    /// <summary>After how many turns the condition has to be false.</summary>
    public int AtMost { get; init; }

    /// <summary>The variables that a turn has: the columns of the rows, or its number.</summary>
    public IReadOnlyList<RunColumn> Gives { get; init; } = [];

    /// <summary>The places of the columns whose values make the key of a turn, at least one.</summary>
    public IReadOnlyList<int> Key { get; init; } = [0];

    /// <summary>Whether its turns stand side by side or follow each other.</summary>
    public ContainerMode Turns { get; init; }

    /// <summary>Where it is written, file, line and column, as messages tell it; empty = nowhere.</summary>
    public string WrittenAt { get; init; } = "";

    /// <summary>Whether it fails where there is no turn.</summary>
    public bool FailsOnNone { get; init; }
}
