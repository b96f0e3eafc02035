using System.Runtime.CompilerServices;
using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Core.Tests.Dataflow.Stress;

/// <summary>
/// A flow of up to some sixty workers of any shape: any sources, transforms and targets, buffers down to one row,
/// links down to one buffer, workers that are slow at times. Beside each open output stands what a sequential program
/// says about its rows.
/// </summary>
internal sealed class RandomFlow
{
    private const int Modulus = 1000;
    private const int WorkersMax = 60;
    private const int RowsMax = 100_000;
    private readonly FlowShape _shape;
    private readonly List<(Output<long> Output, List<long> Rows)> _open = [];
    private readonly List<(string Target, List<long> Got, List<long> Wanted)> _targets = [];
    private readonly Random _dice = new(0);
    private int _made;
    private long _touched;

    public RandomFlow(FlowShape shape)
    {
        _shape = shape;
        Flow = new Flow("random") { Threads = shape.Threads };
        foreach (var (part, number) in shape.Parts)
        {
            if (_made >= WorkersMax || _open.Sum(each => each.Rows.Count) > RowsMax)
            {
                break;
            }

            _dice = new Random(number);
            Add(_open.Count == 0 ? Part.Source : part);
        }

        _open.ForEach(AddTarget);
    }

    public Flow Flow { get; }

    /// <summary>What differs from the sequential program; empty = nothing.</summary>
    public IEnumerable<string> Differences()
    {
        foreach (var (target, got, wanted) in _targets)
        {
            if (!got.Order().SequenceEqual(wanted.Order()))
            {
                yield return $"{target} got {got.Count} rows where {wanted.Count} were due, or others";
            }
        }
    }

    private void Add(Part part)
    {
        Action add = part switch
        {
            Part.Source => AddSource,
            Part.Transform => AddTransform,
            Part.Filter => AddFilter,
            Part.Multicast => AddMulticast,
            Part.Split => AddSplit,
            Part.Union => AddUnion,
            Part.Sort => AddSort,
            Part.UnionSorted => AddUnionSorted,
            Part.Distinct => AddDistinct,
            Part.Aggregate => AddAggregate,
            Part.Join => AddJoin,
            Part.Lookup => AddLookup,
            Part.PartialLookup => AddPartialLookup,
            Part.Rejecting => AddRejecting,
            Part.Buffer => AddBuffer,
            _ => AddComposite,
        };
        add();
    }

    private void AddSource()
    {
        List<long> rows = [.. Enumerable.Range(0, _dice.Next(0, _dice.Next(2) == 0 ? 1000 : 100))
            .Select(_ => (long)_dice.Next(500))];
        var every = _dice.Next(1, 51);
        Open(_dice.Next(3) switch
        {
            0 => Flow.Rows(Name("rows"), rows),
            1 => Flow.Rows(Name("blocking"), rows, mayBlock: true),
            _ => Flow.Rows(Name("async"), Async(rows, every)),
        }, rows);
    }

    private void AddTransform()
    {
        var (from, rows) = Take();
        Open(from.Transform(Name("transform"), row => Touch(row) * 3 % Modulus, link: Link()),
            rows.Select(row => row * 3 % Modulus));
    }

    private void AddFilter()
    {
        var (from, rows) = Take();
        Open(from.Filter(Name("filter"), row => Touch(row) % 3 != 0, link: Link()), rows.Where(row => row % 3 != 0));
    }

    private void AddMulticast()
    {
        var (from, rows) = Take();
        foreach (var output in from.Multicast(Name("multicast"), _dice.Next(1, 5), Link()))
        {
            Open(output, rows);
        }
    }

    private void AddSplit()
    {
        var (from, rows) = Take();
        var count = _dice.Next(1, 4);
        var split = new SplitTransform<long>(from, Name("split"),
            [.. Enumerable.Range(0, count).Select(i => (Func<long, bool>)(row => row % 5 == i))], Link());
        for (var i = 0; i < count; i++)
        {
            Open(split.To[i], rows.Where(row => row % 5 == i));
        }

        Open(split.Default, rows.Where(row => row % 5 >= count));
    }

    private void AddUnion()
    {
        var from = TakeSome(4);
        Open(new UnionTransform<long>([.. from.Select(each => each.Output)], Name("union"), Link()).Output,
            from.SelectMany(each => each.Rows));
    }

    private void AddSort()
    {
        var (from, rows) = Take();
        Open(Sorted(from), rows.Order());
    }

    private void AddUnionSorted()
    {
        var from = TakeSome(3);
        Open(new UnionSortedTransform<long>([.. from.Select(each => Sorted(each.Output))], Name("unionSorted"),
            Comparer<long>.Default, Link()).Output, from.SelectMany(each => each.Rows));
    }

    private void AddDistinct()
    {
        var (from, rows) = Take();
        var distinct = from.Distinct(Name("distinct"), Touch, Link());
        HashSet<long> seen = [];
        List<long> duplicates = [.. rows.Where(row => !seen.Add(row))];
        Open(distinct.Output, seen);
        if (_dice.Next(2) == 0)
        {
            Open(distinct.Duplicates, duplicates);
        }
    }

    private void AddAggregate()
    {
        var (from, rows) = Take();
        Open(from.Aggregate(Name("aggregate"), row => row % 17, _ => 0L, (sum, row) => sum + Touch(row),
            (key, sum) => (key + sum) % Modulus, Link()),
            rows.GroupBy(row => row % 17).Select(group => (group.Key + group.Sum()) % Modulus));
    }

