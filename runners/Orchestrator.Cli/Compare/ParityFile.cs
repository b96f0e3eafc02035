using System.Text;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Cli.Status;
using Orchestrator.Ledger;
using Orchestrator.Report.Parity;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Cli.Compare;

/// <summary>The report of all comparisons, and the same for machines beside it.</summary>
internal static class ParityFile
{
    private const string FolderName = "parity";
    private const string Ending = ".json";

    /// <summary>Where it goes: what the call names, else a file below the solution's own folder.</summary>
    /// <exception cref="UsageException">It cannot be written over.</exception>
    public static string Of(Call call)
    {
        if (call.FullPath(CompareParity.Target) is not { } named)
        {
            var folder = Path.Combine(CallSolution.Folder(call), LedgerLocation.FolderName, FolderName);
            return Path.Combine(PrivateFiles.CreateFolder(folder).FullName, $"{FolderName}.html");
        }

        if (Path.GetExtension(named) == Ending)
        {
            throw new UsageException($"'{named}' is the name of what is written beside the report",
                "name a file such as parity.html");
        }

        var file = ReportFile.Of(named, ParityReport.Mark);
        ReportFile.Of(Path.ChangeExtension(file, Ending), ParityReport.Mark);
        return file;
    }

    /// <summary>Writes both. What was compared took long, so that it is told all the same where nothing can be written
    /// there.</summary>
    /// <returns>The file; null where it could not be written, which is said.</returns>
    public static string? Write(Call call, string file, ParityOutcome report)
    {
        try
        {
            ReportFile.Write(file, stream =>
            {
                using var writer = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true)
                {
                    NewLine = "\n",
                };
                ParityReport.Write(writer, ParityPageOf.Report(call, report));
            });
            ReportFile.Write(Path.ChangeExtension(file, Ending), stream => stream.Write(
                Encoding.UTF8.GetBytes(Json.Document(report.Document(call.Host.Secrets)) + "\n")));
            return file;
        }
        catch (Exception refused) when (refused is UsageException or UnwritableException)
        {
            call.Messages.Write(new Line("failed", Ink.Bad).Add($": {refused.Message}"));
            return null;
        }
    }
}
