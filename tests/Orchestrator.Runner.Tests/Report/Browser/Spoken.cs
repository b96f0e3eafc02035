using System.Globalization;
using System.Text.RegularExpressions;

namespace Orchestrator.Runner.Tests.Report.Browser;

/// <summary>Reads numbers back as people do, to the last digit that is shown.</summary>
internal static partial class Spoken
{
    private const double Second = 1e6;

    /// <summary>Whether a text says a value: a number, a time in microseconds, or a moment.</summary>
    public static bool Says(string text, string value)
    {
        if (Clock().Match(text) is { Success: true } clock)
        {
            return value.Replace('T', ' ').Contains(clock.Value, StringComparison.Ordinal);
        }

        var exact = double.Parse(value);
        if (Parts().Match(text) is { Success: true } parts)
        {
            var whole = parts.Groups[1].Value.Split(':').Aggregate(0, (sum, part) => (sum * 60) + int.Parse(part));
            var minutes = parts.Groups[2].Value == "min" || parts.Groups[1].Value.Count(at => at == ':') == 2;
            return minutes && (long)(exact / Second) == whole;
        }

        var number = Number().Match(text);
        var unit = number.Groups[3].Value switch { "s" => Second, "k" => 1e3, "M" => 1e6, _ => 1 };
        var last = unit * Math.Pow(10, -number.Groups[2].Length);
        var said = double.Parse(number.Groups[1].Value + "." + number.Groups[2].Value, NumberStyles.Number) * unit;
        return number.Success && Math.Abs(said - exact) <= last / 2 * 1.000001;
    }

    [GeneratedRegex(@"^(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d(?=Z?$)")]
    private static partial Regex Clock();

    [GeneratedRegex(@"^([0-9:]*:\d\d) (min|h)$")]
    private static partial Regex Parts();

    [GeneratedRegex(@"^([0-9,]+)\.?(\d*)(?: (s|k|M)\b)?")]
    private static partial Regex Number();
}
