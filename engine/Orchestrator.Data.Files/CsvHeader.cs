using System.Text;
using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>
/// The header of a csv file: names, unique whatever their case, none of them empty. What a message hides is the first
/// row of a file that came without a header.
/// </summary>
internal sealed class CsvHeader(string file, TextFormat format, bool hideValues)
{
    private const int BytesMax = 1 << 20;
    private const int BytesAtOnce = 16 * 1024;

    private readonly int _quote = format.QuoteByte;
    private long _before;

    /// <summary>
    /// Reads it and whatever came along with it. A first line `sep=;` is none: it says how the file is separated.
    /// </summary>
    public CsvHeaderFound Read(TextInput input)
    {
        var bytes = new byte[BytesAtOnce];
        var (used, from) = (0, 0);
        while (true)
        {
            if (bytes.Length - used < BytesAtOnce / 2)
            {
                Array.Resize(ref bytes, bytes.Length * 2);
            }

            var read = input.Read(bytes.AsSpan(used));
            used += read;
            _before = input.LinesBefore(0);
            if (read == 0 && used == from)
            {
                throw Refused("the file is empty, where a header was expected.");
            }

            var end = EndOfRecord(bytes.AsSpan(from, used - from));
            end = end < 0 ? end : from + end;
            if (end < 0 && read > 0 && used <= BytesMax)
            {
                continue;
            }

            end = end >= 0 ? end : used <= BytesMax ? used
                : throw Refused($"expected a header of at most {BytesMax:N0} bytes, got no end of it.");
            var record = bytes.AsSpan(from, end - from);
            if (from == 0 && SeparatorSigns.Declared(record) is { } declared)
            {
                from = declared == format.Field ? Math.Min(end + 1, used) : throw Declares(declared);
                continue;
            }

            return Found(bytes, from, end, used);
        }
    }

    /// <summary>
    /// Reads what a file without a header begins with: nothing is a row of it but for a first line `sep=;`, without
    /// quotes.
    /// </summary>
    public (byte[] Begun, int Lines) ReadWithout(TextInput input)
    {
        var bytes = new byte[SeparatorSigns.DeclaredMax];
        var used = 0;
        for (var read = -1; read != 0 && used < bytes.Length; used += read)
        {
            read = input.Read(bytes.AsSpan(used));
        }

        _before = input.LinesBefore(0);
        var end = bytes.AsSpan(0, used).IndexOf((byte)'\n');
        var line = bytes.AsSpan(0, end < 0 ? used : end);
        if (line.StartsWith("\""u8) || SeparatorSigns.Declared(line) is not { } declared)
        {
            return (bytes[..used], 0);
        }

        return declared == format.Field ? (bytes[Math.Min(used, line.Length + 1)..used], 1) : throw Declares(declared);
    }

    private CsvHeaderFound Found(byte[] bytes, int from, int end, int used)
    {
        var record = bytes.AsSpan(from, end - from);
        var names = Split(record, CsvParser.CheckSeparator(format));
        var lines = bytes.AsSpan(0, end).Count((byte)'\n') + 1;
        var begun = bytes[Math.Min(end + 1, used)..used];
        return new CsvHeaderFound(names, begun, lines, Doubt(record, names));
    }

    /// <summary>Why the header is hardly the one of this format; null = nothing says so.</summary>
    private DataRefusedException? Doubt(ReadOnlySpan<byte> record, List<string> names) =>
        SeparatorSigns.Instead(record, names.Count, format) is { } other
            ? names.Count == 1 && SeparatorSigns.IsDoubled(record, other) ? Bcp(record, other + other)
            : Misread($"its header{Shown(record)} is {(names.Count == 1 ? "one column" : $"{names.Count} columns")} "
                + $"and holds '{SeparatorSigns.Shown(other)}'", other,
                names.Count == 1 ? "" : " Where the file is right, name its `columns` in the object.")
        : format.Quote == "\"" && !record.Contains((byte)'"') && names.All(name => name is ['\'', _, .., '\''])
            ? new DataRefusedException("ORC3111", $"{file}: all names of the header{Shown(record)} stand between "
                + FileSigns.Apostrophes)
            { File = file, Line = Line }
        : null;

