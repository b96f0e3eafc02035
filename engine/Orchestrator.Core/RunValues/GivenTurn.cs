using Orchestrator.Core.Types;

namespace Orchestrator.Core.RunValues;

/// <summary>A turn of a loop that a node stands in, which the run has found out.</summary>
/// <param name="Loop">Index of the loop among the nodes of the run.</param>
/// <param name="Container">The name of the loop without its project: `PerRegion`.</param>
/// <param name="Number">1, 2, … in the order of the rows.</param>
/// <param name="Key">What tells it from the other turns of its loop, and stands in names.</param>
/// <param name="Columns">The variables that it gives a value.</param>
/// <param name="Values">Their values; null is NULL.</param>
/// <param name="IsSensitive">Whether no text shows them.</param>
public sealed record GivenTurn(int Loop, string Container, int Number, string Key, IReadOnlyList<RunColumn> Columns,
    IReadOnlyList<TypedValue?> Values, bool IsSensitive = false)
{
    /// <summary>Its values as they are recorded, by which a later run knows whether they are those of then.</summary>
    public string Row => RowOf(Values);

    /// <summary>The values of a row as they are recorded.</summary>
    public static string RowOf(IReadOnlyList<TypedValue?> values) => string.Join('\t', values.Select(CellText.Of));

    /// <summary>Whether it gives a variable its value.</summary>
    public bool TryFind(string variable, out TypedValue? value)
    {
        for (var place = 0; place < Columns.Count; place++)
        {
            if (Columns[place].Name == variable)
            {
                value = Values[place];
                return true;
            }
        }

        value = null;
        return false;
    }
}
