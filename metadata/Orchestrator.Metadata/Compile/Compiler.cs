using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Turns a batch of a solution into its plan. Pure and deterministic: the same solution gives the same plan, with the
/// same hash, on every machine.
/// </summary>
public static class Compiler
{
    /// <summary>Compiles a batch; mistakes come back as diagnostics, all together.</summary>
    /// <param name="solution">The solution, read and checked.</param>
    /// <param name="batchName">Which of its batches.</param>
    /// <param name="checks">What the kinds of packages have to say about an object, without connecting.</param>
    public static CompiledPlan Compile(
        Solution solution, string batchName, Func<ObjectDefinition, Solution, IEnumerable<Diagnostic>> checks)
    {
        var batch = solution.Batches.FirstOrDefault(batch => batch.Name == batchName);
        if (batch is null)
        {
            return new CompiledPlan { Diagnostics = [UnknownBatch(solution, batchName)] };
        }

        // The batch's own values stand in the cascade, so the objects differ from batch to batch.
        solution = solution.ForBatch(batchName);
        var draft = new PlanDraft(solution, batch);
        Structure.Build(draft);
        DataEdges.Add(draft);
        ValueEdges.Add(draft);
        FactEdges.Add(draft);
        ConditionEdges.Add(draft);
        GraphChecks.Run(draft);
        foreach (var package in draft.Nodes.Where(node => node.Kind == NodeKind.Package))
        {
            draft.Diagnostics.AddRange(checks(package.Definition!, solution));
        }

        SourceLines.Attach(draft.Diagnostics, solution);
        return draft.Diagnostics.Exists(diagnostic => diagnostic.Severity == Severity.Error)
            ? new CompiledPlan { Diagnostics = draft.Diagnostics }
            : Freeze(draft);
    }

    private static Diagnostic UnknownBatch(Solution solution, string name) => new(
        "ORC2001", Severity.Error, new Origin("solution.yaml", 0, 0),
        solution.Batches.Count == 0
            ? "the solution has no batch, so that nothing of it can be run"
            : $"expected the name of a batch, got: '{name}'",
        solution.Batches.Count == 0
            ? $"write one under 'batches': - {{batch: Nightly, projects: [{string.Join(", ",
                solution.Projects.Select(project => project.Name))}]}}"
            : $"Its batches are: {string.Join(", ", solution.Batches.Select(batch => batch.Name))}.",
        Nearest.Find(name, solution.Batches.Select(batch => batch.Name)));

    private static CompiledPlan Freeze(PlanDraft draft)
    {
        var document = Document(draft);
        var relaxed = new RelaxedList(draft);
        var plan = new Plan
        {
            Solution = draft.Solution.Name,
            Batch = draft.Batch.Name,
            Environment = draft.Solution.Environment,
            Hash = document.Hash,
            Nodes = [.. draft.Nodes.Select(node => Freeze(draft, node, relaxed))],
            MaxConcurrency = (draft.Batch.MaxConcurrency ?? draft.Solution.MaxConcurrency).Value,
            FailureHandling = draft.Batch.FailureHandling,
            Timeout = draft.Batch.Timeout,
            Caps = draft.Caps.Caps,
            Relaxed = relaxed.Databases,
            Variables = [.. draft.Variables.Select(variable => variable.Is)],
        };
        return new CompiledPlan { Plan = plan, Document = document, Diagnostics = draft.Diagnostics };
    }

    private static PlanNode Freeze(PlanDraft draft, DraftNode node, RelaxedList relaxed)
    {
        var frozen = new PlanNode
        {
            Index = node.Index,
            Kind = node.Kind,
            Name = node.Name,
            Parent = node.Parent?.Index ?? -1,
            Constraints = [.. node.Constraints.Select(c => new PrecedenceConstraint(c.Key, c.Value)
            {
                When = ConditionEdges.Meaning(node, node.Whens.GetValueOrDefault(c.Key)),
            })],
            Hash = node.Hash,
            When = ConditionEdges.Meaning(node, node.When),
            ReadsValues = node.ReadsValues,
            Reads = [.. node.Reads],
        };
        return node switch
        {
            { Definition: { } definition } => Freeze(frozen, definition) with
            {
                Caps = node.Caps,
                Any = ConditionEdges.Any(node),
                Around = node.Around?.Index ?? -1,
                Relaxed = relaxed.WrittenBy(definition),
                ReadsRelaxed = relaxed.ReadBy(definition),
                Sets = node.Sets,
                ReadsFacts = node.ReadsFacts,
                TellsTurnsOf = node.TellsTurnsOf,
            },
            { Container: { } container } => frozen with
            {
                Level = container.Level,
                Mode = node.HoldsTurns ? container.Loop!.Turns : container.Mode,
                Order = container.Order,
                RunsAfterFailure = container.RunsAfterFailure,
                ReadsValues = node.ReadsValues,
                Loop = LoopShapes.Of(draft, node),
            },
            { Around: not null } => frozen with { RunsAfterFailure = node.Constraints.Count > 0 },
            _ => frozen with { Level = node.Level },
        };
    }

    private static PlanNode Freeze(PlanNode node, ObjectDefinition definition) => node with
    {
        PackageKind = definition.Kind,
        Purpose = KindTable.Of(definition.Kind).Purpose,
        OwnThread = definition.OwnThread,
        Enabled = definition.Enabled,
        Retry = definition.Retry.Value,
        Timeout = definition.PackageTimeout.Value,
        Tags = definition.Tags,
        Payload = definition,
    };

    private static PlanContent Document(PlanDraft draft)
    {
        PlanEntry[] nodes = [.. draft.Nodes.Select(node =>
            new PlanEntry(node.Kind, node.Name, node.Parent?.Index ?? -1, node.Hash, node.Properties))];
        var used = draft.Nodes.Select(node => node.Definition).OfType<ObjectDefinition>()
            .SelectMany(definition => definition.Hooks.Select(hook => hook.Connection)
                .Append(definition.Target.Connection).Append(definition.Source?.Connection)
                .Concat(definition.OtherConnections))
            .ToHashSet(StringComparer.Ordinal);
        ConnectionEntry[] connections = [.. draft.Solution.Connections
            .Where(connection => used.Contains(connection.Name))
            .Select(connection => new ConnectionEntry(connection.Name, ConnectionProperties.Of(connection)))];
        var hash = PlanJson.Hash(draft.Solution.Name, draft.Batch.Name, nodes, connections);
        return new PlanContent
        {
            Solution = draft.Solution.Name,
            Batch = draft.Batch.Name,
            Environment = draft.Solution.Environment,
            Hash = hash,
            Nodes = nodes,
            Connections = connections,
            Triggers = [.. draft.Batch.Triggers
                .Select(trigger => new PlanTrigger(trigger.Name, TriggerProperties.Of(trigger)))],
            Alerts = [.. draft.Batch.Alerts
                .Select(alert => new PlanAlert(alert.Name, AlertKeys.Section.Told(alert)))],
        };
    }
}
