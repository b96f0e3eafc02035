namespace Orchestrator.Benchmarks.Contests;

/// <summary>
/// We against a peer over the same rows: interleaved, peer, ours, peer, so that the peer is measured against itself
/// too. A ratio counts when that spreads by less than half of the ratio's margin, over at least nine rounds.
/// </summary>
/// <param name="Name">What is moved from where to where.</param>
/// <param name="Peer">The peer's name.</param>
/// <param name="Rows">Rows that each run moves.</param>
internal sealed record Contest(string Name, string Peer, long Rows)
{
    /// <summary>Fewest rounds of a ratio that counts.</summary>
    public const int RoundsMin = 9;

    private const double Million = 1e6;

    /// <summary>Rounds.</summary>
    public int Rounds { get; init; } = RoundsMin;

    /// <summary>What we do that the peer does not.</summary>
    public string Beyond { get; init; } = "";

    /// <summary>Runs the rounds after one of each that warms up, and prints the table.</summary>
    /// <returns>Whether every ratio counts and is as wanted.</returns>
    public bool Run(Func<Cost> ours, Func<Cost> peer, params Goal[] goals)
    {
        peer();
        ours();
        var rounds = new List<Round>();
        for (var i = 0; i < Rounds; i++)
        {
            var before = peer();
            var mine = ours();
            rounds.Add(new Round(mine, before, peer()));
        }

        Print(rounds);
        PrintProcessor(rounds);
        return goals.Select(goal => Judge(goal, rounds)).ToArray().All(isReached => isReached);
    }

    private void Print(List<Round> rounds)
    {
        var load = File.Exists("/proc/loadavg") ? File.ReadAllText("/proc/loadavg").Split(' ')[0] : "unknown";
        Console.WriteLine($"{Name}: {Rows:N0} rows, {Rounds} rounds interleaved, {Environment.ProcessorCount} "
            + $"processors, load average {load}");
        Line("ours", [.. rounds.Select(round => round.Ours)]);
        Line(Peer, [.. rounds.SelectMany(round => new[] { round.Peer, round.Again })]);
        if (Beyond.Length > 0)
        {
            Console.WriteLine($"  ours also: {Beyond}");
        }
    }

    private void Line(string side, Cost[] costs)
    {
        var seconds = Median(costs.Select(cost => cost.Seconds));
        var server = Median(costs.Select(cost => cost.Server)) / Rows * Million;
        Console.WriteLine($"  {side,-12} {seconds:0.000} s, {Rows / seconds / Million:0.000} M rows/s; processor time "
            + $"per row: client {Median(costs.Select(cost => cost.Client)) / Rows * Million:0.000} µs"
            + (server > 0 ? $", servers {server:0.000} µs" : ""));
    }

    // Says more than the clock where others are at work on the machine too; nothing is judged by it.
    private static void PrintProcessor(List<Round> rounds)
    {
        Func<Cost, double> all = cost => cost.Client + cost.Server;
        var ratio = Median(rounds.Select(round => 2 * all(round.Ours) / (all(round.Peer) + all(round.Again))));
        var spread = Median(rounds.Select(round => Math.Abs(all(round.Peer) / all(round.Again) - 1)));
        Console.WriteLine(
            $"  processor time of client and servers: {ratio:0.000} × the peer's, A/A spread {spread:0.000}");
    }

    private bool Judge(Goal goal, List<Round> rounds)
    {
        var ratio = Median(rounds.Select(round =>
            (goal.Ratio(round.Ours, round.Peer) + goal.Ratio(round.Ours, round.Again)) / 2));
        var spread = Median(rounds.Select(round => Math.Abs(goal.Of(round.Peer) / goal.Of(round.Again) - 1)));
        var isLong = Rounds >= RoundsMin;
        var counts = isLong && spread < goal.SpreadMax;
        var verdict = counts ? "counts" : isLong ? "does not count" : "too few rounds to count";
        Console.WriteLine($"  {goal.What}: ratio {ratio:0.000} (wanted {goal.Bound}), A/A spread {spread:0.000} "
            + $"(limit {goal.SpreadMax:0.000}): {verdict}, "
            + (goal.IsReached(ratio) ? "reached" : "SHORT OF IT"));
        return counts && goal.IsReached(ratio);
    }

    private static double Median(IEnumerable<double> values)
    {
        var ordered = values.Order().ToArray();
        return ordered[ordered.Length / 2];
    }

    private sealed record Round(Cost Ours, Cost Peer, Cost Again);
}
