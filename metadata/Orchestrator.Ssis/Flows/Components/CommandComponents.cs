using System.Text.RegularExpressions;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>OLE DB Command: a statement for each row becomes one over all rows, where it changes, removes or inserts
/// rows of a table; else a loop over the rows, where the database has one.</summary>
internal static partial class CommandComponents
{
    private const string OrderPart = "Order_";
    private const string OneIsTaken = "; of several for one row of the table one is taken";

    public static void Translate(FlowWork work, FlowComponent component)
    {
        var place = work.Places.Of(component);
        if (component.Inputs is not [var input, ..])
        {
            throw FlowOpenException.Missing("it has no input", component.Name);
        }

        if (place.Dialect is not { } known)
        {
            var unknown = work.Places.Connection(component);
            throw FlowOpenException.NoPlatform(ConnectionDialects.Unknown(unknown), unknown.Provider);
        }

        if (input.OnError is RowDisposition.RedirectRow or RowDisposition.IgnoreFailure)
        {
            throw FlowOpenException.NoOption("rows that its statement fails for are sent elsewhere", component.Name);
        }

        var written = WrittenSources.Command(work, component).Trim().TrimEnd(';').TrimEnd();
        written = TransactSql.Is(known) ? WrittenBareCall.WithWord(written) : written;
        var set = work.Input(component);
        if (TransactSql.Is(known) && WrittenParameters.Count(written) == 0
            && WrittenQuery.Of(written).Kind == WrittenKind.Query)
        {
            // Whatever it gives, nobody takes it.
            RowComponents.Give(work, component, set);
            work.Dropped(component, "its statement asks, and nobody takes the answer");
        }
        else if (Insert(written) is { } insert)
        {
            Load(work, component, set, input, insert, written);
        }
        else
        {
            var parameters = Parameters(input, written);
            // Of several rows for one row of the table the last counts, where they come in an order.
            var isOrdered = set.Descends || set.Order.Count > 0;
            var changed = WrittenChange.Of(written) is { IsSameAtOnce: true } same
                && !(isOrdered && same.Changes.Length > 0) ? same : null;
            var inserted = WrittenInsert.Of(written);
            if (changed is null && inserted is null && (!TransactSql.Is(known) || !WrittenEach.Is(written)))
            {
                throw FlowOpenException.RowStatement("its statement is no UPDATE, DELETE or INSERT of one table that "
                    + "does the same for all rows at once: make one of all rows of it, or a loop over the rows",
                    written);
            }

            if (WrittenEach.GivenBack(written).Any(each => IsTakenBehind(work, component, parameters[each])))
            {
                throw FlowOpenException.RowStatement(
                    "what its procedure gives back goes on in the row: let a loop over the rows keep it", written);
            }

            if (changed is null && inserted is null && set.Descends)
            {
                throw FlowOpenException.RowStatement("its statement is carried out for one row behind another in an "
                    + "order that goes down: make a loop over the rows in that order", written);
            }

            var here = Kept(work, component, set, place);
            string Rows(Func<string, string> statement, string more) =>
                AtOnce(work, component, Landed(work, component, here, place, parameters), statement, more);
            var name = changed is not null ? Rows(landed => Change(changed, landed, new(known)), OneIsTaken)
                : inserted is not null ? Rows(landed => Insert(inserted, landed, new(known)), "")
                : ForEach(work, component, here, place, parameters, written);
            RowComponents.Give(work, component, here with { After = [.. here.After, name] });
        }
    }

    // The columns by the place of their parameter, `Param_0` and so on; those of a procedure have its names, and stand
    // in the order of the statement.
    private static List<InputColumn> Parameters(FlowInput input, string written)
    {
        var count = WrittenParameters.Count(written);
        var named = input.ExternalColumns.Select(each => each.Name)
            .Where(each => !each.EndsWith("RETURN_VALUE", StringComparison.OrdinalIgnoreCase)).ToList();
        var columns = Enumerable.Range(0, count).Select(place => input.Columns.FirstOrDefault(each =>
            WrittenParameters.PlaceOf(each.ExternalColumn) == place
                || (named.Count == count && each.ExternalColumn == named[place]
                    && WrittenParameters.PlaceOf(named[place]) is null))).ToList();
        return columns.TrueForAll(each => each is not null) && columns.Count > 0 ? columns.ConvertAll(each => each!)
            : throw FlowOpenException.Missing("a parameter of its statement gets no column", written);
    }

    private static bool IsTakenBehind(FlowWork work, FlowComponent component, InputColumn column) =>
        work.Graph.From(component).Any() && !(column.Origin is { } origin && work.Columns.IsTakenOnce(origin));

    private static SqlSet Landed(
        FlowWork work, FlowComponent component, SqlSet here, FlowPlace place, List<InputColumn> parameters,
        bool keepsOrder = false)
    {
        List<SqlItem> items = [];
        foreach (var (index, parameter) in parameters.Index())
        {
            var item = here.Find(parameter.Origin) ?? throw FlowOpenException.Missing(
                "a column that it takes does not come to it", parameter.Name);
            var name = $"Param_{index}";
            items.Add(item with { Column = new(new(component.Path, "", name), name, item.Column.Type) });
        }

        IEnumerable<SqlItem> order = !keepsOrder ? []
            : here.Order.Select(each => here.Find(each) ?? throw FlowOpenException.RowStatement(
                "the column that its rows are in the order of does not come to it", component.Name));
        foreach (var (index, item) in order.Index())
        {
            var name = $"{OrderPart}{index}";
            items.Add(item with { Column = new(new(component.Path, "", name), name, item.Column.Type) });
        }

        return FlowLandings.Landed(
            work, here.Grown(component.Name, items, here.Tail, here.Head), place);
    }

