using Orchestrator.Ssis.Flows.Components;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows;

/// <summary>
/// Makes loads of a data flow. What one connection holds is one query there; where inputs lie apart each is landed in
/// the target's database, and the query runs there; several destinations read one landed set. What has no equal is
/// open, with the reason, and what lies behind it is translated over the table that it will fill.
/// </summary>
public static class FlowTranslator
{
    private const int ComponentsMax = 5000;

    /// <summary>What becomes of a flow. Nothing throws; each component has exactly one disposition.</summary>
    /// <param name="package">The package.</param>
    /// <param name="flow">Its data flow.</param>
    /// <param name="context">The connections and names around it.</param>
    public static FlowTranslation Translate(SsisPackage package, SsisExecutable flow, FlowContext context)
    {
        if (flow.DataFlow?.Components is { Count: > ComponentsMax } many)
        {
            var reason = FlowOpenException.Shape("its flow has more components than are translated").Open;
            return new()
            {
                Dispositions = [.. many.Select(each => new Disposition(each.Path, DispositionKind.Open, "", reason))],
            };
        }

        return CacheSets.Alone(package, flow, context) is { } alone
            && Made(alone) is { Dispositions: var done } && done.All(each => each.Open is null)
                ? new() { Dispositions = done } : Made(new(package, flow, context));
    }

    private static FlowTranslation Made(FlowWork work)
    {
        IdleComponents.Drop(work);
        foreach (var component in work.Graph.Ordered.Where(each => !work.Graph.IsOfErrors(each)))
        {
            Translate(work, component, ComponentTranslators.Of(component.Kind));
        }

        foreach (var component in work.Graph.Ordered.Where(work.Graph.IsOfErrors))
        {
            Translate(work, component, ErrorEnds.Translate);
        }

        CountSettlement.Settle(work);
        foreach (var component in work.Data.Components.Where(each => !work.IsDone(each)))
        {
            work.Open(component, FlowOpenException.Shape("its rows go in a circle").Open);
        }

        return new()
        {
            Loads = work.Loads,
            Statements = work.Statements,
            RowsValues = work.RowsValues,
            RowCounts = work.RowCounts,
            Dispositions = [.. work.Data.Components.Select(work.DispositionOf)],
        };
    }

    // A count is settled behind all loads, and what a wizard has drawn with the wizard.
    private static void Translate(
        FlowWork work, FlowComponent component, Action<FlowWork, FlowComponent> translator)
    {
        if (work.IsDone(component))
        {
            return;
        }

        try
        {
            translator(work, component);
        }
        catch (FlowOpenException thrown)
        {
            FlowGaps.Leave(work, component, thrown.Open);
        }
    }
}
