using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>The caches that flows of a package fill for lookups of other flows. What is disabled fills none.</summary>
internal static class FlowCaches
{
    public static IReadOnlyList<(SsisExecutable Flow, FlowComponent Component)> Of(SsisPackage package)
    {
        string[] idle = [.. ModelWalk.Of(package.Root).Where(each => each.IsDisabled).Select(each => each.Path)];
        return
        [
            .. ModelWalk.Of(package.Root).Where(flow => !Array.Exists(idle, each =>
                    flow.Path == each || flow.Path.StartsWith($"{each}\\", StringComparison.Ordinal)))
                .SelectMany(flow => (flow.DataFlow?.Components ?? [])
                    .Where(each => each.Kind == ComponentKind.CacheTransform).Select(each => (flow, each))),
        ];
    }
}
