using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Keys;

namespace Orchestrator.Metadata.Diff;

/// <summary>What a later plan would load otherwise, so that what an earlier one has loaded is not enough.</summary>
public static class RowChanges
{
    private const string ByContainer = "{container}";

    /// <summary>
    /// Names of the packages and hooks that both plans have, and that say something else of rows, or check something
    /// else. Tags, order, limits, retries and containers say nothing of them; where connections lead is another matter.
    /// </summary>
    public static IReadOnlySet<string> Of(PlanContent earlier, PlanContent later)
    {
        var diff = PlanDiff.Compare(earlier, later);
        var changed = diff.Changed.Where(entry => entry.What == "package" && ChangesRows(entry))
            .Select(entry => entry.Name).ToHashSet(StringComparer.Ordinal);
        var marked = diff.Changed.Where(entry => entry.What == "connection"
            && entry.Properties.Any(property => property.Key == "recordSource")).Select(entry => entry.Name).ToArray();
        var moved = diff.Moved.Where(move => move.What == "package").Select(move => move.Name).ToArray();
        if (marked.Length + moved.Length > 0)
        {
            changed.UnionWith(later.Nodes.Where(node => node.Kind == NodeKind.Package
                && (marked.Contains(Value(node.Properties, SourceKeys.PlanKey(SourceKeys.Connection.Name)))
                    || (moved.Contains(node.Name) && HasFileOfItsContainer(node, later)))).Select(node => node.Name));
        }

        return changed;
    }

    /// <summary>
    /// Names of the packages of both plans that are asked for under another condition, or depend on something else, or
    /// stand in a container or project of which that is so: what was not needed then may be now.
    /// </summary>
    public static IReadOnlySet<string> OfConditions(PlanContent earlier, PlanContent later)
    {
        var asked = PlanDiff.Compare(earlier, later).Changed
            .Where(entry => entry.Properties.Any(property => IsOfConditions(property.Key)))
            .Select(entry => entry.Name).ToHashSet(StringComparer.Ordinal);
        var found = new HashSet<string>(StringComparer.Ordinal);
        foreach (var node in later.Nodes.Where(node => node.Kind == NodeKind.Package))
        {
            var around = node;
            while (!asked.Contains(around.Name) && around.Parent >= 0)
            {
                around = later.Nodes[around.Parent];
            }

            if (asked.Contains(around.Name))
            {
                found.Add(node.Name);
            }
        }

        return found;
    }

    private static bool IsOfConditions(string key) => key is ConditionKeys.When or ConditionKeys.OfHook
        || key.StartsWith(DependencyKeys.Name + ".", StringComparison.Ordinal);

    // A check of other rows writes none, and has to be made again all the same.
    private static bool ChangesRows(DiffEntry entry) => entry.Properties.Any(property =>
        EffectRules.IsOfRows(property.Key, property.Old, property.New)
        || property.Key.StartsWith("check.", StringComparison.Ordinal));

    // Such a package has left its rows in the file of the container in which it was.
    private static bool HasFileOfItsContainer(PlanEntry node, PlanContent later) =>
        later.Connections.FirstOrDefault(one => one.Name == PlanTarget.Of(node)?.Connection) is { } target
        && Value(target.Properties, "file")?.Contains(ByContainer, StringComparison.Ordinal) == true;

    private static string? Value(IReadOnlyList<PlanProperty> properties, string key) =>
        properties.FirstOrDefault(property => property.Key == key)?.Value;
}
