using Orchestrator.Core;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>Rows that guard or table refuse, and tables that are not what the metadata say.</summary>
internal sealed class RefusalTests(PlaceKind kind) : PlaceTests(kind)
{
    [TestCase(true)]
    [TestCase(false)]
    public void Rows_that_the_guard_refuses_are_kept_apart_and_counted(bool isFast)
    {
        var table = Place.NewTable();

        var result = Run(
            People(table, onError: Policy.Redirect, isFast: isFast), "1,Ann", "2,12345678901", "x,Cy", "4,Di");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(4, 2, 0, 0, 0, 0, 2, 0)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 4=Di"));
        Assert.That(Rejected(table), Is.EqualTo("2:Truncation:Id=2 3:RangeLoss:Id=x"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Rows_that_the_table_refuses_stand_alone_in_the_error_table_and_the_others_load(bool isFast)
    {
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        Place.MakeUnique(table, "Name");
        var load = People(table, LoadPattern.Append, Policy.Redirect, isFast);

        var result = Run(load, Enumerable.Range(2, 700).Select(id => id is 77 or 500 ? $"{id},Ann" : $"{id},n{id}"));

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(700, 698, 0, 0, 0, 0, 2, 0)));
        Assert.That(Place.Stored(table, ["Id"]), Has.Count.EqualTo(699));
        Assert.That(Rejected(table), Is.EqualTo("76:Refused:Id=77 499:Refused:Id=500"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Without_redirect_one_refused_row_fails_the_load_and_nothing_is_written(bool isFast)
    {
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        Place.MakeUnique(table, "Name");

        var result = Run(People(table, LoadPattern.Append, isFast: isFast), "2,Bo", "3,Ann", "4,Di");

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3412", (ErrorClass?)ErrorClass.Data)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void What_a_server_says_of_a_sensitive_value_is_not_shown(bool isFast)
    {
        var table = Place.NewTable();
        Run(People(table), "1,\"s3c)r'3\"\"t\"");
        Place.MakeUnique(table, "Name");
        var load = People(table, LoadPattern.Append, isFast: isFast);

        var result = Run(
            load with { Columns = [load.Columns[0], load.Columns[1] with { Sensitive = true }] },
            "2,\"s3c)r'3\"\"t\"");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3412"));
        Assert.That(result.Error!.Message, Does.Not.Contain("s3c").And.Not.Contain("r'3"));
    }

    [Test]
    public void A_table_whose_columns_are_not_those_of_the_metadata_is_refused_before_a_row_is_written()
    {
        var table = Place.NewTable();
        var columns = new[] { new RowColumn("Id", Place.Type("int"), false), new("Name", Place.Type("nvarchar(5)")) };
        using (var database = Place.Open())
        {
            database.CreateTable(table, columns);
        }

        var result = Run(People(table), "1,Ann");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3401"));
        Assert.That(result.Error!.Message, Does.Contain("'Name' is nvarchar(5) there and nvarchar(10)"));
        Assert.That(Place.Stored(table, ["Id"]), Is.Empty);
    }

    [Test]
    public void A_load_that_is_stopped_leaves_the_old_rows_and_no_load_table()
    {
        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        using var stopped = new CancellationTokenSource();
        stopped.Cancel();

        Loading.Cancellation = stopped.Token;
        var result = Run(People(table), "2,Bo");
        Loading.Cancellation = CancellationToken.None;

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
        using var database = Place.Open();
        Assert.That(database.LeftLoadTables(table), Is.Empty);
    }

    [Test]
    public void What_a_newer_run_has_loaded_an_older_one_leaves_alone()
    {
        var table = Place.NewTable();
        Loading.Number = 8;
        Run(People(table), "1,Ann");

        Loading.Number = 7;
        var result = Run(People(table), "2,Bo");
        Loading.Number = 1;

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3440"));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }

    [Test]
    public void Who_waits_for_a_table_that_another_session_has_claimed_can_be_stopped()
    {
        if (Place.Platform.Abilities.HasOneWriter)
        {
            Assert.Ignore("a file has one writer, whose turn the engine gives");
        }

        var table = Place.NewTable();
        Run(People(table), "1,Ann");
        using var other = Place.Open();
        other.Begin(CancellationToken.None);
        var marker = new MarkerDialect(other.Platform.Dialect);
        other.Execute(marker.Await, ("schema", table.Schema ?? ""), ("name", table.Name));
        using var stopped = new CancellationTokenSource();
        Loading.Cancellation = stopped.Token;
        Loading.OnHeldUp = _ => stopped.Cancel();

        var result = Run(People(table), "2,Bo");

        (Loading.Cancellation, Loading.OnHeldUp) = (CancellationToken.None, _ => { });
        other.Rollback();
        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }
}
