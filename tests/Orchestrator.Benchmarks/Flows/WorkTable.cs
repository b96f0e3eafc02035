using System.Diagnostics;
using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Flows;

/// <summary>What flows cost that do some work, each beside a plain loop over the same data.</summary>
internal static class WorkTable
{
    private const int WarmUpPercent = 10;
    private const int RoundsDefault = 5;

    /// <summary>Prints the table. No figure of it is wanted; a wrong sum is an error.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        var rounds = args.Length > 0 ? options.Rounds : RoundsDefault;
        Console.WriteLine($"{rounds} rounds, flow and loop in turn, {Environment.ProcessorCount} processors");
        Console.WriteLine("| flow | rows | M rows/s, median (min to max) | plain loop, M rows/s | flow ÷ loop | "
            + "bytes allocated per row, flow | loop |");
        Console.WriteLine("|---|---:|---:|---:|---:|---:|---:|");
        foreach (var each in WorkCases.All.Where(one => one.Name.Contains(options.Part, StringComparison.Ordinal)))
        {
            Measure(each with { Rows = options.Rows(each.Rows) }, rounds);
        }

        return 0;
    }

    private static void Measure(WorkCase work, int rounds)
    {
        var few = work.Rows * WarmUpPercent / 100;
        work.Loop(few);
        work.Flow(few);
        List<Taken> flows = [], loops = [];
        for (var round = 0; round < rounds; round++)
        {
            loops.Add(Take(work.Loop, work.Rows));
            flows.Add(Take(work.Flow, work.Rows));
            if (flows[^1].Sum != loops[^1].Sum)
            {
                throw new InvalidOperationException($"{work.Name}: the flow and the loop have different sums");
            }
        }

        var speeds = flows.Select(taken => work.Rows / taken.Seconds / 1e6).Order().ToArray();
        var loop = loops.Select(taken => work.Rows / taken.Seconds / 1e6).Order().ElementAt(rounds / 2);
        Console.WriteLine($"| {work.Name} | {work.Rows:N0} | {speeds[rounds / 2]:0.0} ({speeds[0]:0.0} to "
            + $"{speeds[^1]:0.0}) | {loop:0.0} | {speeds[rounds / 2] / loop:0.00} | "
            + $"{Bytes(flows, work.Rows):0.00} | {Bytes(loops, work.Rows):0.00} |");
    }

    private static double Bytes(List<Taken> taken, long rows) =>
        (double)taken.Select(each => each.Bytes).Order().ElementAt(taken.Count / 2) / rows;

    private static Taken Take(Func<long, ulong> work, long rows)
    {
        // What the round before left is not this one's to clear away.
        GC.Collect();
        var bytes = GC.GetTotalAllocatedBytes(precise: true);
        var begun = Stopwatch.GetTimestamp();
        var sum = work(rows);
        return new Taken(Stopwatch.GetElapsedTime(begun).TotalSeconds,
            GC.GetTotalAllocatedBytes(precise: true) - bytes, sum);
    }

    private sealed record Taken(double Seconds, long Bytes, ulong Sum);
}
