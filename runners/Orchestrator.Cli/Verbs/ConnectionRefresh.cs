using Orchestrator.Cli.Catalog;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Verbs;

/// <summary>`connections refresh CONN`: the catalog becomes what the database says; shows the difference.</summary>
internal static class ConnectionRefresh
{
    public static int Run(Call call, Solution solution, Connection connection)
    {
        if (DatabaseAtHand.ReadAll(call, solution, connection) is not { } content)
        {
            return ExitCode.Unreachable;
        }

        var known = solution.Catalog.Where(table => table.Connection == connection.Name).ToArray();
        var isMeant = TableScope.OfCatalog(call, solution, connection);
        var live = KnownTables.Of(connection.Name, content, content.All.Where(table => isMeant(table.Name))).ToArray();
        var files = CatalogFiles.Of(live, known).ToArray();
        var there = content.All.Select(table => table.Name).ToHashSet();
        var gone = known.Where(table => new TableName(table.Schema, table.Name) is var name
            && TableScope.IsAskedFor(call, name) && !there.Contains(name)).Select(table => table.At.File);
        var result = RefreshResult.Of(solution.Folder, files, [.. gone], call.Flag(Consent.DryRun).Value);
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(RefreshScreen.Document(connection.Name, result)));
        }
        else
        {
            call.Results.Write(RefreshScreen.Lines(connection.Name, result, call.IsVerbose));
        }

        return ExitCode.Done;
    }
}
