using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What an alert says. It is no part of a plan: who is told of a run changes none of its rows.</summary>
public static class AlertProperties
{
    /// <summary>Each value with the place that it comes from; of webhooks the host alone.</summary>
    public static IReadOnlyList<PlanProperty> Of(Alert alert)
    {
        var list = new PropertyList();
        list.AddList("when", alert.When.Select(one => one.ToString()), alert.At);
        list.AddList("to", alert.To.Select(TargetAddress.NameOf), alert.ToAt);
        list.Add("lateMargin", alert.When.Contains(AlertEvent.Late) ? alert.LateMargin : null, alert.At);
        list.Add("staleAfter", alert.When.Contains(AlertEvent.StaleAbsorber) ? alert.StaleAfter : null, alert.At);
        list.Add("secret", alert.Secret, alert.At);
        list.Add("allowPrivate", alert.AllowPrivate, alert.At, false);
        list.Add("enabled", alert.IsEnabled, alert.EnabledAt, true);
        return list.Properties;
    }
}
