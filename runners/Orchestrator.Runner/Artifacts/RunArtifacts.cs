using System.Globalization;
using System.Runtime.InteropServices;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>The artifacts of runs, `.orchestrator/runs/NUMBER/` below the solution, derived from the ledger.</summary>
internal sealed class RunArtifacts(string solutionFolder, LedgerLocation ledger, OutsideText outside)
{
    public const string ManifestFile = "manifest.json";
    public const string ResultsFile = "run_results.json";
    public const string EventsFile = "events.jsonl";
    public const string LogFile = "run.log";

    public string FolderOf(long run) => RunFolders.Of(solutionFolder, ledger, run);

    /// <summary>Where the folders of runs are.</summary>
    public string Folder => Path.GetDirectoryName(FolderOf(1))!;

    public string CreateFolder(long run)
    {
        CreateFolders();
        return PrivateFiles.CreateFolder(FolderOf(run)).FullName;
    }

    /// <summary>
    /// What lies where a run that begins will write is of a run of another ledger, which is gone and counted from 1 as
    /// this one does: it gets another name. Returns that; null = nothing lies there.
    /// </summary>
    public string? PutAside(long run, DateTimeOffset moment)
    {
        var folder = FolderOf(run);
        if (!Directory.Exists(folder) || !Directory.EnumerateFileSystemEntries(folder).Any())
        {
            return null;
        }

        var aside = string.Create(CultureInfo.InvariantCulture, $"{folder}-until-{moment:yyyyMMdd-HHmmss}");
        Directory.Move(folder, aside);
        return aside;
    }

    /// <summary>
    /// Makes the folder of a run that has begun, with its manifest. The run goes on without, as what it does is in the
    /// ledger, and its end writes all of it again.
    /// </summary>
    /// <returns>Lines for its log: what was put aside, and what could not be written.</returns>
    public IReadOnlyList<string> Begin(RunFacts facts, DateTimeOffset moment)
    {
        var lines = new List<string>();
        try
        {
            if (PutAside(facts.Run.Number, moment) is { } aside)
            {
                lines.Add($"another ledger had a run {facts.Run.Number} as well; what it left is now {aside}");
            }

            CrashPoint.Around("artifacts.manifest", () => WriteManifest(facts));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            lines.Add($"{RunCodes.NoArtifacts} the manifest could not be written: {exception.Message}");
        }

        return lines;
    }

    private DirectoryInfo CreateFolders()
    {
        PrivateFiles.CreateFolder(Path.Combine(solutionFolder, LedgerLocation.FolderName));
        PrivateFiles.CreateFolder(Path.Combine(solutionFolder, LedgerLocation.FolderName, "runs"));
        return PrivateFiles.CreateFolder(Folder);
    }

    /// <summary>Why nothing can be written there, by writing something; null = it can.</summary>
    public string? Refusal()
    {
        try
        {
            PrivateFiles.Try(CreateFolders().FullName);
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return outside.Line(exception.Message);
        }
    }

    /// <summary>
    /// Makes the folder of a run that is about to be ended because it died, so that who comes finds it to be completed
    /// where this process dies in between. Where it cannot be made, completing it says so.
    /// </summary>
    public void Promise(long run)
    {
        try
        {
            CreateFolder(run);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
        }
    }

    public void WriteManifest(RunFacts facts) => PrivateFiles.WriteWhole(
        Path.Combine(CreateFolder(facts.Run.Number), ManifestFile),
        stream => Manifest.Write(stream, facts, Versions(facts.Run.Version), outside));

    /// <summary>The runs whose folder lacks what is written last: at work, or dead before they came to it.</summary>
    public IEnumerable<long> Incomplete()
    {
        var runs = new DirectoryInfo(Folder);
        return !runs.Exists ? [] : runs.EnumerateDirectories()
            .Where(folder => !File.Exists(Path.Combine(folder.FullName, EventsFile)))
            .Select(folder => long.TryParse(folder.Name, NumberStyles.None, CultureInfo.InvariantCulture, out var run)
                ? run : 0)
            .Where(run => run > 0);
    }

    /// <summary>Writes what is known once a run has ended; a manifest only where it is missing.</summary>
    public void Complete(RunFacts facts)
    {
        var folder = CreateFolder(facts.Run.Number);
        PrivateFiles.Sweep(folder);
        if (!File.Exists(Path.Combine(folder, ManifestFile)))
        {
            WriteManifest(facts);
        }

        CrashPoint.Around("artifacts.results", () => PrivateFiles.WriteWhole(
            Path.Combine(folder, ResultsFile), stream => RunResults.Write(stream, facts, outside)));
        CrashPoint.Around("artifacts.events", () => PrivateFiles.WriteWhole(
            Path.Combine(folder, EventsFile), stream => new EventLines(outside).Write(stream, facts)));
    }

    /// <summary>Writes the report beside the others, and returns its file.</summary>
    public string WriteReport(RunFacts facts, RunReport report)
    {
        var file = Path.Combine(CreateFolder(facts.Run.Number), RunReport.FileName);
        CrashPoint.Around(
            "artifacts.report", () => PrivateFiles.WriteWhole(file, stream => report.Write(stream, facts)));
        return file;
    }

    private static Dictionary<string, string> Versions(string version) => new()
    {
        ["orchestrator"] = version,
        ["dotnet"] = Environment.Version.ToString(),
        ["os"] = RuntimeInformation.OSDescription,
    };
}
