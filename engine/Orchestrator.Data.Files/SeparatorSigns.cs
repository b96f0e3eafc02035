using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>Signs that a csv file is separated by something else than its format says. Pure.</summary>
internal static class SeparatorSigns
{
    // U+0001 and U+001F are what Hive and others take.
    private static readonly string[] Usual = [",", ";", "\t", "|", "\u0001", "\u001F"];

    /// <summary>More bytes than a line has that declares one.</summary>
    public const int DeclaredMax = 16;

    /// <summary>The separator that a first line `sep=;` declares, as Excel takes it; null = it is none.</summary>
    public static string? Declared(ReadOnlySpan<byte> line)
    {
        var text = Encoding.UTF8.GetString(line.TrimEnd((byte)'\r'));
        text = text is ['"', .., '"'] ? text[1..^1] : text;
        return text.Length == 5 && text.StartsWith("sep=", StringComparison.OrdinalIgnoreCase) ? text[4..] : null;
    }

    /// <summary>
    /// What stands in a header, outside of quotes, where separators would: any of the usual ones in a header of one
    /// column, or as much of it as of the separator; null = nothing. Names may hold a comma or a `|`, so that of these
    /// there must be far more.
    /// </summary>
    public static string? Instead(ReadOnlySpan<byte> header, int columns, TextFormat format)
    {
        Span<int> counts = stackalloc int[Usual.Length];
        var open = false;
        foreach (var each in header)
        {
            open ^= each == format.QuoteByte;
            for (var i = 0; !open && i < Usual.Length; i++)
            {
                counts[i] += each == (byte)Usual[i][0] ? 1 : 0;
            }
        }

        var most = -1;
        for (var i = 0; i < Usual.Length; i++)
        {
            var least = Usual[i] is "," or "|" ? ((columns - 1) * 2) + 1 : Math.Max(columns - 1, 1);
            most = Usual[i] != format.Field && counts[i] >= least && (most < 0 || counts[i] > counts[most]) ? i : most;
        }

        return most < 0 ? null : Usual[most];
    }

    /// <summary>
    /// Whether a sign stands in a header by twos only, as a separator of two characters, which csv does not have.
    /// </summary>
    public static bool IsDoubled(ReadOnlySpan<byte> header, string sign)
    {
        var one = (byte)sign[0];
        var next = header.IndexOf(one);
        while (next >= 0 && next + 1 < header.Length && header[next + 1] == one)
        {
            header = header[(next + 2)..];
            next = header.IndexOf(one);
        }

        return next < 0;
    }

    /// <summary>Whether a name holds any sign that files are usually separated by.</summary>
    public static bool AreIn(ReadOnlySpan<byte> name)
    {
        foreach (var sign in Usual)
        {
            if (name.Contains((byte)sign[0]))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>A separator as a message shows it.</summary>
    public static string Shown(string separator) => ShownText.Of(Encoding.UTF8.GetBytes(separator));

    /// <summary>A separator as it is written in YAML.</summary>
    public static string Written(string separator) => "\"" + string.Concat(separator.Select(sign => sign switch
    {
        '\t' => "\\t",
        < ' ' => $"\\x{(int)sign:X2}",
        _ => $"{sign}",
    })) + "\"";
}
