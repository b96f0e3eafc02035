using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Imports;

/// <summary>An import that makes a solution, or adds to one, of another tool's files.</summary>
internal static class ForeignImport
{
    private const string Nameless = "Imported";

    /// <summary>Reads the files, and writes what is not there yet.</summary>
    /// <param name="call">The call.</param>
    /// <param name="from">What is imported, as a sentence names it.</param>
    /// <param name="read">Reads it, told the solution; null = there is none yet.</param>
    public static int Run(Call call, string from, Func<Solution?, ForeignContent> read)
    {
        var folder = CallSolution.Folder(call);
        var isThere = File.Exists(Path.Combine(folder, SolutionFile.Path));
        var solution = isThere ? CallSolution.ToImport(call, null) : null;
        if (isThere && solution is null)
        {
            return ExitCode.Usage;
        }

        ForeignContent content;
        try
        {
            content = read(solution);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }

        var placed = ForeignPlaces.Of(content, folder, solution);
        Say(call, placed.Problems);
        var isDry = call.Flag(Consent.DryRun).Value;
        var files = WrittenFiles.Of(folder, [.. placed.Files.Select(file => file.File)], isDry);
        call.Write(() => ForeignScreen.Document(placed, files, isDry),
            () => ForeignScreen.Lines(placed, files, from, isDry, call.IsVerbose)
                .Append(Next(call, placed, solution)));
        return placed.IsPartial || files.Different.Count > 0 ? ExitCode.Failed : ExitCode.Done;
    }

    /// <summary>What a solution is called that begins with an import.</summary>
    public static string SolutionName(Call call)
    {
        var name = string.Concat(Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(
            call.SolutionFolder))).Where(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-'));
        return name.Length > 0 && char.IsAsciiLetter(name[0]) ? name : Nameless;
    }

    /// <summary>How names and statements are written for a platform.</summary>
    public static Dialect DialectOf(PlatformFacts facts) => ConnectionAccess.PlatformNamed(facts.Name)!.Dialect;

    // Without a batch nothing can be run, and `validate` says no more than that.
    private static Line Next(Call call, ForeignContent content, Solution? solution) =>
        solution?.Batches.Count > 0 || content.Files.Any(file => file.What == ForeignFile.Batch)
            ? $"next: {NextCommands.Line(call, "validate")}"
            : $"next: write a project for these tables, and a batch: {call.Host.Command} help metadata";

    private static void Say(Call call, IReadOnlyList<Diagnostic> problems)
    {
        call.NoteWarnings(problems.Any(each => each.Severity == Severity.Warning));
        if (problems.Count > 0 && (problems.Any(each => each.Severity == Severity.Error) || !call.IsQuiet))
        {
            call.Messages.Write(DiagnosticScreen.Lines(problems));
        }
    }
}
