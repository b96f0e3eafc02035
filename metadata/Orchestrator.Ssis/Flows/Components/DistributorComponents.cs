using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Balanced Data Distributor: each row goes one of several ways, and which one is left open, so that all may
/// go the first where every way ends in the same table.</summary>
internal static class DistributorComponents
{
    public static void Translate(FlowWork work, FlowComponent component)
    {
        var taken = FlowWork.MainOutputs(component).Where(each => work.Graph.IsTaken(component, each)).ToList();
        if (taken.Count == 0)
        {
            throw FlowOpenException.Missing("it has no output", component.Name);
        }

        var set = work.Input(component);
        var first = Behind(work, component, path => path.Output == taken[0].Name);
        var others = Behind(work, component, path => path.Output != taken[0].Name);
        if (others.Exists(first.Contains) || !others.TrueForAll(each => IsLeftOut(work, each))
            || others.Where(IsTable).Select(TableOf).Except(first.Where(IsTable).Select(TableOf)).Any())
        {
            throw FlowOpenException.NoOption(
                "it gives each row one of several ways, which do not end in one table: say in a query which row goes "
                    + "which way", component.Name);
        }

        work.Give(component, taken[0], set);
        work.Folded(component, "the first of its ways, which all rows go");
        foreach (var each in others)
        {
            work.Dropped(each, "all rows go the first way of the distributor");
        }
    }

    private static List<FlowComponent> Behind(FlowWork work, FlowComponent component, Func<FlowPath, bool> isMeant)
    {
        HashSet<string> behind = new(StringComparer.Ordinal);
        List<FlowComponent> found = [];
        foreach (var each in work.Graph.Ordered.Where(each => work.Graph.Into(each).Any(path =>
            behind.Contains(path.From) || (path.From == component.Path && isMeant(path)))))
        {
            behind.Add(each.Path);
            found.Add(each);
        }

        return found;
    }

    // What else does something of its own with the rows that it gets would miss them.
    private static bool IsLeftOut(FlowWork work, FlowComponent component) => IsTable(component)
        || (component.Kind is ComponentKind.DerivedColumn or ComponentKind.DataConversion or ComponentKind.CopyColumn
            or ComponentKind.CharacterMap or ComponentKind.Lookup && work.Graph.From(component).Any());

    private static bool IsTable(FlowComponent component) => component.Kind is ComponentKind.OleDbDestination
        or ComponentKind.AdoNetDestination or ComponentKind.OdbcDestination or ComponentKind.BulkDestination;

    private static (string Connection, string Table) TableOf(FlowComponent component) => (
        component.Connections.Count > 0 ? component.Connections[0].Connection : "",
        component.Property("OpenRowset") ?? component.Property("TableOrViewName")
            ?? component.Property("BulkInsertTableName") ?? "");
}
