using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Finds the node that a name given by people means.</summary>
public static class PlanNames
{
    /// <summary>
    /// Finds a package by `project/object` or by its bare name while that is unambiguous, otherwise a container by
    /// `project/container`, a project, a level (`project:20`) or the batch. On a clash of names the object wins.
    /// </summary>
    /// <param name="plan">Where to look.</param>
    /// <param name="text">The name.</param>
    /// <param name="packagesOnly">Whether only packages are meant.</param>
    public static NameMatch Find(Plan plan, string text, bool packagesOnly = false)
    {
        var byKind = plan.Nodes.Where(node => node.Name == text).ToLookup(node => node.Kind);
        if (byKind[NodeKind.Package].FirstOrDefault() is { } package)
        {
            return new NameMatch { Node = package };
        }

        var bare = plan.Nodes.Where(node => node.Kind == NodeKind.Package && BareName(node) == text).ToList();
        if (bare.Count > 0)
        {
            return bare.Count == 1 ? new NameMatch { Node = bare[0] } : new NameMatch { Candidates = bare };
        }

        var instances = plan.Nodes.Where(node => IsInstanceOf(node, text)).ToList();
        if (instances.Count > 0)
        {
            return instances.Count == 1
                ? new NameMatch { Node = instances[0] } : new NameMatch { Candidates = instances };
        }

        var group = new[] { NodeKind.Container, NodeKind.Project, NodeKind.Level, NodeKind.Batch }
            .Select(kind => byKind[kind].FirstOrDefault())
            .FirstOrDefault(node => node is not null && !packagesOnly);
        return group is not null
            ? new NameMatch { Node = group }
            : new NameMatch { Suggestion = Suggestion(plan, text, packagesOnly) };
    }

    /// <summary>The object's name within its project.</summary>
    internal static string BareName(PlanNode package) => package.Name[(package.Name.IndexOf('/') + 1)..];

    /// <summary>Whether `forEach` has made the package of the object of that name, with its project or without.
    /// </summary>
    internal static bool IsInstanceOf(PlanNode node, string text) =>
        node.Payload is ObjectDefinition { Instance: { } instance } definition
        && (instance.Object == text || $"{definition.Project}/{instance.Object}" == text);

    private static string? Suggestion(Plan plan, string text, bool packagesOnly)
    {
        if (!packagesOnly && plan.Nodes.FirstOrDefault(node => node.Kind == NodeKind.Container
            && node.Name.EndsWith($"/{text}", StringComparison.Ordinal)) is { } container)
        {
            return container.Name;
        }

        var nodes = plan.Nodes.Where(node => !packagesOnly || node.Kind == NodeKind.Package);
        return Nearest.Find(text, text.Contains('/')
            ? nodes.Select(node => node.Name)
            : nodes.Select(node => node.Kind == NodeKind.Package ? BareName(node) : node.Name));
    }
}

/// <summary>What a name means: one node, several (ambiguous), or none.</summary>
public sealed record NameMatch
{
    /// <summary>The node; null where there is none or more than one.</summary>
    public PlanNode? Node { get; init; }

    /// <summary>The packages that a bare name may mean, when there are several; else empty.</summary>
    public IReadOnlyList<PlanNode> Candidates { get; init; } = [];

    /// <summary>The nearest name, where nothing was found; null where none is near.</summary>
    public string? Suggestion { get; init; }
}