    private void AddJoin()
    {
        if (_open.Count < 2)
        {
            return;
        }

        var (left, leftRows) = Take();
        var (right, rightRows) = Take();
        var kind = (JoinKind)_dice.Next(4);
        // Small on one side, so that the product stays so.
        var few = Sorted(right.Filter(Name("filter"), row => row % 7 == 0));
        Open(Sorted(left).JoinMerge(
            Name("join"), few, kind, row => row, row => row, (one, other) => Math.Max(one, other), Link()),
            Joined(leftRows, [.. rightRows.Where(row => row % 7 == 0)], kind));
    }

    private void AddLookup()
    {
        if (_open.Count < 2)
        {
            return;
        }

        var (from, rows) = Take();
        var (reference, found) = Take();
        var keys = found.Select(row => row % 100).ToHashSet();
        var single = reference.Distinct(Name("distinct"), row => row % 100, Link()).Output;
        var lookup = from.Lookup(
            Name("lookup"), single, row => row % 50, row => row % 100, (row, _) => Touch(row), Link());
        Open(lookup.Output, rows.Where(row => keys.Contains(row % 50)));
        Open(lookup.Misses, rows.Where(row => !keys.Contains(row % 50)));
    }

    private void AddPartialLookup()
    {
        var (from, rows) = Take();
        var options = new PartialLookupOptions { KeysPerQuestion = _dice.Next(1, 40), KeysKept = _dice.Next(0, 60) };
        var lookup = from.Lookup(Name("ask"), row => row % 50, (keys, _) => keys.Where(key => key % 3 != 0),
            found => found, (row, found) => Touch(row) + found, options, Link());
        Open(lookup.Output, rows.Where(row => row % 50 % 3 != 0).Select(row => row + (row % 50)));
        Open(lookup.Misses, rows.Where(row => row % 50 % 3 == 0));
    }

    private void AddRejecting()
    {
        var (from, rows) = Take();
        var worker = new RowTransform<long, long>(from, Name("rejecting"),
            row => row % 11 == 0 ? throw new FormatException() : row, Link());
        worker.Rejects.Max = long.MaxValue;
        Open(worker.Output, rows.Where(row => row % 11 != 0));
        Open(worker.Rejects.Output.Transform(Name("rejected"), each => each.Row, link: Link()),
            rows.Where(row => row % 11 == 0));
    }

    private void AddBuffer()
    {
        var (from, rows) = Take();
        Open(from.Buffer(Name("buffer"), new SpillOptions { RowsMax = _dice.Next(1, 200) }), rows);
    }

    private void AddComposite()
    {
        using (Flow.Within(Name("composite")))
        {
            AddMulticast();
            AddUnion();
        }
    }

    private void AddTarget((Output<long> Output, List<long> Rows) from)
    {
        if (_dice.Next(5) == 0)
        {
            from.Output.Trash(Name("trash"), Link());
            return;
        }

        List<long> got = [];
        _targets.Add((from.Output.To(Name("to"), got, Link()).Name, got, from.Rows));
    }

    private Output<long> Sorted(Output<long> from) =>
        from.Sort(Name("sort"), row => row, new SpillOptions { RowsMax = _dice.Next(1, 400) }, link: Link());

    private static IEnumerable<long> Joined(List<long> left, List<long> right, JoinKind kind)
    {
        var counts = right.CountBy(row => row).ToDictionary();
        var both = left.SelectMany(row => Enumerable.Repeat(row, counts.GetValueOrDefault(row)));
        var keys = left.ToHashSet();
        var onlyLeft = left.Where(row => !counts.ContainsKey(row));
        var onlyRight = right.Where(row => !keys.Contains(row));
        return both.Concat(kind is JoinKind.Left or JoinKind.Full ? onlyLeft : [])
            .Concat(kind is JoinKind.Right or JoinKind.Full ? onlyRight : []);
    }

    private long Touch(long row)
    {
        if (_shape.Delays == 1 && row % 64 == 0)
        {
            Thread.SpinWait(300);
        }
        else if (_shape.Delays == 2 && row % 256 == 0)
        {
            Thread.Yield();
        }

        return _shape.Fate == Fate.Fails && Interlocked.Increment(ref _touched) - 1 == _shape.Moment
            ? throw new PlantedException() : row;
    }

    private void Open(Output<long> output, IEnumerable<long> rows) => _open.Add((output, [.. rows]));

    private (Output<long> Output, List<long> Rows) Take()
    {
        var place = _dice.Next(_open.Count);
        var taken = _open[place];
        _open.RemoveAt(place);
        return taken;
    }

    private List<(Output<long> Output, List<long> Rows)> TakeSome(int most) =>
        [.. Enumerable.Range(0, Math.Min(_open.Count, _dice.Next(2, most + 1))).Select(_ => Take())];

    private string Name(string kind) => $"{kind} {_made++}";

    private LinkOptions Link() => new()
    {
        RowsPerBuffer = _dice.Next(3) == 0 ? 1 : _dice.Next(1, 64),
        Depth = _dice.Next(1, 5),
        Spill = new SpillOptions { RowsMax = _dice.Next(1, 200) },
    };

    private static async IAsyncEnumerable<long> Async(
        List<long> rows, int every, [EnumeratorCancellation] CancellationToken cancellation = default)
    {
        for (var i = 0; i < rows.Count; i++)
        {
            if (i % every == 0)
            {
                await Task.Yield();
                cancellation.ThrowIfCancellationRequested();
            }

            yield return rows[i];
        }
    }
}

/// <summary>The failure that a random flow was to have.</summary>
internal sealed class PlantedException : Exception
{
    public PlantedException()
        : base("planted")
    {
    }
}
