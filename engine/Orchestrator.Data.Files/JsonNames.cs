using System.Text.Json;

namespace Orchestrator.Data.Files;

/// <summary>The columns of JSON lines where nobody declared any: the members of the first row.</summary>
internal static class JsonNames
{
    private const int BytesMax = 1 << 20;
    private const int BytesAtOnce = 16 * 1024;

    /// <summary>Why there are no columns where no file has a row.</summary>
    /// <param name="file">The first of them.</param>
    public static DataRefusedException Nowhere(string file) => Refused(file, "the file is empty");

    /// <summary>Reads them and whatever came along; none where the file is empty.</summary>
    public static (IReadOnlyList<string> Names, byte[] Begun) Read(TextInput input, string file)
    {
        var bytes = new byte[BytesAtOnce];
        var used = 0;
        while (true)
        {
            if (used == bytes.Length)
            {
                Array.Resize(ref bytes, bytes.Length * 2);
            }

            var read = input.Read(bytes.AsSpan(used));
            var end = bytes.AsSpan(used, read).IndexOf((byte)'\n');
            end = end < 0 ? end : used + end;
            used += read;
            if (used == 0)
            {
                return ([], []);
            }

            if (read == 0 || end >= 0)
            {
                return (Names(bytes.AsSpan(0, end >= 0 ? end : used), file), bytes[..used]);
            }

            if (used > BytesMax)
            {
                throw Refused(file, $"its first line has no end within {BytesMax:N0} bytes");
            }
        }
    }

    private static List<string> Names(ReadOnlySpan<byte> line, string file)
    {
        var names = new List<string>();
        try
        {
            var reader = new Utf8JsonReader(line);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
            {
                throw Refused(file, "its first line is no JSON object");
            }

            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                names.Add(reader.GetString()!);
                reader.Read();
                reader.Skip();
            }
        }
        catch (Exception wrong) when (wrong is JsonException or InvalidOperationException)
        {
            throw Refused(file, "its first line is no JSON object");
        }

        return names.Count == 0 ? throw Refused(file, "its first line has no members")
            : names.GroupBy(name => name, StringComparer.OrdinalIgnoreCase).Any(name => name.Count() > 1)
                ? throw Refused(file, "its first line has a member twice, whatever their case")
            : names;
    }

    private static DataRefusedException Refused(string file, string why) => new(
        "ORC3103", $"{file}: the columns are the members of the first row, and {why}. Correct the file, or declare "
            + "`columns`.")
    { File = file, Line = 1 };
}
