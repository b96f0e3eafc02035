using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Transforms;
using Orchestrator.Lab.Bench;

namespace Orchestrator.Benchmarks.Flows;

/// <summary>A row with a key.</summary>
internal readonly record struct KeyedValue(ulong Key, ulong Value);

/// <summary>The flows of the second table.</summary>
internal static class WorkCases
{
    private const long Keys = 10_000_000;
    private const int RowsInMemory = 5_000_000;

    public static IReadOnlyList<WorkCase> All { get; } =
    [
        Moved<BenchRow>("fresh row objects", 100_000_000, FillWithNew, RowKinds.Sum),
        Moved<BenchValue>("struct rows", 500_000_000, RowKinds.FillWithNumbers, RowKinds.Sum),
        .. new[] { 32, 64, 128, 256, 512, 1024 }.Select(size => Moved<BenchRow>(
            $"class rows, buffers of {size:N0}", 200_000_000, RowKinds.FillWithTemplates, RowKinds.Sum, size)),
        new("a transform that works on each row", 200_000_000, Transformed,
            rows => Loop<BenchValue>(rows, RowKinds.FillWithNumbers, SumOfMixed)),
        new("multicast to three", 200_000_000, Multicast,
            rows => Loop<BenchRow>(rows, RowKinds.FillWithTemplates, SumThrice)),
        new($"sort, {RowsInMemory:N0} rows in memory, the others in files", 50_000_000, Sorted, SortedByLoop),
        new($"lookup against {Keys:N0} keys", 20_000_000, LookedUp, LookedUpByLoop),
        new("join of two sorted inputs", 40_000_000, Joined, JoinedByLoop),
    ];

    private static WorkCase Moved<T>(
        string name, long rows, Fill<T> fill, Func<ReadOnlySpan<T>, ulong> sum, int size = 1024) => new(
        name,
        rows,
        many =>
        {
            var flow = new Flow { Options = new LinkOptions { RowsPerBuffer = size } };
            return SumOf(flow, flow.Fill("source", many, fill), sum);
        },
        many => Loop(many, fill, sum, size));

    private static ulong SumOf<T>(Flow flow, Output<T> output, Func<ReadOnlySpan<T>, ulong> sum)
    {
        var total = 0UL;
        output.ForRows("sum", rows => total += sum(rows));
        flow.Run().ThrowOnFailure();
        return total;
    }

    private static ulong Loop<T>(long rows, Fill<T> fill, Func<ReadOnlySpan<T>, ulong> sum, int size = 1024)
    {
        var array = new T[size];
        var total = 0UL;
        for (var at = 0L; at < rows; at += size)
        {
            var space = array.AsSpan(0, (int)Math.Min(size, rows - at));
            fill(space, at);
            total += sum(space);
        }

        return total;
    }

    private static void FillWithNew(Span<BenchRow> space, long from)
    {
        for (var i = 0; i < space.Length; i++)
        {
            space[i] = new BenchRow((ulong)(from + i));
        }
    }

