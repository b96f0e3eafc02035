using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What an alert says. It is no part of a plan: who is told of a run changes none of its rows.</summary>
public static class AlertProperties
{
    /// <summary>Each value with the place that it comes from; of webhooks the host alone.</summary>
    public static IReadOnlyList<PlanProperty> Of(Alert alert)
    {
        var list = new PropertyList();
        AlertKeys.Section.Tell(list, alert);
        return list.Properties;
    }
}
