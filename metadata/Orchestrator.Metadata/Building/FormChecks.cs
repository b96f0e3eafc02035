using Orchestrator.Core.Types;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a format and a column of a file may not say of how values are written.</summary>
internal static class FormChecks
{
    private const string Code = "ORC1118";
    private const string Advice = "write it like dd.MM.yyyy HH:mm:ss";

    private static readonly string[] OfColumns = [ColumnKeys.DateFormat.Name, ColumnKeys.Nulls.Name];

    public static void Format(LoadContext context, YamlMap map, FileFormat format)
    {
        Signs(context, map, format);
        Pattern(context, map, FormatKeys.DateFormat.Name, new SqlType(SqlTypeKind.Date), format);
        Pattern(context, map, FormatKeys.TimeFormat.Name, new SqlType(SqlTypeKind.Time, Scale: 7), format);
        Pattern(context, map, FormatKeys.DateTimeFormat.Name, new SqlType(SqlTypeKind.DateTime2, Scale: 7), format);
        if (format.Style != FileStyle.Jsonl)
        {
            Words(context, map, format);
        }
    }

    /// <summary>
    /// Of a file that is read a column says how that writes values; of one that is written where none is read, how it
    /// is written.
    /// </summary>
    public static void Column(
        LoadContext context, YamlMap map, ObjectDefinition definition, Connection? source, Connection? target)
    {
        var keys = map.Entries.Where(entry => OfColumns.Contains(entry.Key.Text)).Select(entry => entry.Key).ToList();
        var column = definition.Columns.FirstOrDefault(each => each.Name == map.Text("column"));
        if (keys.Count == 0 || column is null || target is null || (source is null && definition.Source is not null))
        {
            return;
        }

        var isRead = source?.IsFolder == true && definition.Plugin is null;
        var connection = isRead ? source! : target;
        var name = isRead ? definition.Source?.Format : definition.Target.Format;
        var format = name is null ? null : connection.Formats.GetValueOrDefault(name);
        foreach (var key in keys)
        {
            if (Idle(key.Text, column, isRead, connection.IsFolder, format) is (var why, var advice))
            {
                context.Bag.Error("ORC1038", key.At, $"'{key.Text}' does nothing {why}", advice);
            }
            else if (key.Text == ColumnKeys.DateFormat.Name)
            {
                Pattern(context, map, key.Text, column.DataType, format);
            }
            else if (format is not null)
            {
                Words(context, map, format);
            }
        }
    }

    private static (string Why, string Advice)? Idle(
        string key, ColumnDefinition column, bool isRead, bool isFile, FileFormat? format)
    {
        var isPattern = key == ColumnKeys.DateFormat.Name;
        return !isFile ? ("here: neither what is read nor what is written is a file", "leave it out")
            : isRead && column.Value is not null ? ("beside 'value': the column is not read", "leave it out")
            : isRead && isPattern && column.TargetExpression is not null
                ? ("beside 'targetExpression', which gets the text of the file",
                    "leave it out, and read the text in the expression")
            : isRead && isPattern && column.DataType?.IsTemporal != true
                ? ("here: the column stays the text that the file has", "add dataType: date, or another of times")
            : isPattern && format?.Style == FileStyle.Excel
                ? ("with style excel, whose cells are dates of their own", "leave it out")
            : !isPattern && format?.Style == FileStyle.Excel
                ? ("with style excel, which has empty cells for NULL", "leave it out")
            : !isPattern && format?.Style == FileStyle.Jsonl
                ? ("with style jsonl, which has null of its own", "leave it out")
            : null;
    }

