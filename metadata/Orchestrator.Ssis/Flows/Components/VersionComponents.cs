using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>
/// The wizard of slowly changing dimensions: its component and all that it has drawn behind it are one load that keeps
/// versions.
/// </summary>
internal static class VersionComponents
{
    private const string Key = "1";
    private const string Changing = "2";
    private const string Historical = "3";
    private const string Fixed = "4";

    public static void Translate(FlowWork work, FlowComponent component)
    {
        var place = work.Places.Of(component);
        var behind = Behind(work, component);
        var connection = work.Places.Connection(component);
        var end = behind.FirstOrDefault(each => each.Kind is ComponentKind.OleDbDestination
            or ComponentKind.AdoNetDestination or ComponentKind.OdbcDestination);
        var table = end is not null ? WrittenSources.Table(work, end, WrittenSources.IsTableOfVariable(end))
            : TableOf(component.Property("SqlCommand") ?? "") is { } written
                ? WrittenSources.Named(connection, written) : null;
        if (table is null || behind.Exists(each => each.Kind == ComponentKind.Script))
        {
            throw FlowOpenException.NoOption(
                "the table that it keeps is not known, or code stands behind it",
                component.Property("SqlCommand") ?? "");
        }

        var columns = component.Inputs.SelectMany(each => each.Columns)
            .Where(each => each.ExternalColumn.Length > 0).ToList();
        var set = work.Input(component);
        if (!columns.Exists(each => TypeOf(each) == Key))
        {
            throw FlowOpenException.Missing("none of its columns is the key", component.Name);
        }

        Refuse(component, columns);
        var rows = set as SqlSet ?? FlowLandings.Landed(work, set, place);
        var (source, loaded) = LoadSources.Of(rows, [.. columns.Select(each => (rows.Find(each.Origin)
            ?? throw FlowOpenException.Missing("a column that it takes does not come to it", each.Name),
            each.ExternalColumn))]);
        var load = new FlowLoad
        {
            Name = work.Names.Object(table.Name),
            Component = component.Path,
            Source = source,
            Target = table,
            Pattern = FlowPattern.Merge,
            Versions = new(component.Property("CurrentRowWhere") ?? ""),
            Columns = Said(loaded, columns),
            After = rows.After,
        };
        work.Add(load, set);
        work.Mapped(component, $"the load {load.Name} of kind scd; its table gets the columns that such a load keeps");
        foreach (var each in behind)
        {
            work.Folded(each, $"the load {load.Name}, which keeps the versions");
        }
    }

    // What kind scd does otherwise.
    private static void Refuse(FlowComponent component, List<InputColumn> columns)
    {
        // One that is NULL in all columns but its key is filled by any change of a column that is written over.
        if (IsYes(component, "EnableInferredMember")
            && (component.Property("InferredMemberIndicator") is { Length: > 0 }
                || columns.Exists(each => TypeOf(each) is Historical or Fixed)))
        {
            throw FlowOpenException.NoOption("rows that others have only inferred are filled later", component.Name);
        }

        if (IsYes(component, "FailOnFixedAttributeChange") && columns.Exists(each => TypeOf(each) == Fixed))
        {
            throw FlowOpenException.NoOption("a changed value of a fixed column ends it", component.Name);
        }

        if (!IsYes(component, "UpdateChangingAttributeHistory") && columns.Exists(each => TypeOf(each) == Changing)
            && columns.Exists(each => TypeOf(each) == Historical))
        {
            throw FlowOpenException.NoOption("a changing value is written into the newest version alone, and kind scd "
                + "writes it into all of them: decide whether that is what is wanted", component.Name);
        }
    }

    private static bool IsYes(FlowComponent component, string name) =>
        component.Property(name) is "true" or "True" or "-1" or "1";

    private static IReadOnlyList<FlowLoadColumn> Said(
        IReadOnlyList<FlowLoadColumn> loaded, List<InputColumn> columns)
    {
        var key = 0;
        return
        [
            .. loaded.Zip(columns, (column, each) => column with
            {
                DataType = FlowColumnTypes.TextOf(each.Type),
                Key = TypeOf(each) == Key ? ++key : 0,
                Change = TypeOf(each) switch
                {
                    Changing => FlowChange.Overwrite,
                    Historical => FlowChange.Track,
                    Fixed => FlowChange.Fixed,
                    _ => FlowChange.Ignore,
                },
            }),
        ];
    }

    private static string TypeOf(InputColumn column) => RowComponents.Property(column.Properties, "ColumnType");

    private static string? TableOf(string sql)
    {
        var words = SqlWords.Of(sql);
        var from = words.Where(each => each.Is("FROM")).Select(each => (SqlWord?)each).FirstOrDefault();
        return from is { } found ? sql[found.End..].Split("WHERE")[0].Trim() : null;
    }

    private static List<FlowComponent> Behind(FlowWork work, FlowComponent component)
    {
        HashSet<string> behind = new(StringComparer.Ordinal) { component.Path };
        List<FlowComponent> found = [];
        foreach (var each in work.Graph.Ordered.Where(each => each != component
            && work.Graph.Into(each).Any(path => behind.Contains(path.From))))
        {
            behind.Add(each.Path);
            found.Add(each);
        }

        return found;
    }
}
