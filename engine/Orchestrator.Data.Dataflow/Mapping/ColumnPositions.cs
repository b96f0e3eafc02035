namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>Finds columns by name.</summary>
internal static class ColumnPositions
{
    /// <summary>The place of what is called exactly so, else so but for upper and lower case; −1 = nothing is.
    /// </summary>
    public static int Of<TColumn>(IReadOnlyList<TColumn> columns, Func<TColumn, string> nameOf, string name)
    {
        var near = -1;
        for (var place = 0; place < columns.Count; place++)
        {
            if (nameOf(columns[place]) == name)
            {
                return place;
            }

            if (near < 0 && string.Equals(nameOf(columns[place]), name, StringComparison.OrdinalIgnoreCase))
            {
                near = place;
            }
        }

        return near;
    }
}
