using Orchestrator.Core.RunValues;

namespace Orchestrator.Metadata.Model;

/// <summary>An object of a loop as it is in one of its turns.</summary>
/// <param name="Definition">The object with the values of the turn in its names; null = it cannot be made.</param>
/// <param name="Problem">What is wrong with them, as a sentence; null = nothing.</param>
public sealed record TurnObject(ObjectDefinition? Definition, string? Problem)
{
    /// <summary>An object in the turns that a run has found out; outside of them, or where nobody wrote it, itself.
    /// </summary>
    /// <param name="template">What was made of it before the run.</param>
    /// <param name="turns">The turns that it stands in, the outermost first.</param>
    public static TurnObject Of(ObjectDefinition template, IReadOnlyList<GivenTurn> turns) =>
        turns.Count == 0 || template.InTurn is not { } inTurn ? new TurnObject(template, null)
        : inTurn([.. turns.Select(turn => new InstanceTurn(turn.Container, turn.Key, [.. turn.Columns.Zip(
            turn.Values, (column, value) => new InstanceValue(column.Name, column.Type, value))]))]);
}
