using System.Text;
using System.Text.Json;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Places;

/// <summary>
/// Reads a whole file of rows by the rules of its format alone: no code of the engine, one string a field, null = NULL.
/// </summary>
internal static class StoredFile
{
    /// <summary>Its rows; names are those of the columns in order, which a csv file brings in its header.</summary>
    public static IReadOnlyList<string?[]> Rows(string text, FileFormat format, IReadOnlyList<string> names) =>
        format.Style switch
        {
            FileStyle.Bcp => [.. Bcp(text, format)],
            FileStyle.Fixed => [.. Lines(text).Select(line => Fixed(line, format.Widths))],
            FileStyle.Jsonl => [.. Lines(text).Select(line => Json(line, names))],
            _ => Ordered([.. Csv(text)], names),
        };

    private static string[] Lines(string text) => text.Split('\n')[..^1];

    private static string?[][] Ordered(string?[][] rows, IReadOnlyList<string> names)
    {
        var places = names.Select(name => Array.IndexOf(rows[0], name)).ToArray();
        return [.. rows.Skip(1).Select(row => places.Select(place => row[place]).ToArray())];
    }

    // Nothing at all is NULL, a lone U+0000 the empty text.
    private static IEnumerable<string?[]> Bcp(string text, FileFormat format) =>
        text.Split(format.Row)[..^1].Select(row => row.Split(format.Field)
            .Select(field => field.Length == 0 ? null : field == "\0" ? "" : field).ToArray());

    // Blanks alone are NULL; those at the end are not the value's.
    private static string?[] Fixed(string line, IReadOnlyList<int> widths)
    {
        var signs = line.EnumerateRunes().Select(rune => rune.ToString()).ToArray();
        var at = 0;
        return [.. widths.Select(width =>
        {
            var field = string.Concat(signs[at..(at += width)]).TrimEnd(' ');
            return field.Length == 0 ? null : field;
        })];
    }

    private static string?[] Json(string line, IReadOnlyList<string> names)
    {
        using var row = JsonDocument.Parse(line);
        return [.. names.Select(name => row.RootElement.GetProperty(name) is var value
            && value.ValueKind == JsonValueKind.Null ? null
            : value.ValueKind is JsonValueKind.True or JsonValueKind.False
                ? value.ValueKind == JsonValueKind.True ? "1" : "0"
            : value.ValueKind == JsonValueKind.String ? value.GetString() : value.GetRawText())];
    }

    // A field without quotes that is empty is NULL.
    private static IEnumerable<string?[]> Csv(string text)
    {
        var (row, at) = (new List<string?>(), 0);
        while (at < text.Length)
        {
            var isQuoted = text[at] == '"';
            var field = isQuoted ? Quoted(text, ref at) : Bare(text, ref at);
            row.Add(field.Length == 0 && !isQuoted ? null : field);
            if (at < text.Length && text[at] == ',')
            {
                at++;
                continue;
            }

            at += at < text.Length && text[at] == '\r' ? 2 : 1;
            yield return [.. row];
            row.Clear();
        }
    }

    private static string Bare(string text, ref int at)
    {
        var end = text.AsSpan(at).IndexOfAny(",\r\n") is var length and >= 0 ? at + length : text.Length;
        var field = text[at..end];
        at = end;
        return field;
    }

    private static string Quoted(string text, ref int at)
    {
        var field = new StringBuilder();
        for (at++; text[at] != '"' || (at + 1 < text.Length && text[at + 1] == '"'); at++)
        {
            at += text[at] == '"' ? 1 : 0;
            field.Append(text[at]);
        }

        at++;
        return field.ToString();
    }
}
