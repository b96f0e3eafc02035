using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Union All and Merge: the rows of all inputs.</summary>
internal static class UnionComponents
{
    public static void Translate(FlowWork work, FlowComponent component)
    {
        var paths = work.Graph.Into(component);
        if (paths.Count == 0 || FlowWork.MainOutputs(component).FirstOrDefault() is not { } output)
        {
            throw FlowOpenException.Missing("no rows come to it", component.Name);
        }

        var sets = FlowLandings.Together(work, component, [.. paths.Select(work.Of)]).Select(work.Closed).ToList();
        var dialect = FlowWork.DialectOf(sets[0]);
        HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
        var taken = output.Columns
            .Where(each => work.Columns.IsTaken(FlowColumns.OriginOf(component, output, each))).ToList();
        // Where its rows are only counted one column stands for all.
        var columns = (taken.Count > 0 ? taken : [.. output.Columns.Take(1)])
            .Select(each => (Column: each, Set: new SetColumn(FlowColumns.OriginOf(component, output, each),
                FlowNames.Unique(each.Name, " ", names), each.Type))).ToList();
        if (columns.Count == 0)
        {
            throw FlowOpenException.Missing("it has no columns", component.Name);
        }

        var parts = paths.Zip(sets, (path, set) => set.Select(columns.Select(each =>
            (Value(component, path, set, each.Column, dialect), each.Set.Name)), dialect));
        var name = dialect.Quote(work.Names.Part(component.Name));
        SqlStep whole = new(name, string.Join("\nUNION ALL\n", parts));
        work.Give(component, output, sets[0].Grown(
            component.Name, [.. columns.Select(each => new SqlItem(each.Set, dialect.Quote(each.Set.Name)))]) with
        {
            Steps = [.. sets.SelectMany(each => each.Steps).Distinct(), whole],
            From = name,
            IsStable = sets.TrueForAll(each => each.IsStable),
            After = [.. sets.SelectMany(each => each.After).Distinct()],
            RedirectsErrors = sets.Exists(each => each.RedirectsErrors),
            Rows = new(),
            Order = [],
            Descends = false,
        });
        work.Folded(component, "a union of the query");
    }

    private static string Value(
        FlowComponent component, FlowPath path, SqlSet set, OutputColumn output, FlowDialect dialect)
    {
        var input = component.Inputs.First(each => each.Name == path.Input);
        var column = input.Columns.FirstOrDefault(each =>
            LineageMap.Bare(RowComponents.Property(each.Properties, "OutputColumnLineageID"))
            == LineageMap.Bare(output.LineageId));
        if (column is null)
        {
            return dialect.Null(output.Type);
        }

        var item = set.Find(column.Origin)
            ?? throw FlowOpenException.Missing("a column that it takes does not come to it", column.Name);
        return item.Column.Type.Name == output.Type.Name ? item.Sql : FlowExpressions.Cast(
            item.Sql, item.Column.Type, output.Type, false, set.Place.Dialect!.Value,
            $"{component.Name}, {output.Name}");
    }
}
