using Orchestrator.Data;

namespace Orchestrator.Cli.Import;

/// <summary>What was read of a database.</summary>
/// <param name="Platform">Its platform.</param>
/// <param name="Version">The server's version.</param>
/// <param name="Encoding">In which encoding it keeps text; empty where that is not known.</param>
/// <param name="All">All its tables and views, in the order of their names.</param>
/// <param name="Wanted">Those of them that were asked for.</param>
internal sealed record DatabaseContent(
    IPlatform Platform, string Version, string Encoding, IReadOnlyList<CatalogTable> All,
    IReadOnlyList<CatalogTable> Wanted)
{
    /// <summary>What was asked for without views, which are not imported.</summary>
    public IReadOnlyList<CatalogTable> Tables { get; } =
        [.. Wanted.Where(table => table.Kind == CatalogTable.Table)];

    /// <summary>Reads the catalog.</summary>
    /// <param name="database">The database.</param>
    /// <param name="isWanted">Whether a table was asked for.</param>
    public static DatabaseContent Read(IDatabase database, Func<TableName, bool> isWanted)
    {
        var found = database.Tables();
        return new DatabaseContent(
            database.Platform, database.Ask(database.Platform.Dialect.Identity).First[0] ?? "",
            database.TextEncoding, found,
            [.. found.Where(table => isWanted(table.Name))]);
    }
}
