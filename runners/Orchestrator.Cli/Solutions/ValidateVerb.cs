using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Guide;
using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Core.Advice;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Solutions;

/// <summary>`validate [BATCH]`: every mistake in the metadata, all together; connects only with `--online`.</summary>
internal static class ValidateVerb
{
    private static readonly Argument<string?> Batch = Completions.Batch("Batch to check [default: all]");

    private static readonly Option<bool> Online = CommonOptions.Flag(
        "--online", "Hold it against the databases too: tables, columns, types, rights, room");

    public static Verb Create() => new("validate", "Check the metadata; connect to nothing unless asked to", Run)
    {
        Takes = [Batch, Online],
        Outputs = ["text", "json", "github", "sarif"],
        Examples = ["validate", "validate Nightly --warn-error", "validate --online", "validate -o sarif"],
    };

    private static int Run(Call call)
    {
        var loaded = CallSolution.Load(call);
        var diagnostics = Everywhere(call, loaded);
        var online = call.Flag(Online).Value && loaded.Solution is { } solution
            && diagnostics.All(each => each.Severity != Severity.Error)
            ? CallOnlineChecks.Check(call, solution, call.Argument(Batch))
            : null;
        diagnostics = CallOnlineChecks.Together(diagnostics, online);
        var advice = Advice(call, loaded.Solution, diagnostics);
        call.NoteWarnings(diagnostics.Any(each => each.Severity == Severity.Warning));
        switch (call.Output)
        {
            case "json":
                call.Host.Out.WriteLine(Json.Document(
                    Document(loaded.Solution, diagnostics, online?.Notes ?? [], advice)));
                break;
            case "github":
                call.Results.Write(GithubScreen.Lines(InRepository(call, diagnostics)).Select(line => (Line)line));
                break;
            case "sarif":
                call.Host.Out.WriteLine(Json.Document(
                    SarifScreen.Document(InRepository(call, diagnostics), VersionVerb.Number)));
                break;
            default:
                call.Results.Write(DiagnosticScreen.Lines(diagnostics));
                call.Results.Write((online?.Notes ?? []).Select(note => (Line)$"note: {note}"));
                call.Results.Write(AdviceScreen.Lines(advice, loaded.Solution!));
                call.Results.Write(Verdict(loaded.Solution, diagnostics));
                break;
        }

        return CallOnlineChecks.IsUnreachable(online) ? ExitCode.Unreachable
            : diagnostics.Any(each => each.Severity == Severity.Error) ? ExitCode.Usage : ExitCode.Done;
    }

    /// <summary>Of the environment that was asked for; without one, of all of them.</summary>
    private static List<Diagnostic> Everywhere(Call call, LoadedSolution loaded)
    {
        var found = new HashSet<Diagnostic>(All(loaded, call.Argument(Batch)));
        foreach (var name in call.EnvironmentName is null ? loaded.Solution?.Environments ?? [] : [])
        {
            // What is found there only says so: the files alone would not explain it.
            var only = All(CallSolution.Load(call, name), call.Argument(Batch)).Except(found).ToArray();
            found.UnionWith(only.Select(each =>
                each with { Message = $"{each.Message} (in the environment '{name}')" }));
        }

        return [.. found
            .OrderBy(each => each.At.File, StringComparer.Ordinal).ThenBy(each => each.At.Line)
            .ThenBy(each => each.At.Column).ThenBy(each => each.Code, StringComparer.Ordinal)];
    }

    private static IEnumerable<Diagnostic> All(LoadedSolution loaded, string? batch)
    {
        if (loaded.Solution is not { } solution)
        {
            return loaded.Diagnostics;
        }

        // Without any batch a run is refused, and so is that here.
        var names = batch is not null ? [CallSolution.Chosen(solution, batch).Name]
            : solution.Batches.Count == 0 ? [""] : solution.Batches.Select(each => each.Name);
        return loaded.Diagnostics
            .Union(AddressChecks.Of(solution))
            .Union(names.SelectMany(name => CallSolution.Compile(solution, name).Diagnostics));
    }

    /// <summary>
    /// Places as the services that show them count: from the folder that the check ran in, which is the repository's.
    /// </summary>
    private static List<Diagnostic> InRepository(Call call, List<Diagnostic> diagnostics)
    {
        var way = Path.GetRelativePath(call.Host.Folder, call.SolutionFolder).Replace('\\', '/');
        return way == "." || way.StartsWith("..", StringComparison.Ordinal) || Path.IsPathRooted(way)
            ? diagnostics
            : [.. diagnostics.Select(each => each with { At = each.At with { File = $"{way}/{each.At.File}" } })];
    }

    /// <summary>Of the batches that are checked, in the environment that was asked for; none where it is not valid.
    /// </summary>
    private static IReadOnlyList<RelaxingForecast> Advice(
        Call call, Solution? solution, List<Diagnostic> diagnostics)
    {
        if (solution is null || diagnostics.Any(each => each.Severity == Severity.Error))
        {
            return [];
        }

        var names = call.Argument(Batch) is { } batch
            ? [CallSolution.Chosen(solution, batch).Name] : solution.Batches.Select(each => each.Name);
        return CallAdvice.Of(
            call, solution, () => names.Select(name => CallSolution.Compile(solution, name).Plan).OfType<Plan>());
    }

    private static Line Verdict(Solution? solution, List<Diagnostic> diagnostics)
    {
        if (solution is null || diagnostics.Any(each => each.Severity == Severity.Error))
        {
            return new Line("refused", Ink.Bad).Add($": {DiagnosticScreen.Counted(diagnostics)}");
        }

        var objects = solution.Projects.Sum(project => project.Objects.Count);
        return new Line("valid", Ink.Good).Add($": {solution.Name}, environment {solution.Environment}, "
            + $"{Words.Count(solution.Batches.Count, "batch", "batches")}, "
            + $"{Words.Count(solution.Projects.Count, "project")}, {Words.Count(objects, "object")}, "
            + Words.Count(diagnostics.Count, "warning"));
    }

    private static object Document(
        Solution? solution, List<Diagnostic> diagnostics, IReadOnlyList<string> notes,
        IReadOnlyList<RelaxingForecast> advice)
    {
        var errors = diagnostics.Count(each => each.Severity == Severity.Error);
        return new
        {
            schema_version = Json.SchemaVersion,
            solution = solution?.Name,
            environment = solution?.Environment,
            is_valid = errors == 0,
            errors,
            warnings = diagnostics.Count - errors,
            diagnostics = diagnostics.Select(DiagnosticDocument.Of),
            notes,
            advice = AdviceScreen.Documents(advice, solution!),
        };
    }
}
