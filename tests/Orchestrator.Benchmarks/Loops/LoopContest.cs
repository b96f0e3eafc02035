using System.Diagnostics;
using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Loops;

/// <summary>
/// Two nights with a loop between two nights with the same packages written out, and again: so the latter are measured
/// against themselves too.
/// </summary>
/// <param name="work">The packages.</param>
/// <param name="rounds">How often.</param>
/// <param name="patience">After which time no further round begins.</param>
internal sealed class LoopContest(LoopedWork work, int rounds, TimeSpan patience)
{
    private const double Most = 1.2;

    private static readonly Goal[] Goals = [Goal.Time(Most), Goal.Processor(Most), Goal.Memory(Most)];

    /// <summary>Runs the rounds and prints what came of them; whether each ratio is as wanted and says something.
    /// </summary>
    public bool Run()
    {
        var begun = Stopwatch.GetTimestamp();
        List<TwoNights> looped = [], written = [Of(isLooped: false)];
        do
        {
            looped.Add(Of(isLooped: true));
            written.Add(Of(isLooped: false));
        }
        while (looped.Count < rounds
            && Stopwatch.GetElapsedTime(begun) * (looped.Count + 1) / looped.Count < patience);

        var few = looped.Count < rounds ? $" of {rounds}: the time was over" : "";
        Console.WriteLine($"{work.Name}: {looped.Count} rounds{few}");
        bool[] nights =
        [
            Told("first night", [.. looped.Select(two => two.First)], [.. written.Select(two => two.First)]),
            Told("second night", [.. looped.Select(two => two.Second)], [.. written.Select(two => two.Second)]),
        ];
        return nights.All(isReached => isReached);
    }

    private TwoNights Of(bool isLooped)
    {
        using var solution = work.Solution(isLooped);
        return new TwoNights(solution.Watch("run -q"), solution.Watch("run -q"));
    }

    private bool Told(string night, Cost[] looped, Cost[] written)
    {
        Line($"{night}, loop", looped);
        Line($"{night}, written out", written);
        return Goals.Select(goal => Judge(night, goal, looped, written)).ToArray().All(isReached => isReached);
    }

    private void Line(string side, Cost[] costs)
    {
        var seconds = Median(costs.Select(cost => cost.Seconds));
        Console.WriteLine($"  {side}: {seconds:0.000} s, {seconds * 1000 / work.Turns:0.000} ms a turn, processor "
            + $"{Median(costs.Select(cost => cost.Client)) * 1000 / work.Turns:0.000} ms a turn, at most "
            + $"{Median(costs.Select(cost => cost.Memory)):0} MB");
    }

    // Each round stands between two nights of the peer.
    private static bool Judge(string night, Goal goal, Cost[] looped, Cost[] written)
    {
        var ratio = Median(looped.Select((cost, place) =>
            (goal.Ratio(cost, written[place]) + goal.Ratio(cost, written[place + 1])) / 2));
        var spread = Median(looped.Select((_, place) =>
            Math.Abs((goal.Of(written[place]) / goal.Of(written[place + 1])) - 1)));
        var verdict = spread >= goal.SpreadMax ? "does not count"
            : looped.Length < Contest.RoundsMin ? "too few rounds to count" : "counts";
        Console.WriteLine($"  {night}, {goal.What}: ratio {ratio:0.000} (wanted {goal.Bound}), A/A spread "
            + $"{spread:0.000} (limit {goal.SpreadMax:0.000}): {verdict}, "
            + (goal.IsReached(ratio) ? "reached" : "SHORT OF IT"));
        return goal.IsReached(ratio) && spread < goal.SpreadMax;
    }

    private static double Median(IEnumerable<double> values)
    {
        var ordered = values.Order().ToArray();
        return ordered[ordered.Length / 2];
    }

    private readonly record struct TwoNights(Cost First, Cost Second);
}
