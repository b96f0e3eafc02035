using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Types;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>What a load reads, and by which names.</summary>
internal static class LoadSources
{
    /// <summary>The source of chosen columns of a set, and what goes into each column of the target.</summary>
    public static (FlowEnd Source, IReadOnlyList<FlowLoadColumn> Columns) Of(
        SqlSet set, IReadOnlyList<(SqlItem Item, string Target)> chosen)
    {
        var isOnce = chosen.Select(each => each.Item.Column.Name).Distinct(StringComparer.OrdinalIgnoreCase).Count()
            == chosen.Count;
        if (set.Bare is { } bare && (isOnce || !set.CanGrow))
        {
            return (bare, [.. chosen.Select(each => new FlowLoadColumn
            {
                Target = each.Target,
                Source = each.Item.Column.Name,
            })]);
        }

        var sql = set.Statement(chosen.Select(each => (each.Item.Sql, each.Target)), FlowWork.DialectOf(set));
        return (new FlowQuery(set.Place.Connection, sql, false), [.. chosen.Select(each => new FlowLoadColumn
        {
            Target = each.Target,
            Source = each.Target,
        })]);
    }

    /// <summary>What goes into a column of a table out of a file, as the file has it.</summary>
    public static FlowLoadColumn OfFile(FileItem item, string target, bool retainsNulls) => new()
    {
        Target = target,
        Source = item.Value is null ? item.Source : "",
        Value = item.Value,
        DataType = FlowColumnTypes.TextOf(item.Type),
        CutsText = item.CutsText,
        RefusesNull = !retainsNulls && item.IsError,
    };
}
