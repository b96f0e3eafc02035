using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Imports;

/// <summary>Where what was imported goes in a solution that is there: what it declares elsewhere stays there.</summary>
internal static class ForeignPlaces
{
    /// <summary>The same without the files that are not to be written.</summary>
    /// <param name="content">What was imported.</param>
    /// <param name="folder">The folder of the solution.</param>
    /// <param name="solution">The solution; null = there is none yet.</param>
    public static ForeignContent Of(ForeignContent content, string folder, Solution? solution)
    {
        // Of nothing no solution is made: most often a file could not be read.
        var isNothing = content.Files.All(file => file.What == ForeignFile.Solution);
        if (isNothing || solution is null)
        {
            return content with { Files = isNothing ? [] : content.Files };
        }

        var problems = new List<Diagnostic>(content.Problems);
        var places = Places(solution);
        var files = new List<ForeignFile>();
        foreach (var file in content.Files.Where(file => file.What != ForeignFile.Solution))
        {
            if (!places.TryGetValue($"{file.What} {file.Name}", out var place) || place == file.File.Path)
            {
                files.Add(file);
            }
            else
            {
                problems.Add(new Diagnostic(ForeignCodes.Elsewhere, Severity.Warning, new Origin(place, 0, 0),
                    $"the {file.What} '{file.Name}' is declared here, and nothing is written for it",
                    "compare the two by hand, or move it away and import again"));
            }
        }

        problems.AddRange(Missing(content.SolutionLines, folder));
        return content with { Files = files, Problems = problems };
    }

    private static Dictionary<string, string> Places(Solution solution)
    {
        var places = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        void Add(string what, string name, Origin at) => places.TryAdd($"{what} {name}", at.File);
        foreach (var connection in solution.Connections)
        {
            Add(ForeignFile.Connection, connection.Name, connection.At);
        }

        foreach (var batch in solution.Batches)
        {
            Add(ForeignFile.Batch, batch.Name, batch.At);
        }

        foreach (var project in solution.Projects)
        {
            Add(ForeignFile.Project, project.Name, project.At);
            foreach (var each in project.Objects)
            {
                Add(ForeignFile.Load, $"{project.Name}/{each.Instance?.Object ?? each.Name}", each.At);
            }
        }

        return places;
    }

    // The file is somebody's: it is read, and never written.
    private static IEnumerable<Diagnostic> Missing(IReadOnlyList<string> lines, string folder)
    {
        var there = File.ReadLines(Path.Combine(folder, SolutionFile.Path)).Select(Bare)
            .ToHashSet(StringComparer.Ordinal);
        return lines.Where(line => !there.Contains(Bare(line)) && line.StartsWith(' ')).Select(line => new Diagnostic(
            ForeignCodes.Lines, Severity.Error, new Origin(SolutionFile.Path, 0, 0),
            $"the line '{ForeignProblems.Shown(line.Trim())}' is missing under '{KeyOf(lines, line)}'",
            "add it, or what takes its place: the file is never changed by an import"));
    }

    // Nobody minds how far it is indented.
    private static string Bare(string line) => line.Trim();

    private static string KeyOf(IReadOnlyList<string> lines, string line) =>
        lines.TakeWhile(each => each != line).Last(each => !each.StartsWith(' ')).TrimEnd(':');
}
