using System.Buffers;
using System.Text;

namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// What the format of a cell says of its number, where a library says nothing or something else. Pure.
/// </summary>
internal static class CellFormat
{
    private static readonly SearchValues<char> Counted = SearchValues.Create("hHmMsS");

    /// <summary>Whether it shows a date, as those do that workbooks do not write out, or that hold odd signs.</summary>
    /// <param name="number">Its number, by which it is built in.</param>
    /// <param name="format">Its text; empty = it has none.</param>
    public static bool IsDate(int number, string format)
    {
        var bare = Bare(format);
        var hasDigits = bare.AsSpan().IndexOfAny("#?0") >= 0;
        // Chinese, Japanese, Korean and Thai ones are not written out.
        return number is (>= 27 and <= 36) or (>= 50 and <= 58) || (!hasDigits && bare.AsSpan().IndexOfAny("mM") >= 0
            && bare.AsSpan().IndexOfAny("yYdD") >= 0);
    }

    /// <summary>Whether it shows a time of the day and no date.</summary>
    public static bool IsTimeAlone(string format) => Bare(format) is var bare
        && bare.AsSpan().IndexOfAny("yYdD") < 0 && bare.AsSpan().IndexOfAny("hHsS") >= 0;

    /// <summary>Whether it counts hours, minutes or seconds beyond a day, as `[h]:mm`; a colour does not.</summary>
    public static bool Counts(string format)
    {
        for (var at = format.IndexOf('['); at >= 0; at = format.IndexOf('[', at + 1))
        {
            var end = format.IndexOf(']', at);
            if (end > at + 1 && !format.AsSpan(at + 1, end - at - 1).ContainsAnyExcept(Counted))
            {
                return true;
            }
        }

        return false;
    }

    // Without what stands between quotes or brackets, or behind a sign that makes text of the next one.
    private static string Bare(string format)
    {
        var bare = new StringBuilder();
        for (var at = 0; at < format.Length; at++)
        {
            var end = format[at] switch
            {
                '"' => format.IndexOf('"', at + 1),
                '[' => format.IndexOf(']', at + 1),
                '\\' or '_' or '*' => at + 1,
                _ => at,
            };
            if (end == at)
            {
                bare.Append(format[at]);
            }

            at = end < 0 ? format.Length : end;
        }

        return bare.ToString();
    }
}
