using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>
/// A row as text that gives it back, and that people can correct: a JSON object with the columns by name, each value as
/// <see cref="ValueFormat"/> writes it, NULL as null, bytes of a text that are none as {"hex": "…"}.
/// </summary>
public static class RowText
{
    /// <summary>Bytes that the text may have.</summary>
    public const int BytesMax = 1 << 20;

    private static readonly JsonWriterOptions Readable = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <summary>The text of a row; null where it would be too long.</summary>
    /// <param name="columns">Its columns by name.</param>
    /// <param name="row">Its place in them.</param>
    public static string? Write(IEnumerable<(string Name, ColumnVector Values)> columns, int row) =>
        Write(columns.Select(column => (column.Name, column.Values, (ValueForm?)null)), row);

    /// <summary>The same with values in the forms of a file, so that a row says each as the file did.</summary>
    /// <param name="columns">Its columns by name, with their forms; null = as <see cref="ValueFormat"/> writes.</param>
    /// <param name="row">Its place in them.</param>
    public static string? Write(IEnumerable<(string Name, ColumnVector Values, ValueForm? Form)> columns, int row)
    {
        var text = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(text, Readable);
        writer.WriteStartObject();
        foreach (var (name, values, form) in columns)
        {
            if (writer.BytesCommitted + writer.BytesPending + Size(values, row) > BytesMax)
            {
                return null;
            }

            writer.WritePropertyName(name);
            Write(writer, values, form, row);
        }

        writer.WriteEndObject();
        writer.Flush();
        return text.WrittenCount > BytesMax ? null : Encoding.UTF8.GetString(text.WrittenSpan);
    }

    /// <summary>Fills a row of text columns; what the text does not name is NULL. False = it is no such text.</summary>
    /// <param name="json">The text.</param>
    /// <param name="placeOf">The place of a column by its name; below 0 = there is none, and the value is left out.
    /// </param>
    public static bool TryRead(
        ReadOnlySpan<byte> json, Func<string, int> placeOf, ReadOnlySpan<ColumnVector> columns, int row)
    {
        foreach (var column in columns)
        {
            column.SetNull(row);
        }

        try
        {
            var reader = new Utf8JsonReader(json);
            return reader.Read() && reader.TokenType == JsonTokenType.StartObject
                && ReadAll(ref reader, placeOf, columns, row) && !reader.Read();
        }
        catch (Exception malformed) when (malformed is JsonException or InvalidOperationException or FormatException)
        {
            return false;
        }
    }

    private static bool ReadAll(
        ref Utf8JsonReader reader, Func<string, int> placeOf, ReadOnlySpan<ColumnVector> columns, int row)
    {
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var place = placeOf(reader.GetString()!);
            reader.Read();
            if (!TryValue(ref reader, out var value))
            {
                return false;
            }

            if (place >= 0 && value is not null)
            {
                columns[place].ClearNull(row);
                columns[place].SetBytes(row, value);
            }
        }

        return reader.TokenType == JsonTokenType.EndObject;
    }

    // Numbers and truth without quotes are what people write.
    private static bool TryValue(ref Utf8JsonReader reader, out byte[]? value)
    {
        value = null;
        switch (reader.TokenType)
        {
            case JsonTokenType.Null:
                return true;
            case JsonTokenType.String:
                value = new byte[reader.ValueSpan.Length];
                Array.Resize(ref value, reader.CopyString(value));
                return true;
            case JsonTokenType.Number or JsonTokenType.True or JsonTokenType.False:
                value = reader.ValueSpan.ToArray();
                return true;
            case JsonTokenType.StartObject:
                reader.Read();
                var isHex = reader.TokenType == JsonTokenType.PropertyName && reader.ValueTextEquals("hex");
                reader.Read();
                value = isHex && reader.TokenType == JsonTokenType.String
                    ? Convert.FromHexString(reader.GetString()!) : null;
                return value is not null && reader.Read() && reader.TokenType == JsonTokenType.EndObject;
            default:
                return false;
        }
    }

    private static void Write(Utf8JsonWriter writer, ColumnVector values, ValueForm? form, int row)
    {
        if (values.IsNull(row))
        {
            if (!values.TryBeyond(row, out var beyond))
            {
                writer.WriteNullValue();
            }
            else if (values.TryUnread(row, out _, out var isText) && !isText)
            {
                WriteHex(writer, beyond);
            }
            else
            {
                WriteText(writer, beyond);
            }
        }
        else if (ValueStorages.IsText(values.Type))
        {
            WriteText(writer, form is null ? values.Bytes(row) : FormedNumber(values.Bytes(row), form));
        }
        else if (values.Type.IsBinary)
        {
            writer.WriteStringValue(Convert.ToHexString(values.Bytes(row)));
        }
        else
        {
            Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
            var plain = room[..ValueFormat.Write(values, row, room)];
            Span<byte> formed = stackalloc byte[ValueForm.BytesMax];
            writer.WriteStringValue(form is null ? plain : formed[..form.Write(plain, formed)]);
        }
    }

    // A number whose column has no neutral type is text, however long.
    private static byte[] FormedNumber(ReadOnlySpan<byte> plain, ValueForm form)
    {
        var formed = new byte[ValueForm.BytesMax + (4 * plain.Length)];
        return formed[..form.Write(plain, formed)];
    }

    private static void WriteText(Utf8JsonWriter writer, ReadOnlySpan<byte> text)
    {
        if (Utf8.IsValid(text))
        {
            writer.WriteStringValue(text);
            return;
        }

        WriteHex(writer, text);
    }

    private static void WriteHex(Utf8JsonWriter writer, ReadOnlySpan<byte> bytes)
    {
        writer.WriteStartObject();
        writer.WriteString("hex", Convert.ToHexString(bytes));
        writer.WriteEndObject();
    }

    private static int Size(ColumnVector values, int row) =>
        values.TryBeyond(row, out var beyond) ? beyond.Length
        : values.Storage == ValueStorage.Bytes && !values.IsNull(row) ? values.Lengths[row] : 0;
}
