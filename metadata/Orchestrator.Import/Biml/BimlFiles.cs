using Orchestrator.Data;
using Orchestrator.Import.Catalog;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Biml;

/// <summary>Makes connections and the catalog of expanded Biml.</summary>
internal static class BimlFiles
{
    /// <summary>How its files end.</summary>
    public static IReadOnlyList<string> Endings { get; } = [".biml"];

    /// <summary>Reads the files together: one may name what another declares.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="folder">The folder that paths begin in, and that messages name files from.</param>
    /// <param name="solution">The name of the solution, where there is none yet.</param>
    /// <param name="known">The tables that the solution's catalog has.</param>
    /// <param name="dialectOf">How names are compared on a platform.</param>
    /// <param name="stop">Asks it to end.</param>
    /// <exception cref="OperationCanceledException">It was asked to.</exception>
    public static ForeignContent Read(
        IReadOnlyList<string> paths, string folder, string solution, IReadOnlyList<KnownTable> known,
        Func<PlatformFacts, Dialect> dialectOf, CancellationToken stop)
    {
        var problems = new ForeignProblems();
        var model = new BimlModel();
        var read = new ForeignPaths(folder, Endings, problems).Each(paths, (name, stream) =>
        {
            if (BimlReader.Read(name, stream, problems) is { } root)
            {
                model.Add(root, problems);
            }
        }, stop);
        var connections = new BimlConnections(model, problems);
        var files = connections.Files();
        var tables = new BimlTables(model, connections.Databases, dialectOf, problems).All();
        var names = files.Select(file => file.Name).ToArray();
        foreach (var (connection, facts) in connections.Databases)
        {
            var plain = ImportNames.Plain(connection);
            KnownTable[] own = [.. tables.Where(table => table.Connection == plain)];
            files.AddRange(own.Zip(
                new CatalogFiles(dialectOf(facts), [.. known.Where(table => table.Connection == plain)], names).Of(own),
                (table, file) => new ForeignFile(ForeignFile.Table, $"{plain}/{table.FullName}", file)));
        }

        return new ForeignContent([SolutionFile.Of(solution, []), .. files], read, problems.Sorted);
    }
}
