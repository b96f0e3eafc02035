using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What each pattern leaves in the target, and what it counts.</summary>
internal sealed class PatternTests(PlaceKind kind) : PlaceTests(kind)
{
    [TestCase(true, Swap.Auto)]
    [TestCase(true, Swap.Transaction)]
    [TestCase(true, Swap.InPlace)]
    [TestCase(true, Swap.Shadow)]
    [TestCase(false, Swap.Auto)]
    [TestCase(false, Swap.InPlace)]
    public void TruncateInsert_leaves_the_new_rows_alone(bool isFast, Swap swap)
    {
        if (swap == Swap.Shadow)
        {
            OnlyWhereTablesAreExchanged();
        }

        var table = Place.NewTable();
        Run(People(table), "1,Ann", "2,Bo");
        var load = People(table, isFast: isFast);

        var result = Run(
            load with { Load = load.Load with { Swap = Conformance.Loading.Written(swap) } }, "2,Bea", "3,", "4,\"\"");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 3, 0, 0, 0, 0, 0, 0)));
        Assert.That(Stored(table), Is.EqualTo("2=Bea 3=∅ 4="));
    }

    [TestCase(true, 0)]
    [TestCase(false, 0)]
    [TestCase(true, 1)]
    [TestCase(false, 1)]
    public void Append_adds_rows_behind_those_that_are_there(bool isFast, long commitRows)
    {
        var table = Place.NewTable();
        var load = People(table, LoadPattern.Append, isFast: isFast);
        load = load with { Load = load.Load with { CommitRows = Conformance.Loading.Written(commitRows) } };
        Run(load, "1,Ann", "2,Bo");

        var result = Run(load, "3,Cy", "4,Di", "5,Ed");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 3, 0, 0, 0, 0, 0, 0)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bo 3=Cy 4=Di 5=Ed"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void DropAndReload_makes_the_table_anew(bool isFast)
    {
        OnlyWhereTablesAreExchanged();
        var table = Place.NewTable();
        Run(
            Loading.Load("people.csv", table, Conformance.Loading.Column("Id", "int")), "1,Ann");

        var result = Run(People(table, LoadPattern.DropAndReload, isFast: isFast), "2,Bo");

        Assert.That(result.Error, Is.Null);
        Assert.That(Stored(table), Is.EqualTo("2=Bo"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Merge_writes_what_differs_adds_what_is_new_and_leaves_the_rest(bool isFast)
    {
        NotOnTheWire("match rows by key");
        var table = Place.NewTable();
        var load = People(table, LoadPattern.Merge, isFast: isFast);
        Run(load, "1,Ann", "2,Bo", "3,");

        var result = Run(load, "1,Ann", "2,bo", "3,x", "4,Di", "4,Dia");

        Assert.That(result.Error, Is.Null);
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(5, 1, 2, 1, 1, 0, 0, 0)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=bo 3=x 4=Dia"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void DeltaInsert_adds_what_is_new_and_changes_nothing(bool isFast)
    {
        NotOnTheWire("match rows by key");
        var table = Place.NewTable();
        var load = People(table, LoadPattern.DeltaInsert, isFast: isFast);
        Run(load, "1,Ann", "2,Bo");

        var result = Run(load, "2,Bob", "3,Cy", "3,Di");

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(3, 1, 0, 1, 1, 0, 0, 0)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bo 3=Di"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void ReplaceRange_replaces_the_rows_of_the_range_and_no_others(bool isFast)
    {
        NotOnTheWire("delete by a range");
        var table = Place.NewTable();
        Run(People(table, LoadPattern.Append), "1,Ann", "2,Bo", "3,Cy", "4,Di");
        var load = People(table, LoadPattern.ReplaceRange, isFast: isFast);
        var range = Conformance.Loading.Written<LoadRange?>(new LoadRange("Id", "2", "4"));

        var result = Run(load with { Load = load.Load with { Range = range } }, "2,Bea");

        Assert.That(result.Error, Is.Null);
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bea 4=Di"));
    }

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.DropAndReload)]
    public void A_load_that_fails_leaves_what_was_there(LoadPattern pattern)
    {
        if (pattern == LoadPattern.DropAndReload)
        {
            OnlyWhereTablesAreExchanged();
        }

        var table = Place.NewTable();
        Run(People(table), "1,Ann");

        var result = Run(People(table, pattern), "2,Bo", "x,Cy");

        Assert.That((result.Error?.Code, result.Counts.Inserted), Is.EqualTo(("ORC3004", 0)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }
}
