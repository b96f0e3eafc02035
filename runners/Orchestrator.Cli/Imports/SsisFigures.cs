using Orchestrator.Import.Ssis;
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
        Open = [.. all.Where(each => each.Disposition.Kind == DispositionKind.Open)];
    }

    public SsisImport Import { get; }

    /// <summary>Tasks and containers.</summary>
    public IReadOnlyList<(SsisPackage Package, Disposition Disposition)> Tasks { get; }

    public IReadOnlyList<(SsisPackage Package, Disposition Disposition)> Components { get; }

    /// <summary>What a person has to decide.</summary>
    public IReadOnlyList<(SsisPackage Package, Disposition Disposition)> Open { get; }

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

    /// <summary>How many of them became what.</summary>
    public static int Count(IEnumerable<(SsisPackage Package, Disposition Disposition)> of, DispositionKind kind) =>
        of.Count(each => each.Disposition.Kind == kind);
}
