using System.Text;

namespace Orchestrator.Metadata.Yaml;

/// <summary>A text file of the solution: its path below it, and its text with LF line ends.</summary>
internal sealed class SourceFile(string path, string text)
{
    /// <summary>Bytes that a file of metadata may have.</summary>
    public const int BytesMax = 1 << 20;

    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false,
        throwOnInvalidBytes: true);
    private string[]? _lines;

    public string Path { get; } = path;

    public string Text { get; } = text;

    public string? Line(int number)
    {
        _lines ??= Text.Split('\n');
        return number >= 1 && number <= _lines.Length ? _lines[number - 1] : null;
    }

    /// <summary>Turns bytes into text, or says at which byte they are none.</summary>
    public static SourceFile? Decode(string path, ReadOnlySpan<byte> bytes, out int badAt)
    {
        badAt = -1;
        var body = bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[3..] : bytes;
        try
        {
            return new SourceFile(path, Strict.GetString(body).ReplaceLineEndings("\n"));
        }
        catch (DecoderFallbackException bad)
        {
            badAt = bad.Index + (bytes.Length - body.Length);
            return null;
        }
    }

    /// <summary>Line and column of a byte, the text before it being good.</summary>
    public static (int Line, int Column) PlaceOf(ReadOnlySpan<byte> bytes, int index)
    {
        var before = bytes[..Math.Clamp(index, 0, bytes.Length)];
        var start = before.LastIndexOf((byte)'\n') + 1;
        return (before.Count((byte)'\n') + 1, Encoding.UTF8.GetCharCount(before[start..]) + 1);
    }
}
