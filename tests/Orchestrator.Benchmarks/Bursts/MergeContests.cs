using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Benchmarks.Bursts;

/// <summary>
/// A buffer full of rows that is drained into its table, beside the same rows merged one by one by as many writers as
/// are best; for each size of batch, and then over a target in the order of its key and in none, with and without a
/// second index, with and without one over the buffer.
/// </summary>
internal static class MergeContests
{
    private const long RowsMax = 200_000;
    private const int WritersMax = 32;

    private const string Beyond =
        "renews its lease, counts what became of each row, keeps its number in the table, and empties the buffer";

    /// <summary>Runs them.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        var rows = options.Rows(RowsMax);
        using var pair = new PostgresPair();
        var table = new BurstTable(pair, rows);
        table.Make();
        var queue = table.Queue();
        var writers = Best(table, pair, queue);
        var isReached = true;
        foreach (var (name, batch) in Batches(rows))
        {
            var absorb = new AbsorbOptions { RowsPerBatch = batch, Interval = TimeSpan.FromSeconds(10) };
            isReached &= new Contest($"batches of {name}", $"{writers} writers", rows)
            {
                Rounds = options.Rounds,
                Beyond = Beyond,
            }.Run(
                () => Ours(table, pair, absorb),
                () => Peer(table, pair, queue, writers),
                Goal.Speed(5), Goal.Processors(0.5));
        }

        Table(table, pair, rows);
        return isReached ? 0 : 1;
    }

    // As many as are best: twice as many each time, until it gets worse.
    private static int Best(BurstTable table, PostgresPair pair, IReadOnlyList<object[]> queue)
    {
        var (best, fastest) = (1, double.MaxValue);
        for (var writers = 1; writers <= WritersMax; writers *= 2)
        {
            var cost = Peer(table, pair, queue, writers);
            Console.WriteLine($"row by row, {writers} writers: {queue.Count / cost.Seconds:N0} rows/s");
            (best, fastest) = cost.Seconds < fastest ? (writers, cost.Seconds) : (best, fastest);
        }

        return best;
    }

    private static void Table(BurstTable table, PostgresPair pair, long rows)
    {
        Console.WriteLine(
            "rows/s drained, median of 3 (rows of a batch; order of the target; second index; index over the buffer)");
        foreach (var (isClustered, hasSecond) in new[] { (true, false), (true, true), (false, false), (false, true) })
        {
            table.Shape(isClustered, hasSecond);
            foreach (var isIndexed in new[] { true, false })
            {
                foreach (var (name, batch) in Batches(rows))
                {
                    var absorb = new AbsorbOptions
                    {
                        RowsPerBatch = batch,
                        Interval = TimeSpan.FromSeconds(10),
                        IsIndexed = isIndexed,
                    };
                    var seconds = Enumerable.Range(0, 3).Select(_ => Ours(table, pair, absorb).Seconds).Order()
                        .ToArray();
                    Console.WriteLine($"  {name,-11} {(isClustered ? "clustered" : "heap-like"),-10} "
                        + $"{(hasSecond ? "yes" : "no"),-4} {(isIndexed ? "ordered" : "none"),-8} "
                        + $"{rows / seconds[1],10:N0}");
                }
            }
        }
    }

    private static (string Name, long Rows)[] Batches(long rows) =>
        [("1,000", 1_000), ("10,000", 10_000), ("50,000", 50_000), ("all queued", rows)];

    private static Cost Ours(BurstTable table, PostgresPair pair, AbsorbOptions options)
    {
        table.PutBack(options);
        return pair.Ours(() => table.Drain(options));
    }

    private static Cost Peer(BurstTable table, PostgresPair pair, IReadOnlyList<object[]> queue, int writers)
    {
        table.PutBack(new AbsorbOptions());
        return pair.Ours(() => RowByRowMerge.Run(pair.Target.ConnectionString!, queue, writers));
    }
}
