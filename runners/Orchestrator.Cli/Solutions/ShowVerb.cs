using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Solutions;

/// <summary>`show NODE`: each value of a node with the file and line it was written in.</summary>
internal static class ShowVerb
{
    private static readonly Argument<string> Node =
        Verb.Required("NODE", "project/object, a bare object, project/container, a project or a batch");

    private static readonly Option<bool> Sql = CommonOptions.Flag("--sql", "The exact statements that it sends");

    public static Verb Create()
    {
        Node.CompletionSources.Add(Completions.Nodes);
        return new Verb("show", "Show each value of a node with the file and line it comes from", Run)
        {
            Takes = [Node, Sql],
            Examples = ["show Staging/customer", "show Staging/customer --sql", "show Staging"],
        };
    }

    private static int Run(Call call)
    {
        if (CallSolution.Solution(call) is not { } solution
            || Find(call, solution, call.RequiredArgument(Node)) is not { } found)
        {
            return ExitCode.Usage;
        }

        var (batch, node) = found;
        var statements = call.Flag(Sql).Value ? Statements(batch, node) : null;
        var all = WithSurroundings(batch.Document, node);
        var entry = all with { Properties = ValuePositions.Of(batch.Solution, node, all.Properties) };
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(Document(batch, node, entry, statements)));
        }
        else
        {
            call.Results.Write(Title(batch, node));
            if (Kinds.LoadPath(node, batch.Solution) is { Length: > 0 } path)
            {
                call.Results.Write(new Line($"  rows by {path}", Ink.Dim));
            }

            call.Results.Write(Read(batch.Plan, node));
            call.Results.Write(statements is null ? Values(entry) : statements.SelectMany(Statement));
            if (statements is { Length: 0 })
            {
                call.Say("no statement is known before its columns are: list them under `columns:`");
            }
        }

        return ExitCode.Done;
    }

    /// <summary>In the batch that a run would take, else in the first batch that has the node.</summary>
    private static (CompiledBatch Batch, PlanNode Node)? Find(Call call, Solution solution, string name)
    {
        UsageException? refused = null;
        foreach (var batch in solution.Batches.OrderByDescending(batch => batch.IsDefault))
        {
            if (CallSolution.Compiled(call, solution, batch.Name) is not { } compiled)
            {
                return null;
            }

            if (NodeNames.TryFind(compiled.Plan, name) is { } node)
            {
                return (compiled, node);
            }

            refused ??= NodeNames.Missing(compiled.Plan, name);
        }

        throw refused ?? new UsageException("the solution has no batch");
    }

    /// <summary>What was written for a node; for a batch also what starts it by itself, and who is told.</summary>
    private static PlanEntry WithSurroundings(PlanContent document, PlanNode node)
    {
        var entry = document.Nodes[node.Index];
        var isBatch = node.Kind == NodeKind.Batch;
        return entry with
        {
            Properties =
            [
                .. entry.Properties,
                .. (isBatch ? document.Triggers ?? [] : []).SelectMany(trigger =>
                    trigger.Properties.Select(value => value with { Key = $"triggers.{trigger.Name}.{value.Key}" })),
                .. (isBatch ? document.Alerts ?? [] : []).SelectMany(alert =>
                    alert.Properties.Select(value => value with { Key = $"alerts.{alert.Name}.{value.Key}" })),
            ],
        };
    }

    private static Line Title(CompiledBatch batch, PlanNode node) => new Line(node.Name, Ink.Strong).Add(
        $"  {node.Kind.ToString().ToLowerInvariant()}{(node.Kind == NodeKind.Package ? $", {node.PackageKind}" : "")}"
        + (node.Parent < 0 ? "" : $", in {batch.Plan.Nodes[node.Parent].Name}") + $", batch {batch.Plan.Batch}");

    private static IEnumerable<Line> Values(PlanEntry entry)
    {
        var keys = entry.Properties.Select(each => each.Key.Length).DefaultIfEmpty().Max();
        var values = Math.Min(48, entry.Properties.Select(each => OneLine(each.Value).Length).DefaultIfEmpty().Max());
        return entry.Properties.Select(each =>
            new Line($"  {each.Key.PadRight(keys)}  ").Add(OneLine(each.Value).PadRight(values))
                .Add($"  {each.At}", Ink.Dim));
    }

    private static IEnumerable<Line> Read(Plan plan, PlanNode node) => node.ReadsValues.Select(read => new Line(
        $"  reads {plan.Variables[read.Variable].Name} of "
        + string.Join(", else of ", read.Setters.Select(setter => plan.Nodes[setter].Name)), Ink.Dim));

    private static string OneLine(string value) => value.ReplaceLineEndings("\n").Replace("\n", "⏎");

    private static IEnumerable<Line> Statement(SqlStatement statement) =>
        new[] { new Line($"-- {statement.Purpose} (on {statement.Connection})", Ink.Dim) }
            .Concat(statement.Text.ReplaceLineEndings("\n").TrimEnd('\n').Split('\n').Select(line => (Line)line));

    private static SqlStatement[] Statements(CompiledBatch batch, PlanNode node) =>
        node.Payload is ObjectDefinition definition && Kinds.All.TryGetValue(definition.Kind, out var kind)
            ? [.. kind.Statements(definition, batch.Solution)]
            : throw new UsageException($"'{node.Name}' sends no statements: only packages do");

    private static object Document(
        CompiledBatch batch, PlanNode node, PlanEntry entry, IReadOnlyList<SqlStatement>? statements) => new
        {
            schema_version = Json.SchemaVersion,
            batch = batch.Plan.Batch,
            name = node.Name,
            kind = node.Kind,
            hash = node.Hash,
            load_path = Kinds.LoadPath(node, batch.Solution) is { Length: > 0 } path ? path : null,
            values = entry.Properties.Select(each => new
            {
                key = each.Key,
                value = each.Value,
                file = each.At == Origin.Default ? null : each.At.File,
                line = each.At.Line == 0 ? null : (int?)each.At.Line,
                column = each.At.Line == 0 ? null : (int?)each.At.Column,
                is_default = each.IsDefault,
            }),
            statements = statements?.Select(each =>
                new { purpose = each.Purpose, connection = each.Connection, text = each.Text }),
            reads_values = node.ReadsValues.Count == 0 ? null : node.ReadsValues.Select(read => new
            {
                variable = batch.Plan.Variables[read.Variable].Name,
                setters = read.Setters.Select(setter => batch.Plan.Nodes[setter].Name),
            }),
        };
}
