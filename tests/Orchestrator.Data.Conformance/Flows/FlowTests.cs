using System.ComponentModel.DataAnnotations.Schema;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Data.Conformance.Suite;
using Orchestrator.Data.Dataflow;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Conformance.Flows;

/// <summary>Rows of a C# type into a table and out of one, on each platform.</summary>
internal sealed class FlowTests(PlaceKind kind) : PlaceTests(kind)
{
    private static readonly Person[] Everybody =
    [
        new(1, "Ann", 12.50m, new DateTime(2024, 2, 29, 13, 14, 15)),
        new(2, null, -0.05m, null),
        new(3, "Çé 中", 99999.99m, new DateTime(1999, 12, 31)),
    ];

    private sealed record Person(int Id, string? Name, decimal Amount, [property: Column("Seen")] DateTime? At)
    {
        public string Shown => $"{Id} {Name}";
    }

    private sealed record Named(long Id, string Name);

    [TestCase(true)]
    [TestCase(false)]
    public void Rows_come_back_as_they_were_written(bool isBulk)
    {
        var table = MakeTable();
        using var target = Place.Open();
        var write = new Flow();
        var people = write.Rows("people", Everybody);
        _ = isBulk
            ? people.BulkInto("bulk", target, table).Written
            : people.InsertInto("insert", target, table).Written;
        write.Run().ThrowOnFailure();

        using var source = Place.Open(isTarget: false);
        var read = new Flow();
        List<Person> got = [];
        read.ReadQuery<Person>("query", source, Query(table)).To("list", got);
        var result = read.Run().ThrowOnFailure();

        Assert.That(got.OrderBy(row => row.Id), Is.EqualTo(Everybody));
        Assert.That(result["query"].RowsOut, Is.EqualTo(3));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void What_a_column_cannot_hold_and_what_the_table_refuses_is_rejected_and_the_others_are_written(bool isBulk)
    {
        var table = MakeTable();
        Place.MakeUnique(table, "Name");
        var rows = Enumerable.Range(1, 300).Select(id => new Person(id, id switch
        {
            50 => "n40",
            60 => "longer than ten",
            70 => "half \ud800",
            _ => $"n{id}",
        }, id == 80 ? 0.001m : id, null));
        using var target = Place.Open();
        var flow = new Flow();
        List<RejectedRow<Person>> rejected = [];
        void Keep(Output<RejectedRow<Person>> errors) => errors.To("rejected", rejected);
        var people = flow.Rows("people", rows);
        Func<long> written = isBulk ? Bulk() : Insert();

        flow.Run().ThrowOnFailure();

        Assert.That(rejected.Select(each => each.Row.Id), Is.EquivalentTo(new[] { 50, 60, 70, 80 }));
        Assert.That(rejected.Single(each => each.Row.Id == 60).Reason, Does.StartWith("column Name "));
        Assert.That(written(), Is.EqualTo(296));
        Assert.That(Place.Stored(table, ["Id"]), Has.Count.EqualTo(296));

        Func<long> Bulk()
        {
            var bulk = people.BulkInto("target", target, table, errors: Keep);
            return () => bulk.Written;
        }

        Func<long> Insert()
        {
            var insert = people.InsertInto("target", target, table, errors: Keep);
            return () => insert.Written;
        }
    }

    [Test]
    public void A_refusal_that_ends_the_transaction_is_told_as_the_database_says_it()
    {
        if (Place.Kind != PlaceKind.Sqlite)
        {
            Assert.Ignore("a refusal leaves the transaction there");
        }

        var table = MakeTable();
        Place.Run($"CREATE TRIGGER {table.Name}_no BEFORE INSERT ON {Place.Platform.Dialect.Quote(table)} "
            + "WHEN new.\"Id\" = 3 BEGIN SELECT RAISE(ROLLBACK, 'gone'); END");
        using var target = Place.Open();
        var flow = new Flow();
        List<RejectedRow<Person>> rejected = [];
        flow.Rows("people", Everybody)
            .InsertInto("insert", target, table, errors: errors => errors.To("rejected", rejected));

        var result = flow.Run();

        Assert.That(result.Failure?.Message, Does.Contain("gone").And.Not.Contain("savepoint"));
        Assert.That(Place.Stored(table, ["Id"]), Is.Empty);
    }

    [Test]
    public void Without_a_link_for_errors_nothing_is_written_where_one_row_does_not_fit()
    {
        var table = MakeTable();
        using var target = Place.Open();
        var flow = new Flow();
        flow.Rows("people", [.. Everybody, new Person(4, "longer than ten", 0, null)]).BulkInto("bulk", target, table);

        var result = flow.Run();

        Assert.That(result.Failure, Is.TypeOf<RejectsException>().With.Message.StartsWith(
            "bulk rejected a row: column Name "));
        Assert.That(Place.Stored(table, ["Id"]), Is.Empty);
    }

    [Test]
    public void A_flow_that_fails_elsewhere_leaves_nothing_in_the_table()
    {
        var table = MakeTable();
        using var target = Place.Open();
        var flow = new Flow();
        flow.Rows("people", Endless()).Transform("fails", row => row.Id == 5000 ? throw new FormatException() : row)
            .BulkInto("bulk", target, table);

        Assert.That(flow.Run().Failure, Is.TypeOf<FormatException>());
        Assert.That(Place.Stored(table, ["Id"]), Is.Empty);
    }

    [Test]
    public void Within_an_open_transaction_its_owner_commits()
    {
        var table = MakeTable();
        using var target = Place.Open();
        target.Begin(CancellationToken.None);
        var flow = new Flow();
        flow.Rows("people", Everybody).BulkInto(
            "bulk", target, table, new Dataflow.Targets.DbTargetOptions { IsWithinTransaction = true });
        flow.Run().ThrowOnFailure();
        target.Rollback();

        Assert.That(Place.Stored(table, ["Id"]), Is.Empty);
    }

    [Test]
    public void A_value_that_its_member_cannot_take_is_rejected_with_its_row()
    {
        var table = MakeTable();
        Fill(table);
        using var source = Place.Open(isTarget: false);
        var flow = new Flow();
        List<Named> got = [];
        List<RejectedRow<UnreadRow>> rejected = [];
        flow.ReadQuery<Named>("query", source, Query(table), errors: errors => errors.To("rejected", rejected))
            .To("list", got);

        flow.Run().ThrowOnFailure();

        Assert.That(got.Select(row => row.Id), Is.EquivalentTo(new[] { 1, 3 }));
        Assert.That(rejected.Single().Row.Column, Is.EqualTo("Name"));
        Assert.That(rejected.Single().Row.Text, Does.Contain("\"Name\":null"));
    }

    [Test]
    public void A_member_without_a_column_is_named_with_the_columns_there_are()
    {
        var table = MakeTable();
        using var target = Place.Open();
        var flow = new Flow();
        flow.Rows("rows", [(1, 2)]).Transform("odd", row => new { Id = row.Item1, Nmae = "x" })
            .BulkInto("bulk", target, table);

        Assert.That(flow.Run().Failure, Is.TypeOf<InvalidOperationException>().With.Message.Contains(
            "has no column 'Nmae'").And.Message.Contains("it has Id, Name, Amount, Seen"));
    }

    private static IEnumerable<Person> Endless()
    {
        for (var id = 1; ; id++)
        {
            yield return new Person(id, null, 0, null);
        }
    }

    private static string Query(TableName table, Place place) =>
        $"SELECT {place.Platform.Dialect.QuoteList(["Id", "Name", "Amount", "Seen"])} "
        + $"FROM {place.Platform.Dialect.Quote(table)}";

    private string Query(TableName table) => Query(table, Place);

    private void Fill(TableName table)
    {
        using var target = Place.Open();
        var flow = new Flow();
        flow.Rows("people", Everybody).BulkInto("bulk", target, table);
        flow.Run().ThrowOnFailure();
    }

    private TableName MakeTable()
    {
        var table = Place.NewTable("people");
        using var target = Place.Open();
        target.Begin(CancellationToken.None);
        target.CreateTable(table,
        [
            new RowColumn("Id", Place.Type("int"), Nullable: false),
            new RowColumn("Name", Place.Type("nvarchar(10)")),
            new RowColumn("Amount", Place.Type("decimal(9,2)"), Nullable: false),
            new RowColumn("Seen", Place.Type("datetime2(0)")),
        ]);
        target.Commit();
        return table;
    }
}
