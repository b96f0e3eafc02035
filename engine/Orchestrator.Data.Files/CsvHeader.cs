using System.Text;
using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>
/// The header of a csv file: names, unique whatever their case, none of them empty. What a message hides is the first
/// row of a file that came without a header.
/// </summary>
internal sealed class CsvHeader(string file, bool hideValues)
{
    private const int BytesMax = 1 << 20;
    private const int BytesAtOnce = 16 * 1024;
    private const byte Quote = (byte)'"';

    /// <summary>Reads it and whatever came along with it.</summary>
    public (IReadOnlyList<string> Names, byte[] Begun, int Lines) Read(TextInput input, string separator)
    {
        var bytes = new byte[BytesAtOnce];
        var used = 0;
        while (true)
        {
            if (bytes.Length - used < BytesAtOnce / 2)
            {
                Array.Resize(ref bytes, bytes.Length * 2);
            }

            var read = input.Read(bytes.AsSpan(used));
            used += read;
            if (read == 0 && used == 0)
            {
                throw Refused("the file is empty, where a header was expected.");
            }

            var end = EndOfRecord(bytes.AsSpan(0, used));
            if (end < 0 && read > 0 && used <= BytesMax)
            {
                continue;
            }

            end = end >= 0 ? end : used <= BytesMax ? used
                : throw Refused($"expected a header of at most {BytesMax:N0} bytes, got no end of it.");
            var names = Split(bytes.AsSpan(0, end), CsvParser.CheckSeparator(separator));
            return (names, bytes[Math.Min(end + 1, used)..used], bytes.AsSpan(0, end).Count((byte)'\n') + 1);
        }
    }

    private static int EndOfRecord(ReadOnlySpan<byte> bytes)
    {
        var open = false;
        for (var i = 0; i < bytes.Length; i++)
        {
            open ^= bytes[i] == Quote;
            if (bytes[i] == '\n' && !open)
            {
                return i;
            }
        }

        return -1;
    }

    private List<string> Split(ReadOnlySpan<byte> record, byte[] separator)
    {
        record = record.EndsWith("\r"u8) ? record[..^1] : record;
        if (!Utf8.IsValid(record))
        {
            var found = Shown(record, ": ", " other bytes");
            throw Refused($"expected a header in the encoding of the format, got{found}.");
        }

        var names = new List<string>();
        var (start, open) = (0, false);
        for (var i = 0; i <= record.Length; i++)
        {
            open ^= i < record.Length && record[i] == Quote;
            if (i == record.Length || (!open && record[i..].StartsWith(separator)))
            {
                names.Add(Name(record[start..i]));
                start = i + separator.Length;
                i = Math.Max(i, start - 1);
            }
        }

        return Check(names);
    }

    private string Name(ReadOnlySpan<byte> field)
    {
        var name = Encoding.UTF8.GetString(field);
        if (name.StartsWith('"'))
        {
            var inner = name.Length > 1 && name.EndsWith('"') ? name[1..^1] : "\"";
            return inner.Replace("\"\"", "", StringComparison.Ordinal).Contains('"')
                ? throw Refused($"the quotes of the header{Shown(field)} do not match.")
                : inner.Replace("\"\"", "\"", StringComparison.Ordinal);
        }

        if (name.Contains('\r'))
        {
            throw Refused($"a carriage return stands in the header{Shown(field)}. Rows end with LF or "
                + "CR LF; a name that holds one is quoted.");
        }

        return name.Contains('"')
            ? throw Refused($"a quote stands inside the header{Shown(field)}, which has none around it.")
            : name;
    }

    private List<string> Check(List<string> names)
    {
        if (names.IndexOf("") is var empty and >= 0)
        {
            throw Refused($"column {empty + 1} of the header has no name.");
        }

        var twice = names.GroupBy(name => name, StringComparer.OrdinalIgnoreCase).FirstOrDefault(x => x.Count() > 1);
        return twice is null ? names : throw Refused(
            $"the header names{Shown(Encoding.UTF8.GetBytes(twice.Key), " ", " a column")} {twice.Count()} times.");
    }

    private string Shown(ReadOnlySpan<byte> found, string before = " ", string hidden = "") =>
        hideValues ? hidden : $"{before}'{ShownText.Of(found)}'";

    private DataRefusedException Refused(string message) =>
        new("ORC3103", $"{file}: {message}") { File = file, Line = 1 };
}