    // Who takes the rows behind it sees what the statement has changed, and the rows as they came.
    private static SqlSet Kept(FlowWork work, FlowComponent component, FlowSet set, FlowPlace place)
    {
        if (!work.Graph.From(component).Any() && set is SqlSet { CanGrow: true } alone)
        {
            return alone;
        }

        var here = FlowLandings.At(work, set, place);
        return work.Graph.From(component).Any() && !here.IsStable ? FlowLandings.Landed(work, here, place) : here;
    }

    private static string AtOnce(
        FlowWork work, FlowComponent component, SqlSet landed, Func<string, string> statement, string more)
    {
        var name = work.Names.Object(component.Name);
        work.Statements.Add(new(
            name, component.Path, landed.Place.Connection, statement(landed.From), landed.After));
        work.Mapped(component, $"the statement {name} over all rows{more}");
        return name;
    }

    private static string Change(WrittenChange changed, string landed, FlowDialect dialect)
    {
        var condition = Named(changed.Condition, WrittenParameters.Count(changed.Changes), dialect);
        return changed.Changes.Length > 0
            ? dialect.Update(changed.Table, Named(changed.Changes, 0, dialect), landed, condition)
            : FlowDialect.Delete(changed.Table, landed, condition);
    }

    private static string Insert(WrittenInsert inserted, string landed, FlowDialect dialect) => string.Join('\n',
        inserted.Head, "SELECT " + Named(inserted.Values, 0, dialect), "FROM " + landed);

    private static string Named(string text, int from, FlowDialect dialect) =>
        WrittenParameters.Replace(text, place => dialect.Quote($"Param_{place + from}"));

    private static string ForEach(FlowWork work, FlowComponent component, SqlSet here, FlowPlace place,
        List<InputColumn> parameters, string written)
    {
        var landed = Landed(work, component, here, place, parameters, keepsOrder: true);
        var dialect = FlowWork.DialectOf(landed);
        var values = parameters.Index().Select(each => ($"Param_{each.Index}",
            FlowColumnTypes.TextOf(here.Find(each.Item.Origin)!.Column.Type) is { Length: > 0 } type ? type
                : throw FlowOpenException.Missing("the type of a column is not known", each.Item.Name))).ToList();
        var order = landed.Columns.Where(each => each.Name.StartsWith(OrderPart, StringComparison.Ordinal))
            .Select(each => dialect.Quote(each.Name)).ToList();
        var name = work.Names.Object(component.Name);
        work.Statements.Add(new(name, component.Path, landed.Place.Connection,
            RowLoop.Of(landed.From, order, written, values), landed.After));
        work.Mapped(component, $"the statement {name}, row by row");
        return name;
    }

    private static void Load(FlowWork work, FlowComponent component, FlowSet set, FlowInput input,
        (string Table, IReadOnlyList<string> Columns) insert, string written)
    {
        var connection = work.Places.Connection(component);
        var table = WrittenSources.Named(connection, insert.Table)
            ?? throw FlowOpenException.Missing("the name of its table is none", insert.Table);
        var parameters = Parameters(input, written);
        var rows = set as SqlSet ?? FlowLandings.Growing(work, component, set);
        var (source, columns) = LoadSources.Of(rows, [.. parameters.Zip(insert.Columns, (each, target) =>
            (rows.Find(each.Origin) ?? throw FlowOpenException.Missing(
                "a column that it takes does not come to it", each.Name), target))]);
        var load = new FlowLoad
        {
            Name = work.Names.Object(table.Name),
            Component = component.Path,
            Source = source,
            Target = table,
            FiresTriggers = true,
            Columns = [.. columns.Zip(parameters, (column, each) =>
                column with { DataType = FlowColumnTypes.TextOf(each.Type) })],
            After = rows.After,
        };
        work.Add(load, set);
        RowComponents.Give(work, component, rows with { After = [.. rows.After, load.Name] });
        work.Mapped(component, $"the load {load.Name}");
    }

    private static (string Table, IReadOnlyList<string> Columns)? Insert(string written)
    {
        if (!WrittenText.IsShort(written) || InsertOfRow().Match(written) is not { Success: true } match)
        {
            return null;
        }

        var columns = match.Groups["column"].Captures.Select(each => each.Value.Trim()).ToList();
        var values = match.Groups["value"].Captures.Count;
        return columns.Count == values
            ? (match.Groups["table"].Value,
                columns.ConvertAll(each => WrittenTable.PartsOf(each) is [var name] ? name : each))
            : null;
    }

    [GeneratedRegex(
        @"^\s*INSERT\s+(?:INTO\s+)?(?<table>(?:\[[^\]]+\]|\w+)(?:\.(?:\[[^\]]+\]|\w+))*)\s*"
        + @"\((?:\s*(?<column>\[[^\]]+\]|\w+)\s*,?)+\)\s*VALUES\s*\((?:\s*(?<value>\?)\s*,?)+\)\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex InsertOfRow();
}
