using System.Text;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.BimlFlex;

/// <summary>Reads a table that was exported as CSV: RFC 4180 with a header, parted by comma, semicolon or tab.
/// </summary>
internal static class CsvExport
{
    private const int ValueMax = 4 << 20;

    /// <summary>Reads the table that the file is called after.</summary>
    /// <param name="name">The file, as messages name it.</param>
    /// <param name="stream">Its content.</param>
    /// <param name="rows">Takes its rows.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static void Read(string name, Stream stream, FlexRows rows, ForeignProblems problems)
    {
        if (FlexTable.Of(Path.GetFileNameWithoutExtension(name)) is not { } table)
        {
            rows.SayOther(Path.GetFileNameWithoutExtension(name), new Origin(name, 0, 0));
            return;
        }

        if (ForeignText.Of(name, stream, problems) is not { } text)
        {
            return;
        }

        var separator = Separator(text);
        string[]? header = null;
        foreach (var (line, values) in Records(text, separator, name, problems))
        {
            if (header is null)
            {
                header = values;
                continue;
            }

            if (rows.IsFull)
            {
                return;
            }

            if (values is [""])
            {
                continue;
            }

            var at = new Origin(name, line, 1);
            if (values.Length != header.Length)
            {
                problems.Error(ForeignCodes.Unreadable, at,
                    $"the row has {values.Length} values, and the header names {header.Length}",
                    "export it with quotes around text");
                continue;
            }

            var row = new FlexRow(at);
            foreach (var (column, value) in header.Zip(values))
            {
                row.Set(column, value);
            }

            rows.Add(table, row);
        }
    }

    // The sign that the header holds most often.
    private static char Separator(string text)
    {
        var end = text.IndexOf('\n', StringComparison.Ordinal);
        var header = end < 0 ? text : text[..end];
        return ((char[])[',', ';', '\t']).MaxBy(sign => header.Count(c => c == sign));
    }

    private static IEnumerable<(int Line, string[] Values)> Records(
        string text, char separator, string name, ForeignProblems problems)
    {
        var (line, begin, values, value, isQuoted) = (1, 1, new List<string>(), new StringBuilder(), false);
        for (var at = 0; at < text.Length; at++)
        {
            var c = text[at];
            line += c == '\n' ? 1 : 0;
            if (isQuoted)
            {
                if (c != '"')
                {
                    value.Append(c);
                }
                else if (at + 1 < text.Length && text[at + 1] == '"')
                {
                    value.Append(text[++at]);
                }
                else
                {
                    isQuoted = false;
                }
            }
            else if (c == '"' && value.Length == 0)
            {
                isQuoted = true;
            }
            else if (c == separator)
            {
                Next(values, value);
            }
            else if (c == '\n')
            {
                Next(values, value);
                yield return (begin, [.. values]);
                values.Clear();
                begin = line;
            }
            else if (c != '\r' || at + 1 == text.Length || text[at + 1] != '\n')
            {
                value.Append(c);
            }

            if (value.Length > ValueMax)
            {
                problems.Error(ForeignCodes.TooMuch, new Origin(name, begin, 1),
                    $"a value has over {ValueMax >> 20} M characters", "see whether a quote is missing there");
                yield break;
            }
        }

        if (isQuoted)
        {
            problems.Error(ForeignCodes.Unreadable, new Origin(name, begin, 1), "a quote is not closed",
                "double the quotes within text");
        }
        else if (value.Length > 0 || values.Count > 0)
        {
            Next(values, value);
            yield return (begin, [.. values]);
        }
    }

    private static void Next(List<string> values, StringBuilder value)
    {
        values.Add(value.ToString());
        value.Clear();
    }
}
