using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// What an open component leaves to a person: a class that takes its rows and gives what it gave, into a table of ours.
/// What lies behind it is translated over that table.
/// </summary>
internal static class FlowGaps
{
    public static void Leave(FlowWork work, FlowComponent component, OpenReason reason)
    {
        var input = Input(work, component);
        var outputs = FlowWork.MainOutputs(component).Where(each => work.Graph.IsTaken(component, each)).ToList();
        List<string> loads = [];
        foreach (var output in outputs)
        {
            var set = work.TargetOf(component) is { Dialect: not null } place && reason.Code != FlowCodes.Behind
                ? Landed(work, component, output, input, place) : null;
            work.Give(component, output, set ?? (FlowSet)new UnknownSet(
                reason.Code == FlowCodes.Behind ? reason.Text : component.Path));
            loads.AddRange(set?.After ?? []);
        }

        work.Open(component, reason, loads.Count == 0 ? ""
            : $"the skeleton of a class in C# for {string.Join(", ", loads)}");
    }

    private static FlowSet? Input(FlowWork work, FlowComponent component)
    {
        try
        {
            return work.Graph.Into(component).Count > 0 ? work.Input(component) : null;
        }
        catch (FlowOpenException)
        {
            return null;
        }
    }

    private static SqlSet? Landed(
        FlowWork work, FlowComponent component, FlowOutput output, FlowSet? input, FlowPlace place)
    {
        var columns = Columns(work, component, output, input);
        if (columns.Count == 0)
        {
            return null;
        }

        var (source, reads) = Source(input);
        var name = work.Names.Table(work.Title, component.Name);
        var table = new FlowTable(place.Connection, "", name);
        work.Add(new()
        {
            Name = name,
            Component = component.Path,
            IsLanding = true,
            Source = source,
            Target = table,
            Pattern = FlowPattern.TruncateInsert,
            Columns = [.. columns.Select(each => new FlowLoadColumn
            {
                Target = each.Name,
                Source = each.Name,
                DataType = FlowColumnTypes.TextOf(each.Type),
            })],
            Plugin = FlowSkeleton.Of(name, component, reads, columns),
            After = input?.After ?? [],
        }, new UnknownSet(component.Path));
        var dialect = new FlowDialect(place.Dialect!.Value);
        return new()
        {
            Place = place,
            Name = name,
            Bare = table,
            From = dialect.Table(table),
            Items = [.. columns.Select(each => new SqlItem(each, dialect.Quote(each.Name)))],
            IsStable = true,
            After = [name],
        };
    }

    // What it passes on of its input, and what it adds.
    private static List<SetColumn> Columns(
        FlowWork work, FlowComponent component, FlowOutput output, FlowSet? input)
    {
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        IEnumerable<SetColumn> passed = output.SynchronousInput.Length == 0 ? [] : input switch
        {
            SqlSet sql => sql.Columns,
            FileSet file => file.Items.Select(each => new SetColumn(each.Origin, each.Origin.Column, each.Type)),
            _ => [],
        };
        return
        [
            .. passed.Concat(output.Columns.Select(each =>
                    new SetColumn(FlowColumns.OriginOf(component, output, each), each.Name, each.Type)))
                .Where(each => work.Columns.IsTaken(each.Origin))
                .Select(each => each with { Name = FlowNames.Unique(each.Name, "_", names) }),
        ];
    }

    private static (FlowEnd? Source, IReadOnlyList<SetColumn> Columns) Source(FlowSet? input) => input switch
    {
        SqlSet sql => (LoadSources.Of(sql, [.. sql.Items.Select(each => (each, each.Column.Name))]).Source,
            [.. sql.Columns]),
        FileSet file => (file.File,
            [.. file.Declared.Select(each => new SetColumn(each.Origin, each.Source, each.Type))]),
        _ => (null, []),
    };
}
