using Orchestrator.Benchmarks.Contests;
using Orchestrator.Lab.Bench;

namespace Orchestrator.Benchmarks.Flows;

/// <summary>
/// What `bench dataflow` is held to: rows per second over one link and over several, and that a thousand sources or
/// transforms move as many together as four do.
/// </summary>
internal static class LinkContests
{
    private const long RowsMax = 500_000_000;
    private const double Flat = 0.85;

    private static readonly (RowKind Kind, LinkCase Links, double Wanted, double Aim)[] Speeds =
    [
        (RowKinds.Classes, new LinkCase(1, 1), 180, 400),
        (RowKinds.Structs, new LinkCase(1, 1), 180, 500),
        (RowKinds.Blocks, new LinkCase(1, 1), 180, 1000),
        (RowKinds.Classes, new LinkCase(4, 1), 340, 340),
        (RowKinds.Classes, new LinkCase(1, 4), 340, 340),
    ];

    /// <summary>Prints the table; the exit code is 0 when all is as wanted.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        var rows = options.Rows(RowsMax);
        var isReached = MeasureSpeeds(options.Rounds, rows);
        isReached &= Compare("1,024 sources", new LinkCase(1024, 1), "4 sources", new LinkCase(4, 1), options, rows);
        isReached &= Compare(
            "1,024 links behind one source", new LinkCase(1, 1024), "4 links", new LinkCase(1, 4), options, rows);
        return isReached ? 0 : 1;
    }

    /// <summary>What moving rows over such links takes.</summary>
    public static Cost Measure(RowKind kind, LinkCase links, long rows)
    {
        LinkFigure? figure = null;
        var cost = Cost.Of(() => figure = kind.Run(links, rows, CancellationToken.None));
        return cost with { Seconds = figure!.Took.TotalSeconds };
    }

    private static bool MeasureSpeeds(int rounds, long rows)
    {
        var costs = Speeds.Select(_ => new List<Cost>()).ToArray();
        // One more, which warms up.
        for (var round = 0; round <= rounds; round++)
        {
            for (var i = 0; i < Speeds.Length; i++)
            {
                costs[i].Add(Measure(Speeds[i].Kind, Speeds[i].Links, rows));
            }
        }

        Console.WriteLine($"{rows:N0} rows over all links, {rounds} rounds, {Environment.ProcessorCount} processors");
        Console.WriteLine("| rows | sources | links each | M rows/s, median (min to max) | wanted | aim | ns of a "
            + "processor per row |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|");
        var isReached = true;
        foreach (var ((kind, links, wanted, aim), each) in Speeds.Zip(costs))
        {
            var speeds = each.Skip(1).Select(cost => rows / cost.Seconds / 1e6).Order().ToArray();
            var processor = each.Skip(1).Select(cost => cost.Client / rows * 1e9).Order().ElementAt(rounds / 2);
            isReached &= speeds[rounds / 2] > wanted;
            Console.WriteLine($"| {kind.Name} | {links.Sources} | {links.Links} | {speeds[rounds / 2]:0} "
                + $"({speeds[0]:0} to {speeds[^1]:0}) | > {wanted} | {aim} | {processor:0.00} |");
        }

        return isReached;
    }

    private static bool Compare(string many, LinkCase ours, string few, LinkCase peer, Options options, long rows) =>
        new Contest($"{many} beside {few}, class rows", few, rows) { Rounds = options.Rounds }.Run(
            () => Measure(RowKinds.Classes, ours, rows),
            () => Measure(RowKinds.Classes, peer, rows),
            Goal.Speed(Flat));
}
