using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>What works on nothing but rows that were refused: the error table of a load takes its place.</summary>
internal static class ErrorEnds
{
    private const string Into = "the rows that its load refuses, in the error table";

    /// <summary>The table or file behind the error outputs of a component or of those before it; null where there is
    /// none.</summary>
    public static FlowEnd? Of(FlowWork work, FlowComponent component)
    {
        HashSet<string> before = new(StringComparer.Ordinal) { component.Path };
        foreach (var each in work.Graph.Ordered.Reverse().Where(each => !work.Graph.IsOfErrors(each)))
        {
            if (work.Graph.From(each).Any(path => before.Contains(path.To)))
            {
                before.Add(each.Path);
            }
        }

        // Of those, the ends that take what one of them refused, over whatever lies between.
        HashSet<string> behind = new(StringComparer.Ordinal);
        foreach (var each in work.Graph.Ordered.Where(each => work.Graph.IsOfErrors(each)
            && work.Graph.Into(each).Any(path => before.Contains(path.From) || behind.Contains(path.From))))
        {
            behind.Add(each.Path);
        }

        return work.Data.Components.Where(each => behind.Contains(each.Path) && FlowGraph.IsEnd(each.Kind))
            .Select(each => End(work, each)).FirstOrDefault(each => each is not null);
    }

    /// <summary>A component of such a branch: what only carries or keeps the rows is folded.</summary>
    public static void Translate(FlowWork work, FlowComponent component)
    {
        if (component.Kind is ComponentKind.OleDbCommand or ComponentKind.SlowlyChangingDimension
            or ComponentKind.RecordsetDestination)
        {
            throw FlowOpenException.NoOption(
                "it does something of its own with rows that were refused: the error table keeps them, a statement "
                + "behind the load can read them there", component.Name);
        }

        if (component.Kind == ComponentKind.RowCount)
        {
            Count(work, component);
        }

        work.Folded(component, Into);
    }

    // Of one load it is known whose rows they are.
    private static void Count(FlowWork work, FlowComponent component)
    {
        var loads = work.Loads.FindAll(each => each.RedirectsErrors);
        if (loads is not [var load])
        {
            throw FlowOpenException.NoOption(
                "it counts what several loads refuse: write which of them is meant", component.Name);
        }

        work.RowCounts.Add(new(component.Path, component.Property("VariableName") ?? "")
        {
            Load = load.Name,
            Fact = FlowFact.Rejected,
        });
    }

    private static FlowEnd? End(FlowWork work, FlowComponent component)
    {
        try
        {
            var connection = work.Places.Connection(component);
            return component.Kind switch
            {
                ComponentKind.FlatFileDestination =>
                    new FlowFile(connection.Name, connection.Path, FlowFileFormats.OfTarget(connection)),
                ComponentKind.OleDbDestination or ComponentKind.AdoNetDestination or ComponentKind.OdbcDestination =>
                    WrittenSources.Table(work, component, WrittenSources.IsTableOfVariable(component)),
                _ => null,
            };
        }
        catch (FlowOpenException)
        {
            return null;
        }
    }
}
