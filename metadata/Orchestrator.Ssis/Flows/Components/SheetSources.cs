using System.Globalization;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Flows.Texts;
using Orchestrator.Ssis.Flows.Types;
using Orchestrator.Ssis.Flows.Work;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Components;

/// <summary>Excel source: a sheet, a part of it, or a query over its columns.</summary>
internal static class SheetSources
{
    private const string Cell = "c";
    private const int ColumnsMax = 16_384;

    private static readonly FlowType AnyText = new("DT_NTEXT", 0, 0, 0, 0);
    private static readonly FlowType ComparedText = new("DT_WSTR", 4000, 0, 0, 0);
    private static readonly FlowType ComparedNumber = new("DT_R8", 0, 0, 0, 0);

    /// <summary>OLE DB source: a workbook that a provider of files opens is read as one, all else as a table.
    /// </summary>
    public static void OfProvider(FlowWork work, FlowComponent component)
    {
        if (work.Places.Connection(component).Kind == ConnectionManagerKind.Excel)
        {
            Translate(work, component);
        }
        else
        {
            TableSources.Translate(work, component);
        }
    }

    public static void Translate(FlowWork work, FlowComponent component)
    {
        var connection = work.Places.Connection(component);
        var path = connection.Path.Length > 0 ? connection.Path : connection.Server;
        var written = Written(work, component);
        var sheet = WrittenSheet.Of(written) ?? throw Other(written);
        var (output, set) = FileSources.Read(work, component,
            new FlowFile(connection.Name, path, FlowFileFormats.OfSheet(connection, sheet)));
        set = set with { Items = Named(set.Items, sheet), Declared = Named(set.Declared, sheet) };
        set = set.File.Format.HasHeader ? set : set with { Declared = ByPlace(component, output, set, sheet) };
        work.Give(component, output, sheet.Condition.Count == 0 ? set : Asked(work, component, set, sheet));
        work.Mapped(component, $"the sheet of connection {connection.Name}");
    }

    private static FlowOpenException Other(string written) => FlowOpenException.NoOption("it reads more than "
        + "columns of one sheet or range: name the sheet and its range, and load what the query asks for", written);

    // Where no row names the columns they are called F1, F2 and so on, and those that nobody takes have a place, too.
    private static List<FileItem> ByPlace(
        FlowComponent component, FlowOutput output, FileSet set, WrittenSheet sheet)
    {
        var named = set.Items.Select(each => each.Source)
            .Concat(sheet.Condition.Select(each => each.Column).Where(each => each.Length > 0)).ToList();
        if (named.Find(each => PlaceOf(each) is null) is { } odd)
        {
            throw FlowOpenException.NoOption(
                "no row names the columns of its sheet (HDR=NO), and one of them is not called by its place", odd);
        }

        var last = named.Concat(output.ExternalColumns.Select(each => each.Name))
            .Select(each => PlaceOf(each) ?? 0).DefaultIfEmpty(0).Max();
        return [.. Enumerable.Range(1, last).Select(place =>
            set.Items.FirstOrDefault(each => PlaceOf(each.Source) == place)
                ?? new FileItem(new(component.Path, "", $"F{place}"), $"F{place}", AnyText))];
    }

