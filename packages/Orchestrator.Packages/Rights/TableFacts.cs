using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Rights;

/// <summary>What of a table bears on the rights that a load of it needs.</summary>
/// <param name="HasIdentity">Whether it has a column that the server counts.</param>
/// <param name="PointsTo">The tables that its foreign keys point to, itself left out.</param>
/// <param name="PointedToBy">The tables whose foreign keys point to it, itself left out.</param>
public sealed record TableFacts(
    bool HasIdentity, IReadOnlyList<TableName> PointsTo, IReadOnlyList<TableName> PointedToBy)
{
    /// <summary>What the files below catalog/ tell; null where they have no such table.</summary>
    internal static Func<TableName, TableFacts?> OfCatalog(Solution solution, string connection)
    {
        var dialect = Platforms.Of(solution, connection)!.Dialect;
        var keys = solution.Catalog.Where(known => known.Connection == connection).SelectMany(known =>
            known.ForeignKeys.Select(key => (NameOf(known), new TableName(key.Schema, key.Table))));
        var pointing = Pointing(keys, dialect);
        return table => CatalogTables.Find(solution, connection, table.Schema, table.Name) is not { } known ? null : Of(
            table, known.Columns.Any(column => column.Identity.Length > 0),
            known.ForeignKeys.Select(key => new TableName(key.Schema, key.Table)), pointing, dialect);
    }

    /// <summary>What a database tells; null where it has no such table.</summary>
    /// <param name="find">The one of a name.</param>
    /// <param name="dialect">How the platform compares names.</param>
    internal static Func<TableName, TableFacts?> OfDatabase(
        IEnumerable<CatalogTable> tables, Func<TableName, CatalogTable?> find, Dialect dialect)
    {
        var pointing = Pointing(tables.SelectMany(from => from.References.Select(to => (from.Name, to))), dialect);
        return name => find(name) is not { } table ? null : Of(
            table.Name, table.Columns.Any(column => column.Identity.Length > 0), table.References, pointing, dialect);
    }

    // Once for all tables: each would ask all others.
    private static ILookup<(string, string), TableName> Pointing(
        IEnumerable<(TableName From, TableName To)> keys, Dialect dialect) =>
        keys.ToLookup(key => dialect.Fold(key.To), key => key.From);

    private static TableFacts Of(
        TableName table, bool hasIdentity, IEnumerable<TableName> to, ILookup<(string, string), TableName> pointing,
        Dialect dialect)
    {
        var own = dialect.Fold(table);
        return new TableFacts(
            hasIdentity, [.. to.Where(other => dialect.Fold(other) != own).Distinct()],
            [.. pointing[own].Where(other => dialect.Fold(other) != own).Distinct()]);
    }

    private static TableName NameOf(KnownTable table) => new(table.Schema, table.Name);
}
