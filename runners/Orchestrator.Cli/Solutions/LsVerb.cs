using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Solutions;

/// <summary>`ls [BATCH]`: the names of the packages, one a line.</summary>
internal static class LsVerb
{
    private static readonly Argument<string?> Batch = Completions.Batch();

    public static Verb Create() => new("ls", "List the packages of a batch, one a line", Run)
    {
        Takes = [Batch, .. CallSelection.All],
        Examples = ["ls", "ls -v", "ls -s project:Staging"],
    };

    private static int Run(Call call)
    {
        if (CallSolution.Batch(call, call.Argument(Batch)) is not { } batch)
        {
            return ExitCode.Usage;
        }

        var selected = CallSelection.Of(call, batch);
        var packages = batch.Plan.Nodes.Where(node => node.Kind == NodeKind.Package
            && (selected?.Contains(node.Index) ?? true)).ToArray();
        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                batch = batch.Plan.Batch,
                packages = packages.Select(node => Document(batch.Plan, node)),
            },
            () => Lines(batch.Plan, packages, call.IsVerbose));
        return ExitCode.Done;
    }

    private static IEnumerable<Line> Lines(Plan plan, PlanNode[] packages, bool isVerbose)
    {
        var columns = packages.Select(node => node.Name.Length).DefaultIfEmpty().Max();
        return packages.Select(node => isVerbose
            ? new Line(node.Name.PadRight(columns)).Add($"  {node.PackageKind}, {plan.Nodes[node.Parent].Name}"
                + (node.IsHook ? "" : $", level {plan.Nodes[node.Parent].Level}")
                + $"{Way(node)}{(node.Enabled ? "" : ", disabled")}", Ink.Dim)
            : new Line(node.Name));
    }

    private static string Way(PlanNode node) => node.Payload is not ObjectDefinition definition
        ? ""
        : definition.Source is { } source
            ? $", {source.Connection} → {definition.Target.Connection}"
            : definition.Process is { } process ? $", {process.Command.Program}"
            : KindTable.Of(definition.Kind).Target != TargetUse.None ? $", {definition.Target.Connection}"
            : definition.Own is { Said.Length: > 0 } own ? $", {own.Said}"
            : definition.Plugin is { } plugin ? $", {plugin.Class}" : "";

    private static object Document(Plan plan, PlanNode node)
    {
        var definition = node.Payload as ObjectDefinition;
        return new
        {
            name = node.Name,
            kind = node.PackageKind,
            container = plan.Nodes[node.Parent].Name,
            level = node.IsHook ? null : (int?)plan.Nodes[node.Parent].Level,
            source = definition?.Source?.Connection,
            target = definition is not null && KindTable.Of(definition.Kind).Target != TargetUse.None
                ? definition.Target.Connection : null,
            program = definition?.Starts?.Program,
            tags = node.Tags,
            is_enabled = node.Enabled,
        };
    }
}
