using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Shape;

/// <summary>What is asked of a table where columns of it are not written.</summary>
/// <param name="IsMadeElsewhere">Whether it can be seen that somebody else has made it.</param>
/// <param name="Filled">Its columns that get a value where a row brings none.</param>
internal sealed record AskedTable(Func<bool> IsMadeElsewhere, Func<IReadOnlyList<string>> Filled)
{
    /// <summary>As its database says it now.</summary>
    public static AskedTable Of(IDatabase database, TableName table) =>
        new(() => database.IsMadeElsewhere(table), () => database.Defaults(table));

    /// <summary>As a list of all tables has it.</summary>
    public static AskedTable Of(CatalogTable table, IPlatform platform) => new(
        () => table.PrimaryKey.Count + table.ForeignKeys.Count > 0 || table.Columns.Any(
            column => column.Default.Length + column.Identity.Length + column.Expression.Length > 0),
        () => [.. table.Columns.Where(column => column.Default.Length > 0 || MayFill(column)
            || IsRowNumber(platform, column.Name, column.Type, table.PrimaryKey)).Select(column => column.Name)]);

    /// <summary>As a file of the catalog keeps it.</summary>
    public static AskedTable Of(KnownTable table, IPlatform platform) => new(
        () => table.PrimaryKey.Count + table.ForeignKeys.Count > 0 || table.Columns.Any(
            column => column.Default.Length + column.Identity.Length + column.Computed.Length > 0),
        () => [.. table.Columns.Where(column => column.Default.Length > 0
            || IsRowNumber(platform, column.Name, column.DataType, table.PrimaryKey)).Select(column => column.Name)]);

    // A type of the database's own, as a domain of PostgreSQL, may bring a default; a run looks closer.
    private static bool MayFill(CatalogColumn column) => column.IsMadeThere;

    // What a file database tells of such a key is its type alone; a run looks closer.
    private static bool IsRowNumber(
        IPlatform platform, string column, SqlType? type, IReadOnlyList<string> primaryKey) =>
        platform.Abilities.IsFile && primaryKey.Count == 1 && primaryKey[0] == column
        && type is { Kind: SqlTypeKind.BigInt or SqlTypeKind.Int };
}
