using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>What a database tells of its tables, as the catalog keeps it.</summary>
internal static class KnownTables
{
    /// <summary>Known tables of what was read, as far as a catalog keeps such things.</summary>
    public static IEnumerable<KnownTable> Of(
        string connection, DatabaseContent content, IEnumerable<CatalogTable> tables) =>
        tables.Where(table => CatalogTable.Kinds.Contains(table.Kind))
            .Select(table => Of(connection, content.Encoding, table));

    private static KnownTable Of(string connection, string encoding, CatalogTable table) => new()
    {
        Connection = connection,
        Schema = table.Name.Schema,
        Name = table.Name.Name,
        Kind = table.Kind,
        Encoding = encoding is "UTF8" ? "" : encoding,
        Columns = [.. table.Columns.Select(Of)],
        PrimaryKey = table.PrimaryKey,
        UniqueKeys = [.. table.UniqueKeys.Select(key => new KnownKey(key.Name, key.Columns))],
        ForeignKeys = [.. table.ForeignKeys.Select(key =>
            new KnownReference(key.Name, key.Columns, key.To.Schema, key.To.Name, key.ToColumns))],
    };

    private static KnownColumn Of(CatalogColumn column) => new()
    {
        Name = column.Name,
        DataType = column.Type,
        Nullable = column.Nullable,
        Native = column.Native?.Declaration ?? "",
        CodePage = column.Native?.CodePage ?? 0,
        Default = column.Default,
        Identity = column.Identity,
        Computed = column.Expression,
    };
}
