using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Components that keep, change and count nothing and give rows to nothing that does, as where somebody has
/// ended a branch to look at its rows in the designer: the flow does the same without them.</summary>
internal static class IdleComponents
{
    private static readonly HashSet<ComponentKind> Passing =
    [
        ComponentKind.OleDbSource, ComponentKind.AdoNetSource, ComponentKind.OdbcSource, ComponentKind.FlatFileSource,
        ComponentKind.ExcelSource, ComponentKind.RawFileSource, ComponentKind.DerivedColumn,
        ComponentKind.DataConversion, ComponentKind.CopyColumn, ComponentKind.CharacterMap, ComponentKind.Multicast,
        ComponentKind.ConditionalSplit, ComponentKind.RowSampling, ComponentKind.PercentageSampling,
        ComponentKind.Lookup, ComponentKind.MergeJoin, ComponentKind.UnionAll, ComponentKind.Merge,
        ComponentKind.Aggregate, ComponentKind.Sort, ComponentKind.Pivot, ComponentKind.Unpivot, ComponentKind.Audit,
    ];

    private static readonly string[] Ends = ["TrashDestination", "NullDestination", "TerminatorDestination"];

    public static void Drop(FlowWork work)
    {
        HashSet<string> idle = new(StringComparer.Ordinal);
        foreach (var component in work.Graph.Ordered.Reverse())
        {
            if (IsPassing(component) && !MayChange(work, component)
                && work.Graph.From(component).All(path => idle.Contains(path.To)))
            {
                idle.Add(component.Path);
                work.Dropped(component, "its rows go nowhere");
            }
        }
    }

    /// <summary>Whether a component only gives or passes on rows, or is what several makers sell or give to end a
    /// branch with.</summary>
    public static bool IsPassing(FlowComponent component) => Passing.Contains(component.Kind)
        || (component is { Kind: ComponentKind.Other, Outputs.Count: 0 }
            && (component.Property("UserComponentTypeName") ?? component.ClassId).Split(',')[0] is var type
            && Ends.Any(each => type.Contains(each, StringComparison.OrdinalIgnoreCase)));

    // A procedure, several statements, or what only the run makes, may do more than give rows.
    private static bool MayChange(FlowWork work, FlowComponent component) =>
        component.Property("SqlCommandVariable") is { Length: > 0 }
        || work.Flow.Expressions.Any(each => each.Property == $"[{component.Name}].[SqlCommand]")
        || (component.Property("SqlCommand") is { } text && text.Trim().Length > 0
            && WrittenQuery.Of(text).Kind != WrittenKind.Query);
}