    private static void Signs(LoadContext context, YamlMap map, FileFormat format)
    {
        if (map.Scalar(FormatKeys.Thousands.Name) is { } thousands)
        {
            var isSign = thousands.Text is [var sign] && !char.IsLetterOrDigit(sign) && !char.IsControl(sign)
                && sign is not ('+' or '-' or '"');
            if (!isSign)
            {
                context.Bag.Error(Code, thousands.At,
                    $"expected 'thousands' to be one sign that is no part of a number, got: '{thousands.Text}'",
                    "write \".\", \",\", \"'\", \" \" or another single sign");
            }
            else if (thousands.Text == format.Decimal)
            {
                context.Bag.Error(Code, thousands.At,
                    $"'{thousands.Text}' cannot be both the decimal sign and the one between thousands",
                    thousands.Text == "." ? "add decimal: \",\"" : "give 'thousands' another one");
            }
        }

        foreach (var key in (string[])[FormatKeys.Decimal.Name, FormatKeys.Thousands.Name])
        {
            if (HasNoQuotes(format) && map.Scalar(key) is { } sign
                && (sign.Text == format.Field || sign.Text == format.Row))
            {
                context.Bag.Error(Code, sign.At,
                    $"'{key}' is a terminator of the format, which has no quotes: numbers would end there",
                    "take another terminator");
            }
            else if (format.Style == FileStyle.Csv && map.Scalar(key) is { } quote && quote.Text == format.Quote
                && quote.Text != "\"")
            {
                context.Bag.Error(Code, quote.At,
                    $"'{key}' is the quote of the format, which stands around values and never within them",
                    "take another quote");
            }
        }
    }

    private static void Pattern(LoadContext context, YamlMap map, string key, SqlType? type, FileFormat? format)
    {
        if (map.Scalar(key) is not { } written)
        {
            return;
        }

        if (!TimePattern.TryParse(written.Text, out var pattern, out var problem))
        {
            context.Bag.Error(Code, written.At, $"'{written.Text}' is no pattern of dates and times: {problem}",
                Advice);
        }
        else if (type is { } its && pattern.Refusal(its) is { } why)
        {
            context.Bag.Error(Code, written.At, $"values of {its} cannot be written as '{written.Text}': {why}",
                Advice);
        }
        else if (format is { } file && HasNoQuotes(file) && pattern.Parts.Any(part => Ends(part, file)))
        {
            context.Bag.Error(Code, written.At,
                $"'{written.Text}' holds a terminator of the format, which has no quotes: values would end there",
                "take another terminator");
        }
    }

    private static bool HasNoQuotes(FileFormat format) =>
        format.Style == FileStyle.Bcp || format is { Style: FileStyle.Csv, Quote.Length: 0 };

    private static bool Ends(TimePart part, FileFormat format) => part.Kind == TimePartKind.Literal
        && (part.Text.Contains(format.Field, StringComparison.Ordinal)
            || part.Text.Contains(format.Row, StringComparison.Ordinal));

    private static void Words(LoadContext context, YamlMap map, FileFormat format)
    {
        foreach (var word in map.Items(FormatKeys.Nulls.Name).OfType<YamlScalar>())
        {
            if (Unread(word.Text, format) is { } why)
            {
                context.Bag.Error(Code, word.At, $"no field is '{word.Text}', so it cannot stand for NULL: {why}",
                    "take the word out");
            }
        }
    }

    private static string? Unread(string word, FileFormat format) =>
        word.Length == 0 ? "nothing at all is NULL without it"
        : format.Style == FileStyle.Fixed
            ? word[^1] == ' ' ? "blanks at the end are no part of a value"
                : word.AsSpan().IndexOfAny('\r', '\n') >= 0 ? "it holds the end of a row" : null
        : word.Contains(format.Field, StringComparison.Ordinal) ? "it holds the field terminator"
        : format.Style == FileStyle.Bcp
            ? word.Contains(format.Row, StringComparison.Ordinal) ? "it holds the row terminator" : null
        : format.Quote.Length == 0
            ? word.AsSpan().IndexOfAny('\r', '\n') >= 0 ? "it holds the end of a row" : null
        : word.AsSpan().IndexOfAny('\r', '\n', format.Quote[0]) >= 0
            ? "such text stands in quotes, and what does is never NULL"
        : null;
}
