using System.Threading.Channels;
using System.Threading.Tasks.Dataflow;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Cli.Bench;

namespace Orchestrator.Benchmarks.Flows;

/// <summary>
/// One link against what .NET has for handing rows from one task to another, each row by itself: a channel, and a block
/// of TPL Dataflow. All hold as many rows as one of our links, send the same objects, and add up what they receive.
/// </summary>
internal static class PeerContests
{
    private const long RowsMax = 200_000_000;
    private const int Held = 8 * 1024;

    /// <summary>Prints the tables; the exit code is 0 when both ratios count and are reached.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        var isReached = Against("System.Threading.Channels", 20, 15, options, Channel);
        isReached &= Against("TPL Dataflow", 100, 60, options, Block);
        return isReached ? 0 : 1;
    }

    // The peers would take minutes for as many rows as are needed to see anything of ours.
    private static bool Against(
        string peer, int fewer, double wanted, Options options, Func<long, Task<ulong>> move)
    {
        var rows = options.Rows(RowsMax);
        var contest = new Contest("one link, class rows", peer, rows)
        {
            Rounds = options.Rounds,
            Beyond = $"move {fewer} × the rows; the peer moves {rows / fewer:N0}, and its times stand for all",
        };
        return contest.Run(
            () => LinkContests.Measure(RowKinds.Classes, new LinkCase(1, 1), rows),
            () => Scaled(Cost.Of(() => Check(move(rows / fewer).GetAwaiter().GetResult(), rows / fewer)), fewer),
            Goal.Speed(wanted));
    }

    private static Cost Scaled(Cost cost, int times) => new(cost.Seconds * times, cost.Client * times);

    private static void Check(ulong sum, long rows)
    {
        if (sum != RowKinds.Classes.SumOfAll(rows))
        {
            throw new InvalidOperationException("the peer lost rows");
        }
    }

    private static async Task<ulong> Channel(long rows)
    {
        var channel = System.Threading.Channels.Channel.CreateBounded<BenchRow>(
            new BoundedChannelOptions(Held) { SingleReader = true, SingleWriter = true });
        var sending = Task.Run(async () =>
        {
            for (var i = 0L; i < rows; i++)
            {
                await channel.Writer.WriteAsync(RowKinds.Template(i));
            }

            channel.Writer.Complete();
        });
        var sum = 0UL;
        await foreach (var row in channel.Reader.ReadAllAsync())
        {
            sum += row.Value;
        }

        await sending;
        return sum;
    }

    private static async Task<ulong> Block(long rows)
    {
        var sum = 0UL;
        var target = new ActionBlock<BenchRow>(row => sum += row.Value,
            new ExecutionDataflowBlockOptions { BoundedCapacity = Held, SingleProducerConstrained = true });
        await Task.Run(async () =>
        {
            for (var i = 0L; i < rows; i++)
            {
                await target.SendAsync(RowKinds.Template(i));
            }
        });
        target.Complete();
        await target.Completion;
        return sum;
    }
}
