using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>A table or view as its database's own catalog describes it.</summary>
/// <param name="Kind">table, view, materialized view or foreign table.</param>
public sealed record CatalogTable(TableName Name, string Kind)
{
    /// <summary>The kind of a table that rows are written to.</summary>
    public const string Table = "table";

    /// <summary>The kinds that a list of tables shows.</summary>
    public static IReadOnlyList<string> Kinds { get; } = [Table, "view", "materialized view", "foreign table"];

    /// <summary>Its columns in order; empty where the database cannot tell them, as of a broken view.</summary>
    public IReadOnlyList<CatalogColumn> Columns { get; init; } = [];

    /// <summary>The columns of its primary key in order; empty where it has none.</summary>
    public IReadOnlyList<string> PrimaryKey { get; init; } = [];

    /// <summary>Its other keys that are unique over all rows, by name.</summary>
    public IReadOnlyList<CatalogKey> UniqueKeys { get; init; } = [];

    /// <summary>Its foreign keys, by name.</summary>
    public IReadOnlyList<CatalogReference> ForeignKeys { get; init; } = [];

    /// <summary>The tables that its foreign keys point to, each once, in the order of their names.</summary>
    public IReadOnlyList<TableName> References => [.. ForeignKeys.Select(key => key.To).Distinct()
        .OrderBy(name => name.Schema, StringComparer.Ordinal).ThenBy(name => name.Name, StringComparer.Ordinal)];

    /// <summary>The tables that the rows of a catalog tell of, in the order of their names.</summary>
    /// <param name="parts">The rows; columns of a key in their order.</param>
    /// <param name="columns">The columns of a table.</param>
    /// <param name="dialect">How names are compared.</param>
    public static IReadOnlyList<CatalogTable> Group(
        IReadOnlyList<CatalogPart> parts, Func<TableName, IEnumerable<CatalogColumn>> columns, Dialect dialect)
    {
        // By the names as they are: a database may hold two tables that this platform's driver takes for one.
        var known = parts.Where(part => part.IsTable).DistinctBy(part => part.Of).ToArray();
        var names = known.Select(part => part.Of).ToHashSet();
        var byFold = known.Select(part => part.Of).ToLookup(dialect.Fold);
        var byTable = parts.ToLookup(part => part.Of);
        TableName Named(TableName written) =>
            names.Contains(written) ? written : byFold[dialect.Fold(written)].FirstOrDefault() ?? written;

        return [.. known.OrderBy(table => table.Of.Schema, StringComparer.Ordinal)
            .ThenBy(table => table.Of.Name, StringComparer.Ordinal)
            .Select(table => new CatalogTable(table.Of, table.Kind)
            {
                Columns = [.. columns(table.Of)],
                PrimaryKey = [.. Keys(byTable[table.Of], CatalogPart.PrimaryKey).SelectMany(key => key.Columns)],
                UniqueKeys = [.. Keys(byTable[table.Of], CatalogPart.UniqueKey)],
                ForeignKeys = [.. byTable[table.Of].Where(part => part.Kind == CatalogPart.ForeignKey)
                    .GroupBy(part => part.Key).OrderBy(key => key.Key, StringComparer.Ordinal)
                    .Select(key => new CatalogReference(
                        key.Key, [.. key.Select(part => part.Column)], Named(key.First().To),
                        [.. key.Select(part => part.ToColumn).Where(column => column.Length > 0)]))],
            })];
    }

    private static IEnumerable<CatalogKey> Keys(IEnumerable<CatalogPart> parts, string kind) => parts
        .Where(part => part.Kind == kind).GroupBy(part => part.Key).OrderBy(key => key.Key, StringComparer.Ordinal)
        .Select(key => new CatalogKey(key.Key, [.. key.Select(part => part.Column)]));
}

/// <summary>A column as its database's catalog describes it.</summary>
/// <param name="Type">Its neutral type; null = none can move it, and <see cref="Native"/> names it.</param>
/// <param name="Nullable">Whether it takes NULL.</param>
public sealed record CatalogColumn(string Name, SqlType? Type, bool Nullable)
{
    /// <summary>The platform's own declaration where the type says less.</summary>
    public NativeType? Native { get; init; }

    /// <summary>
    /// The word that it is declared with, where a platform keeps any word and has few types; empty = its type says all.
    /// </summary>
    public string Declared { get; init; } = "";

    /// <summary>Where its values come from.</summary>
    public ValueSource Source { get; init; }

    /// <summary>Its default in the platform's SQL; empty = none.</summary>
    public string Default { get; init; } = "";

    /// <summary>How the server counts it: always, by default, identity; empty = it does not.</summary>
    public string Identity { get; init; } = "";

    /// <summary>What it is computed from, in the platform's SQL; empty = it is not.</summary>
    public string Expression { get; init; } = "";

    /// <summary>Whether its type or collation was made in that database, so that another one may not have it.</summary>
    public bool IsMadeThere { get; init; }

    /// <summary>As loads see it; null where its type cannot be moved.</summary>
    public RowColumn? Row => Type is { } type
        ? new RowColumn(Name, type, Nullable) { Native = Native, Source = Source }
        : null;
}

/// <summary>A key that is unique.</summary>
/// <param name="Columns">Its columns in order.</param>
public sealed record CatalogKey(string Name, IReadOnlyList<string> Columns);

/// <summary>A foreign key.</summary>
/// <param name="Columns">Its columns in order.</param>
/// <param name="To">The table that it points to.</param>
/// <param name="ToColumns">The columns there in order; empty = those of its primary key.</param>
public sealed record CatalogReference(
    string Name, IReadOnlyList<string> Columns, TableName To, IReadOnlyList<string> ToColumns);

/// <summary>One row of a catalog: that there is a table or view, or a column of one of its keys.</summary>
/// <param name="Of">The table.</param>
/// <param name="Kind">What the row tells: the kind of the table, or of the key.</param>
/// <param name="To">The table that a foreign key points to.</param>
/// <param name="ToColumn">The column there.</param>
public sealed record CatalogPart(
    TableName Of, string Kind, string Key, string Column, TableName To, string ToColumn)
{
    internal const string PrimaryKey = "primary key";
    internal const string UniqueKey = "unique key";
    internal const string ForeignKey = "foreign key";

    internal bool IsTable => Kind is not (PrimaryKey or UniqueKey or ForeignKey);
}
