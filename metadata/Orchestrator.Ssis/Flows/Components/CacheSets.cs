using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// A cache is no table: lookups read what it was filled of, where that is a query. So no row is kept for them, and they
/// see what stands there when their load runs.
/// </summary>
internal static class CacheSets
{
    private const int DepthMax = 3;

    /// <summary>Cache Transform.</summary>
    public static void Fill(FlowWork work, FlowComponent component)
    {
        if (work.Input(component) is not SqlSet { CanGrow: true } || work.Loads.Count > 0)
        {
            throw FlowOpenException.NoEqual(
                "it fills a cache of rows that are no query: land them in a table, in which the lookups look",
                component.Name);
        }

        work.Folded(component, "what the lookups of its cache read");
    }

    /// <summary>The rows of the cache that a lookup names, with those columns.</summary>
    public static SqlSet Of(FlowWork work, FlowComponent lookup, IReadOnlyList<(string Name, FlowType Type)> columns)
    {
        var names = lookup.Connections.Select(each => each.Connection).ToList();
        var filling = work.Caches.Where(each => each.Component.Connections.Any(one => names.Contains(one.Connection)))
            .ToList();
        if (filling is not [var (flow, cache)] || work.Depth >= DepthMax)
        {
            throw Unknown(lookup);
        }

        var inner = new FlowWork(work.Package, flow, work.Context, work);
        foreach (var component in inner.Graph.Ordered.TakeWhile(each => each.Path != cache.Path))
        {
            ComponentTranslators.Of(component.Kind)(inner, component);
        }

        var set = inner.Input(cache) is SqlSet { CanGrow: true } known && inner.Loads.Count == 0
            ? known : throw Unknown(lookup);
        return set with { Items = [.. columns.Select(each => Item(lookup, cache, set, each.Name, each.Type))] };
    }

    private static SqlItem Item(FlowComponent lookup, FlowComponent cache, SqlSet set, string name, FlowType type)
    {
        var column = cache.Inputs.SelectMany(each => each.Columns).FirstOrDefault(each => NameOf(each) == name);
        var item = set.Find(column?.Origin) ?? throw FlowOpenException.Missing(
            "the cache that it looks in is not given this column", name);
        return item with { Column = item.Column with { Origin = new(lookup.Path, "", name), Type = type } };
    }

    private static string NameOf(InputColumn column) =>
        RowComponents.Property(column.Properties, "CacheColumnName") is { Length: > 0 } own ? own
            : column.ExternalColumn.Length > 0 ? column.ExternalColumn : column.Name;

    private static FlowOpenException Unknown(FlowComponent lookup) => FlowOpenException.NoOption(
        "it looks in a cache that no query of its package fills: name the table or query that the cache is made of",
        lookup.Name);
}
