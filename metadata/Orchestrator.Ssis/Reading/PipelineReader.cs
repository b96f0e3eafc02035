using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>Reads a data flow: first the components and what they call their columns, then who takes what of whom.
/// </summary>
internal sealed class PipelineReader(ReadingContext context)
{
    private static readonly string[] Engine =
        ["defaultBufferMaxRows", "defaultBufferSize", "engineThreads", "runInOptimizedMode", "autoAdjustBufferSize"];

    /// <summary>The flow of a task.</summary>
    /// <param name="pipeline">What the task's object data holds.</param>
    /// <param name="path">The task's path.</param>
    public DataFlowTask Read(XElement pipeline, string path)
    {
        var elements = pipeline.Descendants("component").ToArray();
        var paths = elements.ToDictionary(each => each,
            each => context.Unique($"{path}\\{each.Attribute("name")?.Value ?? ""}"));
        var lineage = new LineageMap(elements, paths);
        var components = new ComponentReader(context, lineage);
        return new()
        {
            Components = [.. elements.Select(each => components.Read(each, paths[each]))],
            Paths = [.. pipeline.Elements("paths").Elements("path").Select(lineage.PathOf).OfType<FlowPath>()],
        };
    }

    /// <summary>What is set of the engine, where it is not left as it is.</summary>
    public static IEnumerable<SsisProperty> EngineProperties(XElement pipeline) =>
        from name in Engine
        let value = pipeline.Attribute(name)?.Value ?? ""
        where value.Length > 0
        select new SsisProperty(name, value);
}
