using Orchestrator.Dataflow;
using Orchestrator.Dataflow.Spilling;
using Orchestrator.Dataflow.Transforms;

namespace Orchestrator.Core.Tests.Dataflow.Spilling;

/// <summary>What a worker has added arrives, or the flow fails: that it cannot be kept is no fault of a row.</summary>
internal sealed class LostRowsTests
{
    private const int Rows = 1000;
    private const int Bad = 500;

    private sealed record Cell(int Id, object? Value);

    private sealed class Named
    {
        public int Id { get; init; }
    }

    [TestCase("transform")]
    [TestCase("filter")]
    [TestCase("expand")]
    [TestCase("distinct")]
    [TestCase("split")]
    [TestCase("lookup")]
    [TestCase("ask")]
    [TestCase("join")]
    public void A_row_that_cannot_wait_in_a_file_fails_the_flow_and_is_not_rejected_by_who_added_it(string kind)
    {
        using var read = new ManualResetEvent(initialState: false);
        var flow = new Flow();
        List<string> rejected = [];
        var cells = flow.Rows("numbers", LateTarget<Cell>.Numbers(Rows, read))
            .Transform("cells", i => new Cell(i, i == Bad ? new Uri("http://x/") : i));
        var late = new LateTarget<Cell>(Behind(cells, kind, rejected), read);

        var result = flow.Run();

        Assert.That(result.Outcome, Is.EqualTo(FlowOutcome.Failed), $"{late.Got.Count} rows");
        Assert.That(result.Failure, Is.TypeOf<NotSupportedException>()
            .With.Message.StartsWith("a Uri cannot be written to a file"));
        Assert.That(result.FailedWorker, Is.EqualTo(kind));
        Assert.That(rejected, Is.Empty);
        Assert.That(flow.BuffersAway, Is.Zero);
    }

    [Test]
    public void A_folder_that_takes_no_files_fails_the_flow()
    {
        using var read = new ManualResetEvent(initialState: false);
        var flow = new Flow();
        List<string> rejected = [];
        var made = flow.Rows("numbers", LateTarget<int>.Numbers(Rows, read)).Transform(
            "made", i => i, errors => errors.ForEach("rejected", each => rejected.Add(each.Reason)));
        var nowhere = Path.Combine(TestContext.CurrentContext.WorkDirectory, "no", "such", "folder");
        _ = new LateTarget<int>(made, read, LateTarget<int>.Unbounded with
        {
            Spill = new SpillOptions { RowsMax = 10, Folder = nowhere },
        });

        var result = flow.Run();

        Assert.That(result.Failure, Is.TypeOf<DirectoryNotFoundException>());
        Assert.That(rejected, Is.Empty);
    }

    [Test]
    public void Whoever_catches_it_does_not_hide_it()
    {
        using var read = new ManualResetEvent(initialState: false);
        var flow = new Flow();
        var careless = new Careless(flow.Rows("numbers", LateTarget<Cell>.Numbers(Rows, read))
            .Transform("cells", i => new Cell(i, i == Bad ? new Uri("http://x/") : i)));
        _ = new LateTarget<Cell>(careless.Output, read);

        Assert.That(flow.Run().Failure, Is.TypeOf<NotSupportedException>());
    }

    [Test]
    public void Rows_that_are_null_wait_in_files_as_others_do()
    {
        using var read = new ManualResetEvent(initialState: false);
        var flow = new Flow();
        var named = flow.Rows("numbers", LateTarget<Named?>.Numbers(Rows, read))
            .Transform("named", i => i % 7 == 0 ? null : new Named { Id = i })
            .Sort("sort", row => row?.Id ?? -1, new SpillOptions { RowsMax = 100 });
        var late = new LateTarget<Named?>(named, read);

        flow.Run().ThrowOnFailure();

        Assert.That(late.Got.Count(row => row is null), Is.EqualTo(143));
        Assert.That(late.Got.OfType<Named>().Select(row => row.Id),
            Is.EqualTo(Enumerable.Range(0, Rows).Where(i => i % 7 > 0)));
    }

    [Test]
    public void A_row_is_in_a_file_whole_or_not_at_all()
    {
        using var file = new SpillFile<int>(Path.GetTempPath(), new Halves());
        foreach (var row in Enumerable.Range(0, 100_000))
        {
            if (row % 1000 == 999)
            {
                Assert.That(() => file.Write(row), Throws.TypeOf<FormatException>());
            }
            else
            {
                file.Write(row);
            }
        }

        List<int> read = [];
        while (file.Unread > 0)
        {
            read.Add(file.Read());
        }

        Assert.That(read, Is.EqualTo(Enumerable.Range(0, 100_000).Where(row => row % 1000 != 999)));
    }

    private static Output<Cell> Behind(Output<Cell> cells, string kind, List<string> rejected)
    {
        void Keep(Output<RejectedRow<Cell>> errors) => errors.ForEach("rejected", each => rejected.Add(each.Reason));
        switch (kind)
        {
            case "transform":
                return cells.Transform(kind, cell => cell, Keep);
            case "filter":
                return cells.Filter(kind, _ => true, Keep);
            case "expand":
                return cells.Expand(kind, cell => new[] { cell }, Keep);
            case "distinct":
                var distinct = cells.Distinct(kind, cell => cell.Id);
                Keep(distinct.Rejects.Output);
                return distinct.Output;
            case "split":
                var split = cells.Split(kind, _ => true);
                Keep(split.Rejects.Output);
                split.Default.Trash("default");
                return split.To[0];
            case "lookup":
                var found = cells.Lookup(kind, cells.Worker.Flow.Rows("found", Enumerable.Range(0, Rows)),
                    cell => cell.Id, id => id, (cell, _) => cell);
                Keep(found.Rejects.Output);
                found.Misses.Trash("misses");
                return found.Output;
            case "ask":
                var asked = cells.Lookup(kind, cell => cell.Id, (keys, _) => keys, id => id, (cell, _) => cell);
                Keep(asked.Rejects.Output);
                asked.Misses.Trash("misses");
                return asked.Output;
            default:
                var join = new JoinMergeTransform<Cell, int, int, Cell>(cells, kind,
                    cells.Worker.Flow.Rows("right", Enumerable.Range(0, Rows)), JoinKind.Inner, cell => cell.Id,
                    id => id, (cell, _) => cell!);
                Keep(join.LeftRejects.Output);
                return join.Output;
        }
    }

    private sealed class Careless(Output<Cell> from) : Transform<Cell, Cell>(from, "careless")
    {
        protected override void Receive(ReadOnlySpan<Cell> rows)
        {
            foreach (var row in rows)
            {
                try
                {
                    Output.Add(row);
                }
                catch (NotSupportedException)
                {
                    // As if it were of no account.
                }
            }
        }
    }

    private sealed class Halves : RowFormat<int>
    {
        public override void Write(BinaryWriter to, int row)
        {
            to.Write((ushort)row);
            to.Write(row % 1000 == 999 ? throw new FormatException("no") : (ushort)(row >> 16));
        }

        public override int Read(BinaryReader from) => from.ReadUInt16() | (from.ReadUInt16() << 16);
    }
}
