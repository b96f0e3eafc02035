using System.Text;
using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>The header of a csv file: names, unique whatever their case, none of them empty.</summary>
internal static class CsvHeader
{
    private const int BytesMax = 1 << 20;
    private const int BytesAtOnce = 16 * 1024;
    private const byte Quote = (byte)'"';

    /// <summary>Reads it and whatever came along with it.</summary>
    public static (IReadOnlyList<string> Names, byte[] Begun, int Lines) Read(TextInput input, string separator,
        string file)
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
                throw Refused(file, "the file is empty, where a header was expected.");
            }

            var end = EndOfRecord(bytes.AsSpan(0, used));
            if (end < 0 && read > 0 && used <= BytesMax)
            {
                continue;
            }

            end = end >= 0 ? end : used <= BytesMax ? used
                : throw Refused(file, $"expected a header of at most {BytesMax:N0} bytes, got no end of it.");
            var names = Split(bytes.AsSpan(0, end), CsvParser.CheckSeparator(separator), file);
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

    private static List<string> Split(ReadOnlySpan<byte> record, byte[] separator, string file)
    {
        record = record.EndsWith("\r"u8) ? record[..^1] : record;
        if (!Utf8.IsValid(record))
        {
            throw Refused(file, $"expected a header in the encoding of the format, got: '{ShownText.Of(record)}'.");
        }

        var names = new List<string>();
        var (start, open) = (0, false);
        for (var i = 0; i <= record.Length; i++)
        {
            open ^= i < record.Length && record[i] == Quote;
            if (i == record.Length || (!open && record[i..].StartsWith(separator)))
            {
                names.Add(Name(record[start..i], file));
                start = i + separator.Length;
                i = Math.Max(i, start - 1);
            }
        }

        return Check(names, file);
    }

    private static string Name(ReadOnlySpan<byte> field, string file)
    {
        var name = Encoding.UTF8.GetString(field);
        if (name.StartsWith('"'))
        {
            var inner = name.Length > 1 && name.EndsWith('"') ? name[1..^1] : "\"";
            return inner.Replace("\"\"", "", StringComparison.Ordinal).Contains('"')
                ? throw Refused(file, $"the quotes of the header '{ShownText.Of(field)}' do not match.")
                : inner.Replace("\"\"", "\"", StringComparison.Ordinal);
        }

        if (name.Contains('\r'))
        {
            throw Refused(file, $"a carriage return stands in the header '{ShownText.Of(field)}'. Rows end with LF or "
                + "CR LF; a name that holds one is quoted.");
        }

        return name.Contains('"')
            ? throw Refused(
                file, $"a quote stands inside the header '{ShownText.Of(field)}', which has none around it.")
            : name;
    }

    private static List<string> Check(List<string> names, string file)
    {
        if (names.IndexOf("") is var empty and >= 0)
        {
            throw Refused(file, $"column {empty + 1} of the header has no name.");
        }

        var twice = names.GroupBy(name => name, StringComparer.OrdinalIgnoreCase).FirstOrDefault(x => x.Count() > 1);
        return twice is null ? names : throw Refused(file,
            $"the header names '{ShownText.Of(Encoding.UTF8.GetBytes(twice.Key))}' {twice.Count()} times.");
    }

    private static DataRefusedException Refused(string file, string message) =>
        new("ORC3103", $"{file}: {message}") { File = file, Line = 1 };
}
