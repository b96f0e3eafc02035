using System.Globalization;

namespace Orchestrator.Cli.Ledger;

/// <summary>An amount of time as people say it of what is kept for long: "90d", "36h".</summary>
internal static class TimeAmount
{
    private const int DaysMax = 10_000;

    /// <summary>Reads it; null = it is none, or longer than anybody keeps anything.</summary>
    public static TimeSpan? Parse(string text)
    {
        TimeSpan? unit = text[Math.Max(0, text.Length - 1)..] switch
        {
            "d" => TimeSpan.FromDays(1),
            "h" => TimeSpan.FromHours(1),
            "m" => TimeSpan.FromMinutes(1),
            "s" => TimeSpan.FromSeconds(1),
            _ => null,
        };
        return unit is { } known && int.TryParse(text[..^1], NumberStyles.None, null, out var count)
            && count <= TimeSpan.FromDays(DaysMax) / known ? known * count : null;
    }
}
