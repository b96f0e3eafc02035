using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status;
using Orchestrator.Import.Ssis;
using Orchestrator.Import.Ssis.Again;
using Orchestrator.Metadata.Selection;
using Orchestrator.Report.Assessment;
using Orchestrator.Runner.Text;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Cli.Imports;

/// <summary>`import ssis PATH…`: packages of Integration Services as a solution; nothing is connected to, and nothing
/// of them is run.</summary>
internal static class ImportSsis
{
    private static readonly Option<string> Into = CommonOptions.Text(
        "--into", "DIR", "ssis: the folder of the solution that is written [default: that of the call]");

    private static readonly Option<bool> Assess = CommonOptions.Flag(
        "--assess", "ssis: write no metadata; say what becomes of the packages");

    private static readonly Option<string> Page = CommonOptions.Text(
        "--page", "FILE", "ssis: with --assess, the HTML page that is written [default: none]");

    private static readonly Option<string[]> Taken = CommonOptions.Texts(
        "--taken", "FILE", "ssis: a file that differs or is gone, and holds what you want of it: it is told no more; "
            + "repeatable");

    public static ImportKind Kind { get; } = new(
        "ssis", "packages of SSIS (.dtsx, .ispac, .dtproj, folders of them), as a solution", Run)
    {
        Options = [Into, Assess, Page, SsisCatalog.Paths, Taken, Consent.DryRun],
        Examples =
        [
            "import ssis dtsx/ --assess --page assessment.html", "import ssis dtsx/ --into solution",
            "import ssis Nightly.ispac --into new --catalog Dw.dacpac",
        ],
    };

    private static int Run(Call call)
    {
        var paths = ImportArguments.Paths(call);
        var isAssessed = call.Flag(Assess).Value;
        var page = call.FullPath(Page) is { } named ? ReportFile.Of(named, AssessmentReport.Mark) : null;
        if (page is not null && !isAssessed)
        {
            throw new UsageException($"{Page.Name} does nothing without {Assess.Name}", $"add {Assess.Name}");
        }

        var folder = call.FullPath(Into) ?? Path.GetFullPath(call.SolutionFolder);
        if (File.Exists(folder))
        {
            throw new UsageException($"'{folder}' is a file", $"name a folder: {Into.Name} solution");
        }

        var estate = EstateFolders.Read(
            [.. paths.Select(path => Path.GetFullPath(path, call.Host.Folder))], ReadingBounds.Default);
        var import = SsisImport.Of(
            estate, Path.GetFileName(folder), Directory.Exists(folder) ? folder : null,
            files => SsisCheck.Of(files, call.Host.Variable), SsisCatalog.Read(call, estate));
        var figures = new SsisFigures(import);
        var isDry = isAssessed || call.Flag(Consent.DryRun).Value;
        var isNothing = !isAssessed && import.Plan.Solution.Batches.Count == 0
            && !File.Exists(Path.Combine(folder, ImportMemory.Path));
        var hashes = import.Dispositions.Select(each =>
            KeyValuePair.Create(each.Package.File, each.Package.Hash)).ToArray();
        var taken = TakenFiles(call, folder, isAssessed, () =>
            SsisWritten.Of(folder, import.Files, hashes, import.Open, isDry: true, []));
        var written = isAssessed || isNothing ? null
            : SsisWritten.Of(folder, import.Files, hashes, import.Open, isDry, taken);
        Say(call, import);
        if (isNothing)
        {
            call.Warn("no package that was read has a task, so that there is no solution, and nothing is written; "
                + "look at what was refused above, or point at other packages");
        }

        string[] next = isNothing ? [] : Next(call.In(folder), figures, paths, folder, isAssessed);
        if (page is not null)
        {
            Write(page, SsisAssessment.Of(
                figures, string.Join(", ", paths), next, new OutsideText(call.Host.Secrets)));
        }

        call.Write(
            () => SsisScreen.Document(figures, written, isDry),
            () => SsisScreen.Lines(figures, written, isDry, call.IsVerbose).Concat(next.Select(line => (Line)line)));
        return isNothing || written is { IsDifferent: true } || import.Refused.Count > 0
            || SsisScreen.Findings(estate).Any(each => each.IsError) ? ExitCode.Failed : ExitCode.Done;
    }

    // Before anything is written: who means another file would not be told again of this one.
    private static string[] TakenFiles(Call call, string folder, bool isAssessed, Func<SsisWritten> ahead)
    {
        var named = call.Texts(Taken);
        if (named.Count == 0)
        {
            return [];
        }

        if (isAssessed)
        {
            throw new UsageException($"{Taken.Name} does nothing with {Assess.Name}", "leave one of them out");
        }

        var differs = ahead();
        string[] told = [.. differs.Different.Select(each => each.Path), .. differs.Gone];
        return
        [
            .. named.Select(name => Array.Find(told, each => each == name.Replace('\\', '/')
                    || Path.Combine(folder, each) == Path.GetFullPath(name, call.Host.Folder))
                ?? throw new UsageException($"'{name}' is no file that differs or is gone",
                    told.Length == 0 ? "no file is" : $"these are: {string.Join(", ", told)}")),
        ];
    }

    private static void Say(Call call, SsisImport import)
    {
        foreach (var finding in SsisScreen.Findings(import.Plan.Estate))
        {
            call.Warn($"{finding}; {finding.Hint}");
        }

        foreach (var refused in import.Refused)
        {
            call.Warn($"what was made of the packages is refused: {refused.At}: {refused.Code}: {refused.Message}");
        }
    }

    private static string[] Next(
        Call call, SsisFigures figures, IReadOnlyList<string> paths, string folder, bool isAssessed)
    {
        var into = Path.GetRelativePath(call.Host.Folder, folder);
        return isAssessed
            ?
            [
                $"next: {call.Host.Command} import ssis {string.Join(' ', paths.Select(ShellWord.Quoted))} "
                    + $"{Into.Name} {ShellWord.Quoted(into)}",
            ]
            : figures.Open.Count > 0
                ?
                [
                    $"{Words.Count(figures.Open.Count, "thing")} to decide: validate refuses them until then",
                    $"next: {NextCommands.Line(call, "validate")}",
                ]
                : [$"next: {NextCommands.Line(call, "validate")}"];
    }

    private static void Write(string file, AssessmentFigures figures) => ReportFile.Write(file, stream =>
    {
        using var writer = new StreamWriter(stream, leaveOpen: true);
        AssessmentReport.Write(writer, figures);
    });
}
