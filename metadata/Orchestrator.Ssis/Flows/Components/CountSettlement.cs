using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Finds for each Row Count the load that moves the same rows; where there is none, a query counts.</summary>
internal static class CountSettlement
{
    private const string Column = "Rows";

    public static void Settle(FlowWork work)
    {
        foreach (var (component, variable, set) in work.Counted)
        {
            try
            {
                Settle(work, component, variable, set);
            }
            catch (FlowOpenException thrown)
            {
                work.Open(component, thrown.Open);
            }
        }
    }

    private static void Settle(FlowWork work, FlowComponent component, string variable, FlowSet set)
    {
        if (variable.Length == 0)
        {
            work.Dropped(component, "no variable takes the number of rows");
            return;
        }

        if (work.Loads.Find(each => work.RowsOf[each.Name] == set.Rows) is { } load)
        {
            work.RowCounts.Add(new(component.Path, variable) { Load = load.Name });
            work.Folded(component, $"the rows that the load {load.Name} reads");
            return;
        }

        var counted = set is SqlSet { CanGrow: true } known ? known
            : FlowLandings.Growing(work, component, set);
        var dialect = FlowWork.DialectOf(counted);
        var closed = work.Closed(counted);
        var name = work.Names.Object(component.Name);
        work.RowCounts.Add(new(component.Path, variable)
        {
            Name = name,
            Query = new(closed.Place.Connection, closed.Statement([("COUNT(*)", Column)], dialect), false),
            After = closed.After,
        });
        work.Mapped(component, $"the statement {name}, which counts");
    }
}
