using Orchestrator.Data;

namespace Orchestrator.Import;

/// <summary>What was read of a database.</summary>
/// <param name="Platform">Its platform.</param>
/// <param name="Version">The server's version.</param>
/// <param name="Encoding">In which encoding it keeps text; empty where that is not known.</param>
/// <param name="All">
/// All its tables and views, in the order of their names, then what objects read and no list shows.
/// </param>
/// <param name="Wanted">Those of them that were asked for.</param>
internal sealed record DatabaseContent(
    IPlatform Platform, string Version, string Encoding, IReadOnlyList<CatalogTable> All,
    IReadOnlyList<CatalogTable> Wanted)
{
    /// <summary>What was asked for without views, which are not imported.</summary>
    public IReadOnlyList<CatalogTable> Tables { get; } =
        [.. Wanted.Where(table => table.Kind == CatalogTable.Table)];

    /// <summary>Tables that the platform's driver takes for another one, as their names differ only in case.</summary>
    public IReadOnlyList<TableName> Twins { get; init; } = [];

    /// <summary>The tables that were asked for and that the user may not read.</summary>
    public IReadOnlyList<TableName> Locked { get; init; } = [];

    /// <summary>The same with what the user may not read.</summary>
    public DatabaseContent WithLocked(IDatabase database)
    {
        if (Platform.Abilities.IsFile)
        {
            return this;
        }

        var readable = database.Rights().Where(right => right.Kind == RightKind.Select)
            .Select(right => right.Of).ToHashSet();
        return this with { Locked = [.. Tables.Select(table => table.Name).Where(name => !readable.Contains(name))] };
    }

    /// <summary>Reads the catalog.</summary>
    /// <param name="database">The database.</param>
    /// <param name="isWanted">Whether a table was asked for.</param>
    /// <param name="unlisted">Finds what objects read and no list of tables shows.</param>
    public static DatabaseContent Read(
        IDatabase database, Func<TableName, bool> isWanted,
        Func<IReadOnlyList<CatalogTable>, IReadOnlyList<CatalogTable>> unlisted)
    {
        var all = database.Tables();
        var found = all.DistinctBy(table => database.Platform.Dialect.Fold(table.Name)).ToArray();
        return new DatabaseContent(
            database.Platform, database.Ask(database.Platform.Dialect.Identity).First[0] ?? "",
            database.TextEncoding, [.. found, .. unlisted(found)], [.. found.Where(table => isWanted(table.Name))])
        {
            Twins = [.. all.Except(found).Select(table => table.Name)],
        };
    }
}
