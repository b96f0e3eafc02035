using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// A cache is no table: lookups read what it was filled of, where that is a query, and land it where it is a file. So
/// no row is kept for them, and they see what stands there when their load runs.
/// </summary>
internal static class CacheSets
{
    private const int DepthMax = 3;

    /// <summary>A flow that fills caches for lookups of the package, and does nothing else; null of any other.
    /// </summary>
    public static FlowWork? Alone(SsisPackage package, SsisExecutable flow, FlowContext context)
    {
        var components = flow.DataFlow?.Components ?? [];
        var names = components.Where(each => each.Kind == ComponentKind.CacheTransform)
            .SelectMany(each => each.Connections).Select(each => each.Connection).ToHashSet(StringComparer.Ordinal);
        if (names.Count == 0 || !components.All(each => each.Kind == ComponentKind.CacheTransform
            || IdleComponents.IsPassing(each)))
        {
            return null;
        }

        var target = ModelWalk.Of(package.Root).Where(each => each.DataFlow is not null)
            .SelectMany(other => other.DataFlow!.Components.Where(each => each.Kind == ComponentKind.Lookup
                    && each.Connections.Any(one => names.Contains(one.Connection)))
                .Select(each => new FlowWork(package, other, context).TargetOf(each)))
            .FirstOrDefault(each => each?.Dialect is not null);
        // What it would land the lookups land, under names of their own.
        return target is null ? null : new(package, flow, context with { TakesLanding = _ => true })
        {
            CacheTarget = target,
        };
    }

    /// <summary>Cache Transform.</summary>
    public static void Fill(FlowWork work, FlowComponent component)
    {
        if (work.CacheTarget is null && (work.Input(component) is not SqlSet { CanGrow: true } || work.Loads.Count > 0))
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

        var inner = new FlowWork(work.Package, flow, work.Context, work) { CacheTarget = work.TargetOf(lookup) };
        foreach (var component in inner.Graph.Ordered.TakeWhile(each => each.Path != cache.Path))
        {
            ComponentTranslators.Of(component.Kind)(inner, component);
        }

        var input = inner.Input(cache);
        var set = input is SqlSet { CanGrow: true } known ? known
            : inner.CacheTarget is { Dialect: not null } place ? FlowLandings.Landed(inner, input, place)
            : throw Unknown(lookup);
        work.Take(inner, lookup);
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
        "it looks in a cache that no flow of its package fills: name the table or query that the cache is made of",
        lookup.Name);
}
