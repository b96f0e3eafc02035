using Orchestrator.Cli.Grammar;
using Orchestrator.Data;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Connections;

/// <summary>`connections refresh CONN`: the catalog becomes what the database says; shows the difference.</summary>
internal static class ConnectionRefresh
{
    private const int NamedMax = 5;

    public static int Run(Call call, Solution solution, Connection connection)
    {
        if (CallCatalog.ReadAll(call, solution, connection) is not { } content)
        {
            return ExitCode.Unreachable;
        }

        var known = solution.Catalog.Where(table => table.Connection == connection.Name).ToArray();
        var isMeant = TableScope.OfCatalog(call, solution, connection);
        var live = KnownTables.Of(connection.Name, content, content.All.Where(table => isMeant(table.Name))).ToArray();
        var dialect = content.Platform.Dialect;
        var files = new CatalogFiles(dialect, known, [.. solution.Connections.Select(each => each.Name)])
            .Of(live).ToArray();
        var there = content.All.Select(table => dialect.Fold(table.Name)).ToHashSet();
        var gone = known.Where(table => new TableName(table.Schema, table.Name) is var name
            && TableScope.IsAskedFor(call, name) && !there.Contains(dialect.Fold(name)))
            .Select(table => table.At.File);
        if (content.All.Count == 0 && known.Length > 0)
        {
            throw new UsageException(
                $"'{connection.Name}' shows no table at all, and the catalog has {known.Length}: nothing was changed",
                "see that it is the right database and that its user may see the tables");
        }

        TableScope.WarnOfNone(call, [.. live.Concat(known).Select(table => new TableName(table.Schema, table.Name))]);
        var result = RefreshResult.Of(
            solution.Folder, files, [.. gone], call.Flag(Consent.DryRun).Value,
            paths => MayRemove(call, solution, paths));
        call.Write(
            () => RefreshScreen.Document(connection.Name, result),
            () => RefreshScreen.Lines(connection.Name, result, call.IsVerbose));
        return result.Kept.Count > 0 && !result.IsDry ? ExitCode.Failed : ExitCode.Done;
    }

    // Who runs it without a terminal sees what is gone, and says --yes after having looked.
    private static bool MayRemove(Call call, Solution solution, IReadOnlyList<string> gone) =>
        (call.Flag(Consent.Yes).Value || call.Host.InIsTerminal)
        && Consent.Given(call, solution, $"{Words.Count(gone.Count, "file")} of the catalog are removed, because the "
            + $"database has no such tables: {string.Join(", ", gone.Take(NamedMax))}");
}
