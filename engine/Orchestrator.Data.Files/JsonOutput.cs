using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Files;

/// <summary>One JSON object per line: numbers and truth as such, everything else as text, NULL as null.</summary>
internal sealed class JsonOutput(
    TextFormat format, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled)
    : RowOutput(format, columns, filled)
{
    private readonly byte[][] _before = [.. columns.Concat(filled.Select(one => one.Column)).Select((column, i) =>
        Encoding.UTF8.GetBytes((i == 0 ? "{" : ",")
            + $"\"{JsonEncodedText.Encode(column.Name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\":"))];

    protected override void Before(TextOutput to, int column) => to.Add(_before[column]);

    protected override void Null(TextOutput to, int column) => to.Add("null"u8);

    protected override void Plain(TextOutput to, int column, ReadOnlySpan<byte> text)
    {
        var type = Columns[column].Type;
        if (type.Kind == SqlTypeKind.Bit)
        {
            to.Add(text is [(byte)'1'] ? "true"u8 : "false"u8);
        }
        else if (type.IsNumber && text.IndexOfAnyInRange((byte)'F', (byte)'z') < 0)
        {
            to.Add(text);
        }
        else
        {
            Text(to, column, text);
        }
    }

    protected override void Text(TextOutput to, int column, ReadOnlySpan<byte> text)
    {
        to.Add((byte)'"');
        for (var at = NextEscaped(text); at >= 0; at = NextEscaped(text))
        {
            to.Add(text[..at]);
            Escape(to, text[at]);
            text = text[(at + 1)..];
        }

        to.Add(text);
        to.Add((byte)'"');
    }

    protected override void Formed(TextOutput to, int column, ReadOnlySpan<byte> text) => Text(to, column, text);

    protected override void End(TextOutput to) => to.Add("}\n"u8);

    private static int NextEscaped(ReadOnlySpan<byte> text)
    {
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] is < (byte)' ' or (byte)'"' or (byte)'\\')
            {
                return i;
            }
        }

        return -1;
    }

    private static void Escape(TextOutput to, byte sign)
    {
        ReadOnlySpan<byte> hex = "0123456789abcdef"u8;
        to.Add((byte)'\\');
        switch (sign)
        {
            case (byte)'"' or (byte)'\\':
                to.Add(sign);
                break;
            case (byte)'\n':
                to.Add((byte)'n');
                break;
            case (byte)'\r':
                to.Add((byte)'r');
                break;
            case (byte)'\t':
                to.Add((byte)'t');
                break;
            default:
                to.Add("u00"u8);
                to.Add(hex[sign >> 4]);
                to.Add(hex[sign & 0xF]);
                break;
        }
    }
}
