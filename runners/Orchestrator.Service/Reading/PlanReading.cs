using Orchestrator.Core;

namespace Orchestrator.Service.Reading;

/// <summary>A plan, of a run or of a batch as it would run now, and what of it is shown.</summary>
/// <param name="Batch">Name of the batch.</param>
/// <param name="Run">The run; null = none, it is in force.</param>
/// <param name="View">What is shown.</param>
internal sealed record PlanReading(string Batch, RunDigest? Run, PlanView View);

/// <summary>Reads plans.</summary>
internal sealed class PlanReader(ServiceOptions options)
{
    private readonly Lock _lock = new();
    private (object Metadata, string Batch, PlanTree? Tree)? _known;

    /// <summary>The plan of a run with its states; null = it has no such group.</summary>
    public static PlanReading? Of(RunReading run, string group, int page)
    {
        var facts = run.Figures.Facts;
        var before = run.Figures.Options.Before;
        var tree = new PlanTree([.. facts.Nodes.Select(node => new PlanTreeNode
        {
            Index = node.Node,
            Kind = node.Kind,
            Name = node.Name,
            Parent = node.Parent,
            Before = node.Node < before.Count ? before[node.Node] : [],
            State = node.State,
            IsTemplate = node.IsTemplate,
        })]);
        return PlanView.Of(tree, group, page) is { } view
            ? new PlanReading(run.Digest.Run.Batch, run.Digest, view) : null;
    }

    /// <summary>The plan of a batch as the metadata in force give it; null = there is no such batch or group.</summary>
    public PlanReading? Of(string batch, string group, int page) => TreeOf(batch) is { } tree
        && PlanView.Of(tree, group, page) is { } view ? new PlanReading(options.Outside.Line(batch), null, view) : null;

    private PlanTree? TreeOf(string batch)
    {
        if (options.Metadata() is not { } solution)
        {
            return null;
        }

        lock (_lock)
        {
            if (_known is not var (metadata, name, _) || !ReferenceEquals(metadata, solution) || name != batch)
            {
                _known = (solution, batch, options.Compile(solution, batch) is { } plan ? TreeOf(plan) : null);
            }

            return _known.Value.Tree;
        }
    }

    private PlanTree TreeOf(Plan plan) => new([.. plan.Nodes.Select(node => new PlanTreeNode
    {
        Index = node.Index,
        Kind = node.Kind,
        Name = options.Outside.Line(node.Name),
        Parent = node.Parent,
        Before = Before(plan, node),
    })]);

    private static IReadOnlyList<int> Before(Plan plan, PlanNode node)
    {
        var isLinear = node.Parent >= 0
            && plan.Nodes[node.Parent] is { Kind: NodeKind.Container, Mode: ContainerMode.Linear };
        var before = node.Constraints.Select(each => each.Node);
        return [.. (isLinear && PlaceBefore(plan, node) is var place && place > node.Parent
            ? before.Append(place) : before).Distinct()];
    }

    // Between two turns of a loop stands what is in the first one.
    private static int PlaceBefore(Plan plan, PlanNode node)
    {
        var place = node.Index - 1;
        while (place > node.Parent && plan.Nodes[place].Parent != node.Parent)
        {
            place--;
        }

        return place;
    }
}
