using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>The caches that flows of a package fill for lookups of other flows.</summary>
internal static class FlowCaches
{
    public static IReadOnlyList<(SsisExecutable Flow, FlowComponent Component)> Of(SsisPackage package) =>
    [
        .. from flow in ModelWalk.Of(package.Root)
           where flow.DataFlow is not null
           from component in flow.DataFlow.Components
           where component.Kind == ComponentKind.CacheTransform
           select (flow, component),
    ];
}
