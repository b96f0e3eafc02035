using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Cli.Serve;

/// <summary>Reads the metadata of a call for a service: in force is only what all of its batches compile from.
/// </summary>
internal static class DefinitionsReader
{
    private const int ProblemsMax = 20;

    public static DefinitionsReading Read(Call call)
    {
        LoadedSolution loaded;
        try
        {
            loaded = CallSolution.Load(call);
        }
        catch (UsageException gone)
        {
            return new DefinitionsReading(null, [gone.Message]);
        }

        var compiled = loaded.Solution?.Batches
            .Select(batch => CallSolution.Compile(loaded.Solution, batch.Name)).ToList() ?? [];
        var errors = compiled.Aggregate(
                loaded.Diagnostics.AsEnumerable(), (found, batch) => found.Union(batch.Diagnostics))
            .Where(each => each.Severity == Severity.Error).ToList();
        return new DefinitionsReading(
            errors.Count == 0 && loaded.Solution is { } good ? Of(call, good, compiled) : null,
            [.. errors.Take(ProblemsMax).Select(each => $"{each.At} {each.Code}: {each.Message}")]);
    }

    private static Definitions Of(Call call, Solution solution, IReadOnlyList<CompiledPlan> compiled) => new()
    {
        Files = [.. solution.Files.Select(file => new PlanFile(file.Path, file.Text))],
        Commit = GitCommit.Of(solution.Folder) ?? "",
        Batches = [.. solution.Batches.Zip(compiled, (batch, plan) => new ServedBatch(
            batch.Name, [.. plan.Plan!.Nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Name)])
        {
            Needs = NeededPermissions.Of(solution, plan.Plan),
        })],
        IsProtected = solution.Protected,
        Solution = solution,
        Alerts = CallAlerts.Of(call, solution),
        Triggers = [.. solution.Batches.SelectMany(batch => ServedTriggers.Of(solution, batch))],
    };
}
