using System.ComponentModel.DataAnnotations.Schema;
using Orchestrator.Data.Dataflow;
using Orchestrator.Data.Files;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Conformance.Flows;

/// <summary>Rows of a C# type into a file and out of one; batches and their columns.</summary>
internal sealed class FlowFileTests
{
    private string _folder = "";

    private enum Colour : short
    {
        Red = 1,
        Blue = 2,
    }

    private struct Wide
    {
        public bool Flag;
        public byte Tiny;
        public short Small;
        public long Big;
        public float Real;
        public double Float;
        public decimal? Amount;
        public string? Text;
        public byte[]? Bytes;
        public Guid Id;
        public DateOnly Day;
        public TimeOnly Time;
        public TimeSpan? Span;
        public DateTimeOffset Moment;
        public Colour? Colour;
        [NotMapped]
        public object? Other;
    }

    private sealed record Pair(int Id, string Name);

    private sealed record Exact(int Id, decimal Value);

    private sealed record Aliased([property: Column("No")] int Id, string Name, string Again);

    private sealed record Odd(int Id, Version Version);

    private sealed class Unmade
    {
        private Unmade(int id) => Id = id;

        public int Id { get; }

        public static Unmade Of(int id) => new(id);
    }

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("orchestrator-flow-").FullName;

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCase(TextStyle.Csv)]
    [TestCase(TextStyle.JsonLines)]
    public void Values_of_each_type_come_back_from_a_file(TextStyle style)
    {
        var format = new TextFormat { Style = style };
        Wide[] rows =
        [
            new()
            {
                Flag = true, Tiny = 255, Small = -5, Big = long.MinValue, Real = 0.1f, Float = -1e300,
                Amount = 79228162514264337593543950335m, Text = "a,\"b\"\nc", Bytes = [0, 255], Id = Guid.NewGuid(),
                Day = new DateOnly(2024, 2, 29), Time = new TimeOnly(1, 2, 3, 4), Span = new TimeSpan(1, 2, 3),
                Moment = new DateTimeOffset(2024, 2, 29, 1, 2, 3, TimeSpan.FromMinutes(-330)), Colour = Colour.Blue,
                Other = new object(),
            },
            new() { Amount = 0.0000000000000000000000000001m, Moment = DateTimeOffset.UnixEpoch },
        ];
        var write = new Flow();
        write.Rows("rows", rows).WriteFile("file", To("wide.txt", format));
        write.Run().ThrowOnFailure();

        var read = new Flow();
        List<Wide> got = [];
        read.ReadFiles<Wide>("file", From("wide.txt", format)).To("list", got);
        read.Run().ThrowOnFailure();

        Assert.That(got, Has.Count.EqualTo(2));
        for (var i = 0; i < rows.Length; i++)
        {
            Assert.That(got[i].Bytes, Is.EqualTo(rows[i].Bytes));
            Assert.That(got[i] with { Bytes = null }, Is.EqualTo(rows[i] with { Bytes = null, Other = null }));
            Assert.That(got[i].Moment.Offset, Is.EqualTo(rows[i].Moment.Offset));
        }
    }

    [Test]
    public void Rows_of_a_file_that_do_not_fit_are_rejected_with_file_number_and_column()
    {
        File.WriteAllText(Path.Combine(_folder, "in.csv"), "Id,Name\n1,Ann\nx,Bo\n3\n4,Di\n");
        var flow = new Flow();
        List<Pair> got = [];
        List<RejectedRow<UnreadRow>> rejected = [];
        flow.ReadFiles<Pair>("file", From("in.csv", TextFormat.Csv), errors => errors.To("rejected", rejected))
            .To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new[] { new Pair(1, "Ann"), new Pair(4, "Di") }));
        Assert.That(rejected.Select(each => $"{each.Row.File}:{each.Row.Number}:{each.Row.Column}"),
            Is.EquivalentTo(new[] { "in.csv:2:Id", "in.csv:3:" }).Or.EquivalentTo(
                new[] { "in.csv:2:Id", "in.csv:3:Name" }));
    }

    [Test]
    public void A_number_that_a_decimal_would_round_is_rejected()
    {
        File.WriteAllText(Path.Combine(_folder, "in.csv"), "Id,Value\n1,0.1234567890123456789012345678\n"
            + "2,0.123456789012345678901234567890123\n3,79228162514264337593543950335.4\n4,5-\n5,1.50\n");
        var flow = new Flow();
        List<Exact> got = [];
        List<RejectedRow<UnreadRow>> rejected = [];
        flow.ReadFiles<Exact>("file", From("in.csv", TextFormat.Csv), errors => errors.To("rejected", rejected))
            .To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new Exact[] { new(1, 0.1234567890123456789012345678m), new(5, 1.50m) }));
        Assert.That(rejected.Select(each => each.Row.Number), Is.EqualTo(new[] { 2, 3, 4 }));
        Assert.That(rejected.Select(each => each.Reason), Has.All.StartsWith("column Value is not a decimal number"));
    }

    [Test]
    public void A_file_is_not_there_before_its_last_row()
    {
        var flow = new Flow();
        flow.Rows("rows", Enumerable.Range(0, 10_000))
            .Transform("fails", id => id == 9000 ? throw new FormatException() : new Pair(id, "x"))
            .WriteFile("file", To("out.csv", TextFormat.Csv));

        Assert.That(flow.Run().Failure, Is.TypeOf<FormatException>());
        Assert.That(Directory.EnumerateFiles(_folder), Is.Empty);
    }

    [Test]
    public void Columns_of_batches_are_renamed_and_copied()
    {
        File.WriteAllText(Path.Combine(_folder, "in.csv"), "Id,Name\n1,Ann\n2,Bo\n");
        var flow = new Flow();
        List<Aliased> got = [];
        Batches(flow).Rename("rename", ("Id", "No")).Copy("copy", ("Name", "Again")).ToRows<Aliased>("rows")
            .To("list", got);

        flow.Run().ThrowOnFailure();
        flow.Run().ThrowOnFailure();

        Assert.That(got, Is.EqualTo(new Aliased[] { new(1, "Ann", "Ann"), new(2, "Bo", "Bo"), new(1, "Ann", "Ann"),
            new(2, "Bo", "Bo") }));
    }

    [Test]
    public void Batches_are_given_back_whatever_becomes_of_the_flow()
    {
        File.WriteAllLines(Path.Combine(_folder, "in.csv"),
            ["Id,Name", .. Enumerable.Range(0, 200_000).Select(id => $"{id},{new string('x', 50)}")]);
        var memory = new MemoryBudget(1 << 20);
        var flow = new Flow();
        new Dataflow.Sources.FileSource<Pair>(flow, "file", From("in.csv", TextFormat.Csv), memory).Output
            .Transform("fails", row => row.Id == 100_000 ? throw new FormatException() : row).Trash("trash");

        Assert.That(flow.Run().Failure, Is.TypeOf<FormatException>());
        Assert.That(memory.InUse, Is.Zero);
    }

    [TestCase("No", "Id", "finds no column 'No'; there are Id, Name")]
    [TestCase("Id", "Name", "would make two columns 'Name'")]
    public void What_cannot_be_renamed_is_said(string from, string to, string expected)
    {
        File.WriteAllText(Path.Combine(_folder, "in.csv"), "Id,Name\n1,Ann\n");
        var flow = new Flow();
        Batches(flow).Rename("rename", (from, to)).ToRows<Pair>("rows").Trash("trash");

        Assert.That(flow.Run().Failure!.Message, Does.StartWith("rename " + expected));
    }

    [Test]
    public void A_type_that_rows_cannot_be_made_of_is_refused_where_the_flow_is_built()
    {
        var flow = new Flow();

        Assert.That(() => flow.ReadFiles<Unmade>("unmade", From("in.csv", TextFormat.Csv)),
            Throws.TypeOf<NotSupportedException>().With.Message.StartsWith("rows of Unmade cannot be made: "));
        Assert.That(() => flow.Rows("odd rows", new Odd[1]).WriteFile("odd", To("out.csv", TextFormat.Csv)),
            Throws.TypeOf<NotSupportedException>().With.Message.StartsWith(
                "'Version' of Odd is a Version, which no column becomes"));
        Assert.That(Unmade.Of(1).Id, Is.EqualTo(1));
    }

    private Output<ColumnBatch> Batches(Flow flow) =>
        flow.ReadBatches("read", stop => new FileRowReader(From("in.csv", TextFormat.Csv), stop));

    private SourceFiles From(string file, TextFormat format) =>
        new() { Folder = _folder, Pattern = file, Format = format };

    private TargetFile To(string file, TextFormat format) =>
        new() { Folder = _folder, File = file, Format = format, Attempt = 1 };
}
