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
    internal static TableFacts? OfCatalog(Solution solution, string connection, TableName table) =>
        CatalogTables.Find(solution, connection, table.Schema, table.Name) is not { } known ? null : Of(
            table, known.Columns.Any(column => column.Identity.Length > 0),
            known.ForeignKeys.Select(key => new TableName(key.Schema, key.Table)),
            solution.Catalog.Where(other => other.Connection == connection).SelectMany(other => other.ForeignKeys
                .Select(key => (new TableName(other.Schema, other.Name), new TableName(key.Schema, key.Table)))),
            Platforms.Of(solution, connection)!.Dialect);

    /// <summary>What a database tells; null where it has no such table.</summary>
    internal static TableFacts? Of(CatalogTable? table, IEnumerable<CatalogTable> all, Dialect dialect) =>
        table is null ? null : Of(
            table.Name, table.Columns.Any(column => column.Identity.Length > 0), table.References,
            all.SelectMany(other => other.References.Select(to => (other.Name, to))), dialect);

    private static TableFacts Of(
        TableName table, bool hasIdentity, IEnumerable<TableName> to, IEnumerable<(TableName From, TableName To)> keys,
        Dialect dialect)
    {
        bool IsIt(TableName other) => dialect.Fold(other.Name) == dialect.Fold(table.Name)
            && dialect.Fold(other.Schema ?? "") == dialect.Fold(table.Schema ?? "");
        return new TableFacts(
            hasIdentity, [.. to.Where(other => !IsIt(other)).Distinct()],
            [.. keys.Where(key => IsIt(key.To) && !IsIt(key.From)).Select(key => key.From).Distinct()]);
    }
}
