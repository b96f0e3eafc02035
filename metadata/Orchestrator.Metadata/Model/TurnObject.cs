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
    public static TurnObject Of(ObjectDefinition template, IReadOnlyList<GivenTurn> turns)
    {
        if (turns.Count == 0 || template.InTurn is not { } inTurn)
        {
            return new TurnObject(template, null);
        }

        var made = inTurn([.. turns.Select(Turn)]);
        return made.Definition is not { Source: { } source } definition ? made : made with
        {
            // Who writes what it reads was found out once all objects had been made.
            Definition = definition with { Source = source with { WrittenBy = template.Source?.WrittenBy } },
        };
    }

    private static InstanceTurn Turn(GivenTurn turn) => new(LoopOf(turn), turn.Key, [.. turn.Columns.Zip(
        turn.Values, (column, value) => new InstanceValue(column.Name, column.Type, value))]);

    // A loop in a turn that was known before the run is called by the key of that, too: `Months[DE]`.
    private static string LoopOf(GivenTurn turn) => turn.Container.Split('[')[0];
}
