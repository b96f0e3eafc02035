using Orchestrator.Import.Ssis;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Import.Ssis.Planning;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Cli.Imports;

/// <summary>The numbers of an import of packages.</summary>
internal sealed class SsisFigures
{
    public SsisFigures(SsisImport import)
    {
        Import = import;
        var executables = import.Dispositions.SelectMany(each => ModelWalk.Of(each.Package.Root).Skip(1)
            .Select(one => (each.Package.File, one.Path))).ToHashSet();
        var all = import.Dispositions.SelectMany(each => each.All.Select(one => (each.Package, Disposition: one)))
            .ToArray();
        Tasks = [.. all.Where(each => executables.Contains((each.Package.File, each.Disposition.Path)))];
        Components = [.. all.Where(each => !executables.Contains((each.Package.File, each.Disposition.Path)))];
        var entries = import.Plan.Solution.Objects
            .SelectMany(one => one.Open.Select(open => (one.Project.Package, one.FullName, Open: open)))
            .ToLookup(each => each.Package, StringComparer.Ordinal);
        var open = all.Where(each => each.Disposition.Kind == DispositionKind.Open).ToLookup(each =>
            IsDecided(entries[each.Package.File].Select(one => (one.FullName, one.Open)), each.Disposition));
        Open = [.. open[false]];
        Decided = open[true].Count();
    }

    public SsisImport Import { get; }

    /// <summary>Tasks and containers.</summary>
    public IReadOnlyList<(SsisPackage Package, Disposition Disposition)> Tasks { get; }

    public IReadOnlyList<(SsisPackage Package, Disposition Disposition)> Components { get; }

    /// <summary>What a person has to decide.</summary>
    public IReadOnlyList<(SsisPackage Package, Disposition Disposition)> Open { get; }

    /// <summary>How much else is open and somebody has decided it, in files of an earlier import.</summary>
    public int Decided { get; }

    /// <summary>What became of nothing, as it is not needed.</summary>
    public IEnumerable<(SsisPackage Package, Disposition Disposition)> Dropped =>
        Tasks.Concat(Components).Where(each => each.Disposition.Kind == DispositionKind.Dropped);

    /// <summary>The packages of which nothing is open.</summary>
    public int Whole => Import.Dispositions.Count(each => each.All.All(one => one.Kind != DispositionKind.Open));

    /// <summary>The secrets that somebody has to provide, ordered.</summary>
    public IReadOnlyList<string> Secrets =>
    [
        .. Import.Plan.Solution.Connections.SelectMany(each => each.Secrets)
            .Concat(Import.Plan.Packages.SelectMany(each => TakenSecrets.Of(each.Package)))
            .Distinct().Order(StringComparer.Ordinal),
    ];

    /// <summary>How much is open of what effort, the least first.</summary>
    public IEnumerable<(string Effort, int Count)> Efforts =>
        new[] { SsisOpenCodes.Minutes, SsisOpenCodes.Hour, SsisOpenCodes.Day }
            .Select(effort => (Effort: effort, Count: Open.Count(each => each.Disposition.Open?.Effort == effort)))
            .Where(each => each.Count > 0);

    /// <summary>Which package calls which, drawn with signs.</summary>
    public List<string> Calls()
    {
        var packages = Import.Plan.Packages;
        var lines = new List<string>();
        foreach (var root in packages.Where(each => each.Caller is null
            && packages.Any(other => other.Caller == each)))
        {
            lines.Add(root.Package.File);
            lines.AddRange(Called(root, ""));
        }

        return lines;

        IEnumerable<string> Called(PackagePlan plan, string before)
        {
            var called = packages.Where(each => each.Caller == plan).ToArray();
            return called.SelectMany((each, number) => Called(
                each, before + (number == called.Length - 1 ? "   " : "│  ")).Prepend(
                    $"{before}{(number == called.Length - 1 ? "└─ " : "├─ ")}{each.Package.File}"));
        }
    }

    // What is told of a task or of what stands in it, and of the object that keeps its place.
    private static bool IsDecided(IEnumerable<(string Object, OpenEntry Open)> entries, Disposition disposition)
    {
        var about = entries.Where(each => each.Object == disposition.Into || each.Open.Path == disposition.Path
            || each.Open.Path.StartsWith($"{disposition.Path}\\", StringComparison.Ordinal)).ToArray();
        return about.Length > 0 && Array.TrueForAll(about, each => each.Open.IsDecided);
    }

    /// <summary>How many of them became what.</summary>
    public static int Count(IEnumerable<(SsisPackage Package, Disposition Disposition)> of, DispositionKind kind) =>
        of.Count(each => each.Disposition.Kind == kind);
}
