using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Output;
using Orchestrator.Import.Ssis.Again;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Cli.Imports;

/// <summary>What an import of packages found, made, wrote and left open.</summary>
internal static class SsisScreen
{
    private const int OpenMax = 20;
    private const string ThePackages = "the packages";

    /// <summary>What was refused or passed over while the packages were read.</summary>
    public static IEnumerable<SsisFinding> Findings(SsisEstate estate) =>
        estate.Findings.Concat(estate.AllPackages.SelectMany(each => each.Findings));

    public static IEnumerable<Line> Lines(SsisFigures figures, SsisWritten? written, bool isDry, bool isVerbose)
    {
        var import = figures.Import;
        yield return $"{Words.Count(import.Dispositions.Count, "package")}, "
            + $"{Words.Number(figures.Whole)} of them whole";
        yield return $"tasks and containers: {Counted(figures.Tasks)}";
        yield return $"components of data flows: {Counted(figures.Components)}";
        var shown = isVerbose ? figures.Open.Count : OpenMax;
        foreach (var (package, open) in figures.Open.Take(shown))
        {
            yield return new Line("open ", Ink.Warn).Add(open.Open!.Code, Ink.Strong)
                .Add($" {package.File}: {open.Path} ({open.Open.Effort}): {open.Open.Reason}");
        }

        if (figures.Open.Count > shown)
        {
            yield return $"… and {Words.Number(figures.Open.Count - shown)} more: -v shows them";
        }

        foreach (var effort in figures.Efforts)
        {
            yield return $"open, {effort.Effort}: {Words.Number(effort.Count)}";
        }

        if (figures.Decided > 0)
        {
            yield return $"decided already: {Words.Number(figures.Decided)}";
        }

        foreach (var (package, dropped) in isVerbose ? figures.Dropped : [])
        {
            yield return new Line("dropped ").Add(package.File, Ink.Strong)
                .Add($": {dropped.Path}: {dropped.Into}");
        }

        if (figures.Secrets.Count > 0)
        {
            yield return $"secrets to provide: {string.Join(", ", figures.Secrets)}";
        }

        foreach (var (provider, names) in import.Plan.Connections.Unknown)
        {
            yield return $"unknown provider: {provider} ({string.Join(", ", names)})";
        }

        foreach (var line in written is null ? [] : Lines(written, isDry, isVerbose))
        {
            yield return line;
        }
    }

    public static object Document(SsisFigures figures, SsisWritten? written, bool isDry) => new
    {
        schema_version = Json.SchemaVersion,
        packages = figures.Import.Dispositions.Select(each => new
        {
            file = each.Package.File,
            name = each.Package.Name,
            format = each.Package.Format,
            sha256 = each.Package.Hash,
            all = each.All.Select(one => new
            {
                path = one.Path,
                became = one.Kind.ToString().ToLowerInvariant(),
                into = one.Into,
                code = one.Open?.Code,
                reason = one.Open?.Reason,
                text = one.Open?.Text,
                effort = one.Open?.Effort,
            }),
        }),
        whole = figures.Whole,
        tasks = Numbers(figures.Tasks),
        components = Numbers(figures.Components),
        decided = figures.Decided,
        efforts = figures.Efforts.Select(each => new { effort = each.Effort, count = each.Count }),
        connections = figures.Import.Plan.Solution.Connections.Select(each =>
            new { name = each.Name, platform = each.Platform, place = each.Place, secrets = each.Secrets }),
        secrets = figures.Secrets,
        unknown_providers = figures.Import.Plan.Connections.Unknown.Select(each =>
            new { provider = each.Key, connections = each.Value }),
        calls = figures.Import.Plan.Packages.Where(each => each.Caller is not null).Select(each =>
            new { caller = each.Caller!.Package.File, called = each.Package.File }),
        findings = Findings(figures.Import.Plan.Estate).Select(each => new
        {
            code = each.Code,
            file = each.File,
            line = each.Line,
            column = each.Column,
            message = each.Message,
            hint = each.Hint,
            is_error = each.IsError,
        }),
        refused = figures.Import.Refused.Select(each => $"{each.At}: {each.Code}: {each.Message}"),
        is_dry_run = isDry,
        is_different = written?.IsDifferent ?? false,
        written = written?.Written ?? [],
        unchanged = written?.Unchanged ?? [],
        kept = written?.Kept ?? [],
        different = (written?.Different ?? []).Select(ImportScreen.Document),
        gone = written?.Gone ?? [],
    };

    private static IEnumerable<Line> Lines(SsisWritten written, bool isDry, bool isVerbose)
    {
        yield return $"{(isDry ? "would write" : "wrote")} {Words.Count(written.Written.Count, "file")}";
        foreach (var path in isVerbose || isDry ? written.Written : [])
        {
            yield return $"  {path}";
        }

        if (written.Unchanged.Count > 0)
        {
            yield return $"{Words.Count(written.Unchanged.Count, "file")} say what {ThePackages} say";
        }

        if (written.Kept.Count > 0)
        {
            yield return $"{Words.Count(written.Kept.Count, "file")} left as somebody has changed them";
        }

        foreach (var line in written.Different.SelectMany(file => ImportScreen.Lines("differs", file, ThePackages)))
        {
            yield return line;
        }

        foreach (var path in written.Gone)
        {
            yield return new Line("gone ", Ink.Bad).Add(path, Ink.Strong).Add($"  {ThePackages} make no such file");
        }
    }

    private static string Counted(IReadOnlyList<(SsisPackage Package, Disposition Disposition)> of) =>
        $"{Words.Number(of.Count)}: " + string.Join(", ", Enum.GetValues<DispositionKind>().Select(kind =>
            $"{Words.Number(SsisFigures.Count(of, kind))} {kind.ToString().ToLowerInvariant()}"));

    private static object Numbers(IReadOnlyList<(SsisPackage Package, Disposition Disposition)> of) => new
    {
        mapped = SsisFigures.Count(of, DispositionKind.Mapped),
        folded = SsisFigures.Count(of, DispositionKind.Folded),
        dropped = SsisFigures.Count(of, DispositionKind.Dropped),
        open = SsisFigures.Count(of, DispositionKind.Open),
    };
}
