using System.Threading.Channels;
using System.Threading.Tasks.Dataflow;
using Orchestrator.Benchmarks.Contests;
using Orchestrator.Lab.Bench;

namespace Orchestrator.Benchmarks.Flows;

/// <summary>
/// One link against what .NET has for handing rows from one task to another, each row by itself: a channel, and a block
/// of TPL Dataflow; of rows of a class and of structs. All hold as many rows as one of our links, send the same rows,
/// and add up what they receive.
/// </summary>
internal static class PeerContests
{
    private const long RowsMax = 200_000_000;
    private const int Held = 8 * 1024;

    /// <summary>Prints the tables; the exit code is 0 when all ratios count and are reached.</summary>
    public static int Run(string[] args)
    {
        var options = Options.Of(args);
        bool[] reached =
        [
            .. Against<ClassRows, BenchRow>(RowKinds.Classes, options),
            .. Against<StructRows, BenchValue>(RowKinds.Structs, options),
        ];
        return reached.All(each => each) ? 0 : 1;
    }

    private static bool[] Against<TRows, T>(RowKind<T> kind, Options options)
        where TRows : IRows<T> =>
    [
        Against("System.Threading.Channels", kind, 20, 15, options, Channel<TRows, T>),
        Against("TPL Dataflow", kind, 100, 60, options, Block<TRows, T>),
    ];

    // The peers would take minutes for as many rows as are needed to see anything of ours.
    private static bool Against<T>(
        string peer, RowKind<T> kind, int fewer, double wanted, Options options, Func<long, Task<ulong>> move)
    {
        var rows = options.Rows(RowsMax);
        var contest = new Contest($"one link, {kind.Name} rows", peer, rows)
        {
            Rounds = options.Rounds,
            Beyond = $"move {fewer} × the rows; the peer moves {rows / fewer:N0}, and its times stand for all",
        };
        return contest.Run(
            () => LinkContests.Measure(kind, new LinkCase(1, 1), rows),
            () => Scaled(Cost.Of(() => Check(kind, move(rows / fewer).GetAwaiter().GetResult(), rows / fewer)), fewer),
            Goal.Speed(wanted));
    }

    private static Cost Scaled(Cost cost, int times) => new(cost.Seconds * times, cost.Client * times);

    private static void Check<T>(RowKind<T> kind, ulong sum, long rows)
    {
        if (sum != kind.SumOfAll(rows))
        {
            throw new InvalidOperationException("the peer lost rows");
        }
    }

    private static async Task<ulong> Channel<TRows, T>(long rows)
        where TRows : IRows<T>
    {
        var channel = System.Threading.Channels.Channel.CreateBounded<T>(
            new BoundedChannelOptions(Held) { SingleReader = true, SingleWriter = true });
        var sending = Task.Run(async () =>
        {
            for (var i = 0L; i < rows; i++)
            {
                await channel.Writer.WriteAsync(TRows.Row(i));
            }

            channel.Writer.Complete();
        });
        var sum = 0UL;
        await foreach (var row in channel.Reader.ReadAllAsync())
        {
            sum += TRows.Value(row);
        }

        await sending;
        return sum;
    }

    private static async Task<ulong> Block<TRows, T>(long rows)
        where TRows : IRows<T>
    {
        var sum = 0UL;
        var target = new ActionBlock<T>(row => sum += TRows.Value(row),
            new ExecutionDataflowBlockOptions { BoundedCapacity = Held, SingleProducerConstrained = true });
        await Task.Run(async () =>
        {
            for (var i = 0L; i < rows; i++)
            {
                await target.SendAsync(TRows.Row(i));
            }
        });
        target.Complete();
        await target.Completion;
        return sum;
    }

    /// <summary>The rows that peers move; static, so that nothing but the peer takes time.</summary>
    private interface IRows<T>
    {
        static abstract T Row(long number);

        static abstract ulong Value(T row);
    }

    private sealed class ClassRows : IRows<BenchRow>
    {
        public static BenchRow Row(long number) => RowKinds.Template(number);

        public static ulong Value(BenchRow row) => row.Value;
    }

    private sealed class StructRows : IRows<BenchValue>
    {
        public static BenchValue Row(long number) => new((ulong)number);

        public static ulong Value(BenchValue row) => row.Value;
    }
}
