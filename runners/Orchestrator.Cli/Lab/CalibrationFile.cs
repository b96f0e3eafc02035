using System.Text;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Cli.Status;
using Orchestrator.Ledger;
using Orchestrator.Report.Calibration;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Lab;

/// <summary>The HTML report of a calibration.</summary>
internal static class CalibrationFile
{
    private const string FolderName = "calibration";

    /// <summary>Where it goes: what the call names, else a file below the solution's own folder.</summary>
    /// <exception cref="UsageException">It cannot be written over.</exception>
    public static string Of(Call call, string name)
    {
        if (call.FullPath(CalibrateVerb.Target) is { } named)
        {
            return ReportFile.Of(named, CalibrationReport.Mark);
        }

        var folder = Path.Combine(CallSolution.Folder(call), LedgerLocation.FolderName, FolderName);
        var plain = string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' ? c : '_'));
        return Path.Combine(PrivateFiles.CreateFolder(folder).FullName, $"{plain}.html");
    }

    /// <summary>Writes it, its texts through the gate. What was measured took long, so that it is told all the same
    /// where nothing can be written there.</summary>
    /// <returns>The file; null where it could not be written, which is said.</returns>
    public static string? Written(Call call, string file, CalibrationFigures figures)
    {
        try
        {
            Write(call, file, figures);
            return file;
        }
        catch (Exception refused) when (refused is UsageException or UnwritableException)
        {
            call.Messages.Write(new Line("failed", Ink.Bad).Add($": {refused.Message}"));
            return null;
        }
    }

    private static void Write(Call call, string file, CalibrationFigures figures)
    {
        var gate = new OutsideText(call.Host.Secrets);
        IReadOnlyList<string> All(IReadOnlyList<string> texts) => [.. texts.Select(gate.Line)];
        var gated = figures with
        {
            Title = gate.Line(figures.Title),
            Lead = gate.Line(figures.Lead),
            Facts = [.. figures.Facts.Select(fact => (fact.Name, gate.Line(fact.Value)))],
            Rows = [.. figures.Rows.Select(All)],
            Yaml = All(figures.Yaml),
            Why = All(figures.Why),
            Notes = All(figures.Notes),
        };
        ReportFile.Write(file, stream =>
        {
            using var writer = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
            CalibrationReport.Write(writer, gated);
        });
    }
}