    // What takes a few nanoseconds for each row, and makes keys in no order.
    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 33)) * 0xff51afd7ed558ccd;
        value = (value ^ (value >> 33)) * 0xc4ceb9fe1a85ec53;
        return value ^ (value >> 33);
    }

    private static ulong Transformed(long rows)
    {
        var flow = new Flow();
        var mixed = flow.Fill<BenchValue>("source", rows, RowKinds.FillWithNumbers)
            .Transform("work", row => new BenchValue(Mix(row.Value)));
        return SumOf(flow, mixed, RowKinds.Sum);
    }

    private static ulong SumOfMixed(ReadOnlySpan<BenchValue> rows)
    {
        var sum = 0UL;
        foreach (var row in rows)
        {
            sum += Mix(row.Value);
        }

        return sum;
    }

    private static ulong Multicast(long rows)
    {
        var flow = new Flow();
        var sums = new ulong[3];
        var to = flow.Fill<BenchRow>("source", rows, RowKinds.FillWithTemplates).Multicast("each", sums.Length);
        for (var i = 0; i < sums.Length; i++)
        {
            var at = i;
            to[i].ForRows($"sum {i}", received => sums[at] += RowKinds.Sum(received));
        }

        flow.Run().ThrowOnFailure();
        return sums.Aggregate(0UL, (sum, one) => sum + one);
    }

    private static ulong SumThrice(ReadOnlySpan<BenchRow> rows) =>
        RowKinds.Sum(rows) + RowKinds.Sum(rows) + RowKinds.Sum(rows);

    private static void FillWithMixed(Span<BenchValue> space, long from)
    {
        for (var i = 0; i < space.Length; i++)
        {
            space[i] = new BenchValue(Mix((ulong)(from + i)));
        }
    }

    private static ulong Sorted(long rows)
    {
        var flow = new Flow();
        var order = new OrderedSum();
        flow.Fill<BenchValue>("source", rows, FillWithMixed)
            .Sort("sort", row => row.Value, new SpillOptions { RowsMax = RowsInMemory })
            .ForRows("sum", order.Add);
        flow.Run().ThrowOnFailure();
        return order.Sum;
    }

    private static ulong SortedByLoop(long rows)
    {
        var all = new BenchValue[rows];
        FillWithMixed(all, 0);
        all.AsSpan().Sort(static (one, other) => one.Value.CompareTo(other.Value));
        var order = new OrderedSum();
        order.Add(all);
        return order.Sum;
    }

    private static void FillWithKeys(Span<KeyedValue> space, long from)
    {
        for (var i = 0; i < space.Length; i++)
        {
            space[i] = new KeyedValue((ulong)(from + i), Mix((ulong)(from + i)));
        }
    }

    private static ulong LookedUp(long rows)
    {
        var flow = new Flow();
        var reference = flow.Fill<KeyedValue>("reference", Keys, FillWithKeys);
        var found = flow.Fill<BenchValue>("source", rows, FillWithMixed).Lookup("lookup", reference,
            row => row.Value % Keys, known => known.Key, (_, known) => new BenchValue(known.Value));
        found.Misses.Trash("misses");
        return SumOf(flow, found.Output, RowKinds.Sum);
    }

    private static ulong LookedUpByLoop(long rows)
    {
        var known = new Dictionary<ulong, KeyedValue>();
        Loop<KeyedValue>(Keys, FillWithKeys, all =>
        {
            foreach (var row in all)
            {
                known.Add(row.Key, row);
            }

            return 0;
        });
        return Loop<BenchValue>(rows, FillWithMixed, all =>
        {
            var sum = 0UL;
            foreach (var row in all)
            {
                sum += known[row.Value % Keys].Value;
            }

            return sum;
        });
    }

    // Every third row of the left side has one on the right.
    private static void FillWithThirds(Span<KeyedValue> space, long from)
    {
        for (var i = 0; i < space.Length; i++)
        {
            space[i] = new KeyedValue((ulong)(from + i) * 3, (ulong)(from + i));
        }
    }

    private static ulong Joined(long rows)
    {
        var flow = new Flow();
        var left = flow.Fill<BenchValue>("left", rows / 2, RowKinds.FillWithNumbers);
        var right = flow.Fill<KeyedValue>("right", rows / 2, FillWithThirds);
        var joined = left.JoinMerge("join", right, JoinKind.Inner, row => row.Value, row => row.Key,
            (one, other) => new BenchValue(one.Value + other.Value));
        return SumOf(flow, joined, RowKinds.Sum);
    }

    private static ulong JoinedByLoop(long rows)
    {
        var right = new KeyedValue[1024];
        var (at, from) = (0, 0L);
        FillWithThirds(right, 0);
        return Loop<BenchValue>(rows / 2, RowKinds.FillWithNumbers, left =>
        {
            var sum = 0UL;
            foreach (var row in left)
            {
                while (right[at].Key < row.Value)
                {
                    if (++at == right.Length)
                    {
                        (at, from) = (0, from + right.Length);
                        FillWithThirds(right, from);
                    }
                }

                sum += right[at].Key == row.Value ? row.Value + right[at].Value : 0;
            }

            return sum;
        });
    }

    /// <summary>The sum of rows that must come in order.</summary>
    private sealed class OrderedSum
    {
        private ulong _last;

        public ulong Sum { get; private set; }

        public void Add(ReadOnlySpan<BenchValue> rows)
        {
            foreach (var row in rows)
            {
                if (row.Value < _last)
                {
                    throw new InvalidOperationException("a sort sent rows in the wrong order");
                }

                _last = row.Value;
                Sum += row.Value;
            }
        }
    }
}
