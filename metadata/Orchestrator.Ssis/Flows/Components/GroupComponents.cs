using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Aggregate and Sort.</summary>
internal static class GroupComponents
{
    private const string Exact = "0";

    /// <summary>Aggregate: groups of texts are those of equal characters.</summary>
    public static void Aggregate(FlowWork work, FlowComponent component)
    {
        var set = work.Closed(FlowLandings.Growing(work, component, work.Input(component)));
        var dialect = FlowWork.DialectOf(set);
        foreach (var output in FlowWork.MainOutputs(component).Where(each => work.Graph.IsTaken(component, each)))
        {
            HashSet<string> names = new(StringComparer.OrdinalIgnoreCase);
            List<string> groups = [];
            var items = output.Columns.Select(each => new SqlItem(
                new(FlowColumns.OriginOf(component, output, each), FlowNames.Unique(each.Name, " ", names), each.Type),
                Aggregated(each, set, dialect, groups))).ToList();
            work.Give(component, output, set.Grown(output.Name, items,
                groups.Count == 0 ? "" : "GROUP BY " + string.Join(", ", groups)) with
            { Rows = new(), Order = [], Descends = false });
        }

        work.Folded(component, "groups of the query");
    }

    /// <summary>Sort: an order of the rows, and one row for each key where it leaves out the others.</summary>
    public static void Sort(FlowWork work, FlowComponent component)
    {
        var output = FlowWork.MainOutputs(component).FirstOrDefault()
            ?? throw FlowOpenException.Missing("it has no output", component.Name);
        var input = work.Input(component);
        var order = OrderOf(component, output);
        if (component.Property("EliminateDuplicates") is not ("true" or "True" or "-1"))
        {
            work.Give(component, output, input switch
            {
                FileSet file => file with
                {
                    Items =
                    [
                        .. output.Columns.Select(each => file.Find(each.Source) is { } item
                            ? item with { Origin = FlowColumns.OriginOf(component, output, each) } : null)
                            .OfType<FileItem>(),
                    ],
                    Order = order,
                    Descends = Descends(output),
                },
                SqlSet sql => sql with
                {
                    Items = Renamed(component, output, sql),
                    Order = order,
                    Descends = Descends(output),
                },
                _ => input,
            });
            work.Folded(component, "the order of its load");
            return;
        }

        var set = work.Closed(FlowLandings.Growing(work, component, input));
        work.Give(component, output, Distinct(work, component, output, set) with
        {
            Order = order,
            Descends = Descends(output),
        });
        work.Folded(component, "one row for each key, in the query");
    }

    private static SqlSet Distinct(FlowWork work, FlowComponent component, FlowOutput output, SqlSet set)
    {
        var dialect = FlowWork.DialectOf(set);
        var keys = component.Inputs.SelectMany(each => each.Columns)
            .Where(each => RowComponents.Property(each.Properties, "NewSortKeyPosition") is not ("" or "0")).ToList();
        if (keys.Exists(each => RowComponents.Property(each.Properties, "NewComparisonFlags") is not ("" or Exact)))
        {
            throw FlowOpenException.NoOption(
                "it leaves out rows whose texts are equal but for case, width or signs", component.Name);
        }

        HashSet<string> names = new(set.Columns.Select(each => each.Name), StringComparer.OrdinalIgnoreCase);
        var place = new SetColumn(new(component.Path, "", "place"), FlowNames.Unique("place", "_", names),
            new("DT_I4", 0, 0, 0, 0));
        var sql = "ROW_NUMBER() OVER (PARTITION BY " + string.Join(", ", keys.SelectMany(each =>
            dialect.Exactly((set.Find(each.Origin) ?? throw FlowOpenException.Missing(
                "a column that it sorts by does not come to it", each.Name)).Sql, each.Type))) + dialect.NoOrder + ")";
        var numbered = work.Closed(set.Grown(component.Name, [.. set.Items, new(place, sql)]));
        return numbered.Grown($"{component.Name} distinct", Renamed(component, output, numbered),
            SqlLayout.Where([$"{numbered.Find(place.Origin)!.Sql} = 1"])) with
        { Rows = new() };
    }

    // The columns of its output are others in the flow, and the same in the set.
    private static IReadOnlyList<SqlItem> Renamed(FlowComponent component, FlowOutput output, SqlSet set) =>
    [
        .. output.Columns.Select(each => set.Find(each.Source) is { } item ? item with
        {
            Column = item.Column with { Origin = FlowColumns.OriginOf(component, output, each) },
        } : null).OfType<SqlItem>(),
    ];

    private static IReadOnlyList<ColumnOrigin> OrderOf(FlowComponent component, FlowOutput output) =>
        Descends(output) ? []
            : [.. output.Columns.Where(each => each.SortKey > 0).OrderBy(each => each.SortKey)
                .Select(each => FlowColumns.OriginOf(component, output, each))];

    private static bool Descends(FlowOutput output) => output.Columns.Any(each => each.SortKey < 0);

    private static string Aggregated(OutputColumn column, SqlSet set, FlowDialect dialect, List<string> groups)
    {
        var kind = RowComponents.Property(column.Properties, "AggregationType");
        if (kind == "2" || (kind == "1" && column.Source is null))
        {
            return "COUNT(*)";
        }

        var item = RowComponents.Source(set, column);
        var isText = FlowColumnTypes.IsText(item.Column.Type);
        if (isText && RowComponents.Property(column.Properties, "AggregationComparisonFlags") is not ("" or Exact))
        {
            throw FlowOpenException.NoOption("its groups do not tell texts apart by case, width or signs", column.Name);
        }

        if (kind is "0" or "")
        {
            var exact = dialect.Exactly(item.Sql, item.Column.Type).ToList();
            groups.AddRange(exact);
            return isText ? $"MIN({item.Sql})" : item.Sql;
        }

        var typed = item.Column.Type.Name == column.Type.Name ? item.Sql : dialect.Cast(item.Sql, column.Type);
        return kind switch
        {
            "1" => $"COUNT({item.Sql})",
            "3" => $"COUNT(DISTINCT {dialect.Distinct(item.Sql, item.Column.Type)})",
            "4" => $"SUM({typed})",
            "5" => $"AVG({typed})",
            "6" => $"MIN({item.Sql})",
            "7" => $"MAX({item.Sql})",
            _ => throw FlowOpenException.NoOption("it aggregates in a way that is not known", kind),
        };
    }
}
