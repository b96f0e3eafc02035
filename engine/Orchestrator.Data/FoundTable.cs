namespace Orchestrator.Data;

/// <summary>A table of a database with what an order of loading needs.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Key">The columns of its primary key in order; empty where it has none.</param>
/// <param name="References">The tables that its foreign keys point to, each once, in the order of their names.</param>
public sealed record FoundTable(TableName Name, IReadOnlyList<string> Key, IReadOnlyList<TableName> References)
{
    /// <summary>The tables that the rows of a catalog tell of, in the order of their names.</summary>
    /// <param name="parts">The rows; columns of a key in their order.</param>
    /// <param name="dialect">How names are compared.</param>
    public static IReadOnlyList<FoundTable> Group(IReadOnlyList<TablePart> parts, Dialect dialect)
    {
        (string Schema, string Name) Folded(TableName name) =>
            (dialect.Fold(name.Schema ?? ""), dialect.Fold(name.Name));

        var known = parts.Where(part => part.Kind == TablePart.Table)
            .ToDictionary(part => Folded(part.Of), part => part.Of);
        var byTable = parts.ToLookup(part => Folded(part.Of));
        return [.. known.OrderBy(table => table.Value.Schema, StringComparer.Ordinal)
            .ThenBy(table => table.Value.Name, StringComparer.Ordinal)
            .Select(table => new FoundTable(
                table.Value,
                [.. byTable[table.Key].Where(part => part.Kind == TablePart.KeyColumn).Select(part => part.Name)],
                [.. byTable[table.Key].Where(part => part.Kind == TablePart.Reference)
                    .Select(part => known.GetValueOrDefault(Folded(new TableName(part.Schema, part.Name))))
                    .OfType<TableName>().Distinct()
                    .OrderBy(name => name.Schema, StringComparer.Ordinal)
                    .ThenBy(name => name.Name, StringComparer.Ordinal)]))];
    }
}

/// <summary>One row of a catalog: that there is a table, a column of its key, or a table it points to.</summary>
/// <param name="Of">The table.</param>
/// <param name="Kind">One of the three.</param>
/// <param name="Schema">Schema of the table pointed to; else empty.</param>
/// <param name="Name">Name of the column, or of the table pointed to; else empty.</param>
public sealed record TablePart(TableName Of, string Kind, string? Schema, string Name)
{
    internal const string Table = "table";
    internal const string KeyColumn = "key";
    internal const string Reference = "reference";
}
