using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Solutions;

/// <summary>A solution that was read without an error, and a compiled batch of it.</summary>
internal sealed record CompiledBatch(Solution Solution, Plan Plan, PlanContent Document);

/// <summary>Reads the solution that a call names and compiles its batches; mistakes go to stderr, exit 2.</summary>
internal static class CallSolution
{
    /// <exception cref="UsageException">What `-C` names is no folder.</exception>
    public static LoadedSolution Load(Call call) => Load(call, call.EnvironmentName);

    /// <exception cref="UsageException">What `-C` names is no folder.</exception>
    public static LoadedSolution Load(Call call, string? environment) =>
        Load(call, Folder(call), environment, Kinds.Listing);

    /// <summary>The folder that a call names.</summary>
    /// <exception cref="UsageException">What `-C` names is no folder.</exception>
    public static string Folder(Call call) => Directory.Exists(call.SolutionFolder)
        ? call.SolutionFolder
        : throw new UsageException(File.Exists(call.SolutionFolder)
            ? $"{call.SolutionFolder} is a file: -C names the folder that holds solution.yaml"
            : $"there is no folder {call.SolutionFolder}");

    /// <summary>Reads it from another folder.</summary>
    /// <param name="call">The call.</param>
    /// <param name="folder">The folder.</param>
    /// <param name="listing">How data files are listed.</param>
    /// <param name="change">Changes how it is read; null = as the call says.</param>
    public static LoadedSolution Load(Call call, string folder, SourceListing listing,
        Func<SolutionLoadOptions, SolutionLoadOptions>? change) =>
        Load(call, folder, call.EnvironmentName, listing, change: change);

    private static LoadedSolution Load(
        Call call, string folder, string? environment, SourceListing listing, string? imported = null,
        Func<SolutionLoadOptions, SolutionLoadOptions>? change = null)
    {
        var options = CallVariables.Of(call, new SolutionLoadOptions
        {
            Variable = call.Host.Variable,
            Listing = listing,
            Imported = imported,
        });
        return SolutionLoader.Load(folder, environment, change?.Invoke(options) ?? options);
    }

    public static CompiledPlan Compile(Solution solution, string batch) =>
        Compiler.Compile(solution, batch, Kinds.Check);

    /// <summary>The solution; null after its mistakes were said.</summary>
    public static Solution? Solution(Call call) => AcceptedOf(call, Load(call));

    /// <summary>The same for who writes the objects of a project, which need not be there yet.</summary>
    /// <param name="call">The call.</param>
    /// <param name="project">The project; null = it is found in the solution.</param>
    public static Solution? ToImport(Call call, string? project) => AcceptedOf(call, Load(
        call, Folder(call), call.EnvironmentName, Kinds.Listing, project ?? SolutionLoadOptions.EveryProject));

    private static Solution? AcceptedOf(Call call, LoadedSolution loaded) =>
        Accepted(call, loaded.Diagnostics) ? loaded.Solution : null;

    /// <summary>The batch that was asked for, or the default one; null after its mistakes were said.</summary>
    public static CompiledBatch? Batch(Call call, string? name) => Batch(call, Load(call), name);

    /// <summary>The same, read otherwise than the call alone says.</summary>
    public static CompiledBatch? Batch(
        Call call, string name, Func<SolutionLoadOptions, SolutionLoadOptions> change) =>
        Batch(call, Load(call, Folder(call), Kinds.Listing, change), name);

    /// <summary>The same of a solution that was read.</summary>
    public static CompiledBatch? Batch(Call call, LoadedSolution loaded, string? name)
    {
        if (loaded.Solution is not { } solution)
        {
            Accepted(call, loaded.Diagnostics);
            return null;
        }

        var compiled = Compile(solution, Chosen(solution, name).Name);
        return Accepted(call, [.. loaded.Diagnostics.Union(compiled.Diagnostics)])
            ? new CompiledBatch(solution, compiled.Plan!, compiled.Document!)
            : null;
    }

    /// <summary>A batch of a solution that was accepted; null after its mistakes were said.</summary>
    public static CompiledBatch? Compiled(Call call, Solution solution, string name)
    {
        var compiled = Compile(solution, name);
        return Accepted(call, compiled.Diagnostics)
            ? new CompiledBatch(solution, compiled.Plan!, compiled.Document!)
            : null;
    }

    /// <summary>The named batch; else the only one, or the default one.</summary>
    /// <exception cref="UsageException">There is none, or several; it lists them.</exception>
    public static Batch Chosen(Solution solution, string? name)
    {
        var names = solution.Batches.Select(batch => batch.Name).ToArray();
        var list = $"batches: {string.Join(", ", names)}";
        if (name is not null)
        {
            var near = NearName.To(name, names);
            return solution.Batches.FirstOrDefault(batch => batch.Name == name) ?? throw new UsageException(
                $"there is no batch '{name}'" + (near is null ? "" : $"; did you mean '{near}'?"), list);
        }

        return solution.Batches is [var only] ? only
            : solution.Batches.FirstOrDefault(batch => batch.IsDefault)
                ?? throw (names.Length == 0
                    ? new UsageException("the solution has no batch: write one under `batches:`")
                    : new UsageException("which batch? None of several has `default: true`", list));
    }

    /// <summary>Says what was found; false when an error is among it.</summary>
    private static bool Accepted(Call call, IReadOnlyList<Diagnostic> diagnostics)
    {
        var isRefused = diagnostics.Any(each => each.Severity == Severity.Error);
        if (diagnostics.Count > 0)
        {
            call.NoteWarnings(diagnostics.Any(each => each.Severity == Severity.Warning));
            if (isRefused || !call.IsQuiet)
            {
                call.Messages.Write(DiagnosticScreen.Lines(diagnostics));
            }
        }

        if (isRefused)
        {
            call.Messages.Write(new Line($"refused: {DiagnosticScreen.Counted(diagnostics)}", Ink.Bad));
        }

        return !isRefused;
    }
}