    private static int? PlaceOf(string name) =>
        name is ['F' or 'f', .. var number] && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture,
            out var place) && place is > 0 and <= ColumnsMax ? place : null;

    private static List<FileItem> Named(IEnumerable<FileItem> items, WrittenSheet sheet) =>
        [.. items.Select(each => each with { Source = sheet.ColumnOf(each.Source) })];

    // The condition is asked where the rows are landed, with the columns that nobody else takes.
    private static SqlSet Asked(FlowWork work, FlowComponent component, FileSet set, WrittenSheet sheet)
    {
        ColumnOrigin OriginOf(string column) => new(component.Path, "", column.ToUpperInvariant());
        var asked = sheet.Condition.Where(each => each.Column.Length > 0).GroupBy(each => OriginOf(each.Column))
            .Select(each => Item(set, each.Key, [.. each])).ToList();
        if (sheet.Condition.FirstOrDefault(each => each.Column.Length > 0
            && !Fits(each, asked.Find(one => one.Origin == OriginOf(each.Column))!.Type)) is { } odd)
        {
            throw FlowOpenException.NoOption("its query compares a column with a value of another kind", odd.Column);
        }

        var landed = FlowLandings.Growing(work, component, set with
        {
            Items = [.. set.Items, .. asked],
            Declared = [.. set.Declared, .. asked.Where(each => !set.Declared.Any(one => one.Source == each.Source))],
        });
        var condition = string.Join(' ', sheet.Condition.Select(each => each.Column.Length == 0 ? each.Sign
            : Said(each, landed.Find(OriginOf(each.Column))!, landed)));
        return landed.Grown(component.Name, [.. landed.Items.Where(each => each.Column.Origin.Output.Length > 0)],
            SqlLayout.Where([condition])) with
        {
            Rows = new(),
        };
    }

    private static FileItem Item(FileSet set, ColumnOrigin origin, SheetAsk[] asks)
    {
        var known = Of(set.Items, asks[0])
            ?? new FileItem(origin, Of(set.Declared, asks[0])?.Source ?? asks[0].Column, TypeOf(asks));
        return known with { Origin = origin };
    }

    private static FileItem? Of(IEnumerable<FileItem> items, SheetAsk ask) => items.FirstOrDefault(each =>
        each.Source.Equals(ask.Column, StringComparison.OrdinalIgnoreCase));

    // Of a column that is not read for itself the values say what it is compared as.
    private static FlowType TypeOf(SheetAsk[] asks) => Array.Exists(asks, each => each.Value.Length > 0) ? ComparedText
        : Array.Exists(asks, each => each.Number.Length > 0) ? ComparedNumber : AnyText;

    private static bool Fits(SheetAsk ask, FlowType type) => ask.Value.Length > 0 ? FlowColumnTypes.IsText(type)
        : ask.Number.Length == 0 || FlowColumnTypes.IsNumber(type);

    // A query over a sheet compares texts whatever their case.
    private static string Said(SheetAsk ask, SqlItem item, SqlSet landed)
    {
        if (ask.Sign is SheetAsk.IsEmpty or SheetAsk.HasValue)
        {
            return $"{item.Sql} {ask.Sign}";
        }

        if (ask.Sign is SheetAsk.IsLike or SheetAsk.IsUnlike
            && WrittenPattern.Condition($"[{Cell}]", ask.Value) is { } like)
        {
            return $"({Compared(ask.Sign == SheetAsk.IsUnlike ? $"!({like})" : like, item, landed)})";
        }

        var compared = ask.Sign switch { "=" => "==", "<>" => "!=", var sign => sign };
        var text = ask.Value.Replace("\\", @"\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal);
        var condition = text.Length > 0 ? $"UPPER([{Cell}]) {compared} UPPER(\"{text}\")"
            : $"[{Cell}] {compared} {ask.Number}";
        return $"({Compared(condition, item, landed)})";
    }

    private static string Compared(string condition, SqlItem item, SqlSet landed) => FlowExpressions.Condition(
        condition, [new(Cell, item.Column.Type, item.Sql)], landed.Place.Dialect!.Value);

    private static FlowOpenException Unknown(string text) => FlowOpenException.MadeStatement(
        "which sheet it reads is a value that only a run knows", text);

    private static string Written(FlowWork work, FlowComponent component)
    {
        if (work.Flow.Expressions.FirstOrDefault(each => each.Property == $"[{component.Name}].[OpenRowset]"
            || each.Property == $"[{component.Name}].[SqlCommand]") is { } made)
        {
            return StatementTexts.Fixed(work, made.Expression) ?? throw Unknown(made.Expression);
        }

        var mode = component.Property("AccessMode");
        if (mode is "1" or "3")
        {
            var name = component.Property(mode == "1" ? "OpenRowsetVariable" : "SqlCommandVariable") ?? "";
            return work.Variables.Find(name) switch
            {
                { Value: { Length: > 0 } value } variable when work.Variables.IsFixed(variable) => value,
                { Expression: { Length: > 0 } expression } =>
                    StatementTexts.Fixed(work, expression) ?? throw Unknown(expression),
                _ => throw Unknown(name),
            };
        }

        return component.Property(mode == "2" ? "SqlCommand" : "OpenRowset") ?? "";
    }
}
