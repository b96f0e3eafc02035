using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>The caches that flows of a package fill for lookups of other flows.</summary>
internal static class FlowCaches
{
    public static IReadOnlyList<(SsisExecutable Flow, FlowComponent Component)> Of(SsisPackage package) =>
    [
        .. ModelWalk.Of(package.Root).SelectMany(flow => (flow.DataFlow?.Components ?? [])
            .Where(each => each.Kind == ComponentKind.CacheTransform).Select(each => (flow, each))),
    ];
}
