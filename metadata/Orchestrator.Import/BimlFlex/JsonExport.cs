using System.Text;
using System.Text.Json;
using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.BimlFlex;

/// <summary>
/// Reads tables that were exported as JSON: an array of rows in a file that is called after its table, or an object
/// that has such an array for each.
/// </summary>
internal static class JsonExport
{
    private const int DepthMax = 16;

    private static readonly UTF8Encoding Strict = new(false, true);

    /// <summary>Reads all tables of a file.</summary>
    /// <param name="name">The file, as messages name it.</param>
    /// <param name="stream">Its content.</param>
    /// <param name="rows">Takes its rows.</param>
    /// <param name="problems">Takes what is wrong.</param>
    public static void Read(string name, Stream stream, FlexRows rows, ForeignProblems problems)
    {
        byte[] bytes;
        try
        {
            using var text = new StreamReader(stream, Strict);
            bytes = Encoding.UTF8.GetBytes(text.ReadToEnd());
        }
        catch (DecoderFallbackException)
        {
            problems.Error(ForeignCodes.Unreadable, new Origin(name, 0, 0), "it is no text in UTF-8",
                "export it as UTF-8");
            return;
        }

        var json = new Utf8JsonReader(bytes, new JsonReaderOptions
        {
            MaxDepth = DepthMax,
            CommentHandling = JsonCommentHandling.Skip,
            AllowTrailingCommas = true,
        });
        var lines = new LineCount(bytes);
        try
        {
            Document(name, ref json, lines, rows);

            // A second document behind the first would be lost without a word.
            json.Read();
        }
        catch (JsonException wrong)
        {
            problems.Error(ForeignCodes.Unreadable,
                new Origin(name, (int)(wrong.LineNumber ?? 0) + 1, (int)(wrong.BytePositionInLine ?? 0) + 1),
                "it is no JSON that is read here", "write arrays of rows, each an object of plain values");
        }
        catch (InvalidOperationException)
        {
            problems.Error(ForeignCodes.Unreadable, lines.At(name, json.TokenStartIndex),
                "it holds half of a letter: a surrogate without the other one", "export it again as UTF-8");
        }
    }

    private static void Document(string name, ref Utf8JsonReader json, LineCount lines, FlexRows rows)
    {
        var file = Path.GetFileNameWithoutExtension(name);
        json.Read();
        if (json.TokenType == JsonTokenType.StartArray)
        {
            Table(name, file, ref json, lines, rows);
            return;
        }

        if (json.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException(null, null, 0, 0);
        }

        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            var table = json.GetString()!;
            json.Read();
            if (json.TokenType == JsonTokenType.StartArray)
            {
                Table(name, table, ref json, lines, rows);
            }
            else
            {
                rows.SayOther(table, lines.At(name, json.TokenStartIndex));
                json.Skip();
            }
        }
    }

    private static void Table(string name, string called, ref Utf8JsonReader json, LineCount lines, FlexRows rows)
    {
        var table = FlexTable.Of(called);
        if (table is null)
        {
            rows.SayOther(called, lines.At(name, json.TokenStartIndex));
            json.Skip();
            return;
        }

        while (json.Read() && json.TokenType != JsonTokenType.EndArray)
        {
            if (json.TokenType != JsonTokenType.StartObject)
            {
                var at = lines.At(name, json.TokenStartIndex);
                throw new JsonException(null, null, at.Line - 1, at.Column - 1);
            }

            rows.Add(table, Row(lines.At(name, json.TokenStartIndex), ref json));
        }
    }

    private static FlexRow Row(Origin at, ref Utf8JsonReader json)
    {
        var row = new FlexRow(at);
        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            var column = json.GetString()!;
            json.Read();
            switch (json.TokenType)
            {
                case JsonTokenType.String:
                    row.Set(column, json.GetString()!);
                    break;
                case JsonTokenType.Number:
                    row.Set(column, Encoding.UTF8.GetString(json.ValueSpan));
                    break;
                case JsonTokenType.True or JsonTokenType.False:
                    row.Set(column, json.GetBoolean() ? "true" : "false");
                    break;
                case JsonTokenType.Null:
                    break;
                default:
                    // That it holds something is all that is known of it.
                    row.Set(column, "{…}");
                    json.Skip();
                    break;
            }
        }

        return row;
    }

    /// <summary>Which line a place stands in; places come in order.</summary>
    private sealed class LineCount(byte[] bytes)
    {
        private int _line = 1;
        private int _begin;
        private int _at;

        public Origin At(string name, long index)
        {
            for (; _at < index; _at++)
            {
                if (bytes[_at] == (byte)'\n')
                {
                    (_line, _begin) = (_line + 1, _at + 1);
                }
            }

            return new Origin(name, _line, (int)index - _begin + 1);
        }
    }
}
