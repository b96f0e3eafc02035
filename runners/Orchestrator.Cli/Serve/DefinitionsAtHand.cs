using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Verbs;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Cli.Serve;

/// <summary>Reads the metadata of a call for a service: in force is only what all of its batches compile from.
/// </summary>
internal static class DefinitionsAtHand
{
    private const int ProblemsMax = 20;

    public static DefinitionsReading Read(Call call)
    {
        LoadedSolution loaded;
        try
        {
            loaded = SolutionAtHand.Load(call);
        }
        catch (UsageException gone)
        {
            return new DefinitionsReading(null, [gone.Message]);
        }

        var diagnostics = loaded.Diagnostics.AsEnumerable();
        if (loaded.Solution is { } solution)
        {
            diagnostics = solution.Batches.Aggregate(diagnostics, (found, batch) =>
                found.Union(SolutionAtHand.Compile(solution, batch.Name).Diagnostics));
        }

        var errors = diagnostics.Where(each => each.Severity == Severity.Error).ToList();
        return new DefinitionsReading(
            errors.Count == 0 && loaded.Solution is { } good ? Of(good) : null,
            [.. errors.Take(ProblemsMax).Select(each => $"{each.At} {each.Code}: {each.Message}")]);
    }

    private static Definitions Of(Solution solution) => new()
    {
        Files = [.. solution.Files.Select(file => new PlanFile(file.Path, file.Text))],
        Commit = GitCommit.Of(solution.Folder) ?? "",
        Batches = [.. solution.Batches.Select(batch => batch.Name)],
        Triggers = [.. solution.Batches.SelectMany(batch => ServedTriggers.Of(solution, batch))],
    };
}
