using Orchestrator.Data;

namespace Orchestrator.Cli.Import;

/// <summary>A table that is imported.</summary>
/// <param name="Found">Its name, key and foreign keys.</param>
/// <param name="Columns">Its columns in order.</param>
internal sealed record DatabaseTable(FoundTable Found, IReadOnlyList<RowColumn> Columns)
{
    public TableName Name => Found.Name;
}

/// <summary>What was read of a database.</summary>
/// <param name="Platform">Its platform.</param>
/// <param name="Version">The server's version.</param>
/// <param name="All">The names of all its tables.</param>
/// <param name="Tables">The tables that were asked for, in the order of their names.</param>
internal sealed record DatabaseContent(
    IPlatform Platform, string Version, IReadOnlyList<TableName> All, IReadOnlyList<DatabaseTable> Tables)
{
    /// <summary>Reads the catalog.</summary>
    /// <param name="database">The database.</param>
    /// <param name="isWanted">Whether a table was asked for.</param>
    public static DatabaseContent Read(IDatabase database, Func<TableName, bool> isWanted)
    {
        var found = database.Tables();
        return new DatabaseContent(
            database.Platform, database.Ask(database.Platform.Dialect.Identity).First[0] ?? "",
            [.. found.Select(table => table.Name)],
            [.. found.Where(table => isWanted(table.Name))
                .Select(table => new DatabaseTable(table, database.Columns(table.Name)))]);
    }
}