    private DataRefusedException Bcp(ReadOnlySpan<byte> record, string field) => new(
        "ORC3111", $"{file}: its header{Shown(record)} is one column and holds '{SeparatorSigns.Shown(field)}', and "
            + "csv separates by one character. Declare `formats: {x: {style: bcp, field: "
            + $"{SeparatorSigns.Written(field)}, skipLines: {Line}}}}}` at the connection, and name it and the "
            + "`columns` in the object (`source: {file: …, format: x}`).")
    { File = file, Line = Line };

    private DataRefusedException Declares(string declared) => Misread(
        $"its first line says that it is separated by '{SeparatorSigns.Shown(declared)}'", declared);

    private DataRefusedException Misread(string sign, string other, string otherwise = "") => new(
        "ORC3111", $"{file}: {sign}, and the format separates by '{SeparatorSigns.Shown(format.Field)}'. Declare "
            + $"`formats: {{x: {{style: csv, field: {SeparatorSigns.Written(other)}}}}}` at the connection, and name "
            + "it in the object (`source: {file: …, format: x}`)." + otherwise)
    { File = file, Line = Line };

    private long Line => _before + 1;

    private int EndOfRecord(ReadOnlySpan<byte> bytes)
    {
        var open = false;
        for (var i = 0; i < bytes.Length; i++)
        {
            open ^= bytes[i] == _quote;
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
            open ^= i < record.Length && record[i] == _quote;
            if (i == record.Length || (!open && record[i..].StartsWith(separator)))
            {
                names.Add(Name(record[start..i]));
                start = i + separator.Length;
                i = Math.Max(i, start - 1);
            }
        }

        return Check(names);
    }

    // What other systems end lines with is no part of a name.
    private string Name(ReadOnlySpan<byte> field)
    {
        var name = Encoding.UTF8.GetString(field);
        var quote = format.Quote;
        if (quote.Length > 0 && name.StartsWith(quote, StringComparison.Ordinal))
        {
            var inner = name.Length > 1 && name.EndsWith(quote, StringComparison.Ordinal) ? name[1..^1] : quote;
            return inner.Replace(quote + quote, "", StringComparison.Ordinal).Contains(quote, StringComparison.Ordinal)
                ? throw Refused($"the quotes of the header{Shown(field)} do not match.")
                : inner.Replace(quote + quote, quote, StringComparison.Ordinal);
        }

        if (name.AsSpan().IndexOfAny(FileSigns.LineEnds) is var at and >= 0)
        {
            var end = name[at] == '\r' ? "a carriage return" : $"the line end U+{(int)name[at]:X4}";
            throw Refused($"{end} stands in the header{Shown(field)}. Rows end with LF or CR LF; a name that "
                + "holds one is quoted.");
        }

        if (name.AsSpan().IndexOfAny('\0', '\uFEFF') is var odd and >= 0)
        {
            throw Refused(name[odd] == '\0'
                ? $"a U+0000 stands in the header{Shown(field)}. Is the file in another `encoding`?"
                : $"a byte order mark stands within the header{Shown(field)}. Were files put behind one another?");
        }

        return quote.Length > 0 && name.Contains(quote, StringComparison.Ordinal)
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
        new("ORC3103", $"{file}: {message}") { File = file, Line = Line };
}

/// <summary>What a csv file begins with.</summary>
/// <param name="Names">The columns.</param>
/// <param name="Begun">What was read behind the header.</param>
/// <param name="Lines">Lines up to there.</param>
/// <param name="Doubt">Why it is hardly a header of the format, for where nothing else says that it is one.</param>
internal sealed record CsvHeaderFound(
    IReadOnlyList<string> Names, byte[] Begun, int Lines, DataRefusedException? Doubt);
