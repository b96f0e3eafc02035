using Orchestrator.Data;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Makes a solution of an export of BimlFlex' tables.</summary>
internal static class FlexFiles
{
    private const string Json = ".json";

    /// <summary>How the files of an export end.</summary>
    public static IReadOnlyList<string> Endings { get; } = [".csv", Json];

    /// <summary>Reads all tables together.</summary>
    /// <param name="paths">Files and folders.</param>
    /// <param name="folder">The folder that paths begin in, and that messages name files from.</param>
    /// <param name="solution">The name of the solution, where there is none yet.</param>
    /// <param name="dialectOf">How statements are written for a platform.</param>
    /// <param name="stop">Asks it to end.</param>
    /// <exception cref="OperationCanceledException">It was asked to.</exception>
    public static ForeignContent Read(
        IReadOnlyList<string> paths, string folder, string solution, Func<PlatformFacts, Dialect> dialectOf,
        CancellationToken stop)
    {
        var problems = new ForeignProblems();
        var rows = new FlexRows(problems);
        var read = new ForeignPaths(folder, Endings, problems).Each(paths, (name, stream) =>
        {
            if (name.EndsWith(Json, StringComparison.OrdinalIgnoreCase))
            {
                JsonExport.Read(name, stream, rows, problems);
            }
            else
            {
                CsvExport.Read(name, stream, rows, problems);
            }
        }, stop);
        var (types, system) = (new FlexTypes(rows, problems), new FlexSystemColumns(rows, problems));
        string[] lines =
        [
            .. types.Lines.Count == 0 ? Array.Empty<string>() : ["dataTypeMappings:", .. types.Lines],
            .. system.Lines.Count == 0 ? Array.Empty<string>() : ["systemColumns:", .. system.Lines],
        ];
        var files = Files(rows, types, system, dialectOf, problems);
        return new ForeignContent([SolutionFile.Of(solution, lines), .. files], read, problems.Sorted)
        {
            SolutionLines = lines,
        };
    }

    private static List<ForeignFile> Files(
        FlexRows rows, FlexTypes types, FlexSystemColumns system, Func<PlatformFacts, Dialect> dialectOf,
        ForeignProblems problems)
    {
        var model = new FlexModel(rows, problems);
        var connections = new FlexConnections(rows, problems);
        var objects = new FlexObjects(
            model, connections, new FlexColumns(types, system, model.ColumnAt, problems),
            connection => dialectOf(connection.Platform!), problems);
        var projects = new FlexProjects(rows, connections, problems).All();
        FlexObject[] loads = [.. projects.SelectMany(project => objects.Of(project))];
        string? NameOf(string name, FlexObject from) =>
            model.ObjectAt(name, from.Row) is { } row && objects.Of(row) is { } found
                ? found.Project == from.Project ? found.Name : $"{found.Project.Name}/{found.Name}" : null;
        var text = new FlexObjectText(
            system, NameOf, connection => dialectOf(connection.Platform!), problems);
        return
        [
            .. connections.Files(connection => Formats(loads, connection, problems)),
            .. projects.Where(project => loads.Any(load => load.Project == project)).Select(FlexProjects.File),
            .. loads.Select(text.File),
            .. new FlexBatches(rows, model, problems).Files(
                [.. projects.Where(project => loads.Any(load => load.Project == project))]),
        ];
    }

    // A format for each object: BimlFlex says there how its files are written.
    private static string[] Formats(FlexObject[] loads, FlexConnection connection, ForeignProblems problems) =>
    [
        .. loads.Where(load => load.Project.Source == connection).DistinctBy(load => load.Name)
            .Select(load => load.Format.Line(problems)).OfType<string>(),
    ];
}
