using Orchestrator.Core;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a file format may not say.</summary>
internal static class FormatChecks
{
    public static void Check(LoadContext context, YamlEntry format)
    {
        var map = (YamlMap)format.Value;
        var style = map.Text("style") ?? "csv";
        var isCsv = style == "csv";
        if (format.Key.Text == "csv")
        {
            context.Bag.Error("ORC1020", format.Key.At, "the format 'csv' is built in", "give yours another name");
        }

        foreach (var key in (string[])["field", "row"])
        {
            if (map.Scalar(key) is { Text.Length: 0 } empty)
            {
                context.Bag.Error("ORC1038", empty.At, $"the terminator '{key}' is empty",
                    "write one or more characters");
            }
        }

        if (isCsv && map.Scalar("field") is { Text.Length: > 1 } field)
        {
            context.Bag.Error("ORC1038", field.At, "the style csv takes a field terminator of one character",
                "take style: bcp for longer ones");
        }

        if (isCsv && map.Scalar("field") is { Text: "\"" or "\n" or "\r" } taken)
        {
            context.Bag.Error("ORC1038", taken.At, "the style csv has quotes and line breaks of its own",
                "take another field terminator, such as a comma");
        }

        if (isCsv && map.Scalar("row") is { Text: not ("\n" or "\r\n" or "") } row)
        {
            context.Bag.Error("ORC1038", row.At, "the rows of style csv end with LF or CR LF",
                "leave 'row' out, or take style: bcp");
        }

        var written = FormatKeys.Read(format.Key.Text, map);
        foreach (var entry in map.Entries.Where(entry => !FormatKeys.Section.Acts(entry.Key.Text, written)))
        {
            context.Bag.Error("ORC1038", entry.Key.At, $"'{entry.Key.Text}' does nothing with style {style}"
                + (style switch
                {
                    "csv" => ", which has quotes",
                    "fixed" => ", whose columns have widths",
                    "jsonl" or "excel" when IsOfText(entry.Key.Text) => ", which has numbers and null of its own",
                    "excel" when IsOfTimes(entry.Key.Text) => ", whose cells are dates of their own",
                    _ => "",
                }),
                $"leave it out, or take style: {(entry.Key.Text switch
                {
                    "widths" => "fixed",
                    "formulas" or "header" or "comment" or "quote" or "shortRows" => "csv",
                    var key when IsOfSheets(key) => "excel",
                    "encoding" or "skipLines" or "skipLastLines" => "csv",
                    var key when IsOfText(key) || IsOfTimes(key) => "csv",
                    _ => "bcp",
                })}");
        }

        SignChecks.Check(context, map, written.Format);
        if (map.Scalar(FormatKeys.Sheet.Name) is { Text.Length: 0 } nameless)
        {
            context.Bag.Error("ORC1038", nameless.At, "the name of the sheet is empty",
                "write its name, or leave 'sheet' out where one sheet alone can be seen");
        }

        if (map.Scalar(FormatKeys.Range.Name) is { } range && !SheetRange.TryParse(range.Text, out _))
        {
            context.Bag.Error("ORC1038", range.At, $"'{range.Text}' is no range of a sheet",
                "write the cell of the first name of the header, and the last column: \"A4:H\"");
        }

        if (style == "fixed" && map["widths"] is null && !map.Refused.Contains("widths"))
        {
            context.Bag.Error("ORC1014", format.Key.At, $"the format '{format.Key.Text}' needs the key 'widths'",
                "widths: [4, 20, 8], the characters of each column");
        }

        if (map.Text("field") is { } one && one == (map.Text("row") ?? "\n"))
        {
            context.Bag.Error("ORC1038", map.At("field"), "field and row have the same terminator", "make them differ");
        }

        FormChecks.Format(context, map, written.Format);
    }

    private static bool IsOfSheets(string key) => key == FormatKeys.Sheet.Name || key == FormatKeys.Range.Name;

    private static bool IsOfText(string key) => key == FormatKeys.Decimal.Name || key == FormatKeys.Thousands.Name
        || key == FormatKeys.Nulls.Name;

    private static bool IsOfTimes(string key) => key == FormatKeys.DateFormat.Name
        || key == FormatKeys.TimeFormat.Name || key == FormatKeys.DateTimeFormat.Name;
}
