using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Nights;

/// <summary>What one night may take beside another one.</summary>
internal static class NightGoals
{
    /// <summary>What a peer against itself may spread by: parity has no margin, so a tenth of the time.</summary>
    public const double SpreadMax = 0.1;

    /// <summary>Whether the last nights take hardly longer than the second ones; the first is none of them.</summary>
    public static bool IsEven(IReadOnlyList<Cost> nights, double most)
    {
        if (nights.Count < 4)
        {
            Console.WriteLine("  too few nights to tell whether they grow slower");
            return false;
        }

        // A third of the nights at each end: a single one tells more of the machine.
        var part = (nights.Count - 1) / 3;
        var (first, last) = (Median(nights.Skip(1).Take(part)), Median(nights.TakeLast(part)));
        var ratio = last / first;
        Console.WriteLine($"  nights 2 to {part + 1}: {first:0.000} s, nights {nights.Count - part + 1} to "
            + $"{nights.Count}: {last:0.000} s, ratio {ratio:0.000} (wanted ≤ {most:0.00}): "
            + (ratio <= most ? "reached" : "SHORT OF IT"));
        return ratio <= most;
    }

    private static double Median(IEnumerable<Cost> costs)
    {
        var ordered = costs.Select(cost => cost.Seconds).Order().ToArray();
        return ordered[ordered.Length / 2];
    }
}
