using Orchestrator.Core;
using Orchestrator.Data.Conformance.Places;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Data.Conformance.Suite;

/// <summary>What a target says of its last load is held against the ledger before the first row of the next.</summary>
internal sealed class LastWordTests(PlaceKind kind) : PlaceTests(kind)
{
    private static readonly LoadPattern[] RightByThemselves =
        [LoadPattern.TruncateInsert, LoadPattern.DropAndReload, LoadPattern.Merge, LoadPattern.DeltaInsert];

    [TearDown]
    public void Agree() => (Loading.Compare, Loading.LastLoad) = ((_, _) => new LedgerAnswer(), () => 0);

    [Test]
    public void A_load_tells_the_marker_of_the_one_before_and_a_new_table_has_none()
    {
        var table = Place.NewTable();
        List<TargetMarker?> told = [];
        Loading.Compare = (marker, _) =>
        {
            told.Add(marker);
            return new LedgerAnswer();
        };

        Run(People(table, LoadPattern.Append), "1,Ann");
        Run(People(table, LoadPattern.Append), "2,Bo");

        Assert.That(told, Has.Count.GreaterThanOrEqualTo(2));
        Assert.That(told[0], Is.Null);
        Assert.That((told[^1]!.Run, told[^1]!.Token, told[^1]!.Attempt > 0), Is.EqualTo((1L, 1L, true)));
    }

    [Test]
    public void An_attempt_that_the_ledger_does_not_have_is_a_refusal_before_the_first_row()
    {
        var table = Place.NewTable();
        Run(People(table, LoadPattern.Append), "1,Ann");
        Loading.Compare = (marker, _) => new LedgerAnswer { IsKnown = marker is null };

        var result = Run(People(table, LoadPattern.Append), "2,Bo");
        var again = Run(People(table, LoadPattern.Append), "2,Bo");

        Assert.That((result.Error?.Code, again.Error?.Code), Is.EqualTo(("ORC3463", "ORC3463")));
        Assert.That(result.Error!.Message, Does.Contain("doctor --fix").And.Contain("ledger restore"));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }

    [Test]
    public void A_load_that_the_target_does_not_have_is_a_refusal_before_the_first_row()
    {
        var table = Place.NewTable();
        Run(People(table, LoadPattern.Append), "1,Ann");
        Loading.Compare = (marker, _) => new LedgerAnswer { LastLoad = (marker?.Attempt ?? 0) + 1 };

        var result = Run(People(table, LoadPattern.Append), "2,Bo");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3464"));
        Assert.That(result.Error!.Message, Does.Contain("doctor --fix").And.Not.Contain("--full-refresh"));
        Assert.That(Stored(table), Is.EqualTo("1=Ann"));
    }

    [Test]
    public void A_table_that_the_ledger_has_loaded_and_that_has_no_marker_is_a_refusal_before_the_first_row()
    {
        var table = Place.NewTable();
        Loading.Compare = (marker, _) => new LedgerAnswer { LastLoad = marker is null ? 7 : 0 };

        var result = Run(People(table, LoadPattern.Append), "2,Bo");
        var again = Run(People(table, LoadPattern.Append), "2,Bo");

        Assert.That((result.Error?.Code, again.Error?.Code), Is.EqualTo(("ORC3464", "ORC3464")));
        Assert.That(result.Error!.Message, Does.Contain("attempt 7").And.Contain("doctor --fix")
            .And.Not.Contain("--full-refresh"), "a refresh is for loads with a watermark");
    }

    [TestCaseSource(nameof(RightByThemselves))]
    public void What_reads_everything_comes_right_by_itself_and_is_not_refused(LoadPattern pattern)
    {
        if (pattern == LoadPattern.DropAndReload)
        {
            OnlyWhereTablesAreExchanged();
        }

        if (pattern is LoadPattern.Merge or LoadPattern.DeltaInsert)
        {
            NotOnTheWire("match rows by key");
        }

        var table = Place.NewTable();
        Run(People(table, pattern), "1,Ann");
        Loading.Compare = (marker, _) => new LedgerAnswer { IsKnown = false, LastLoad = long.MaxValue };

        var result = Run(People(table, pattern), "1,Ann", "2,Bo");

        Assert.That(result.Error, Is.Null);
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bo"));
    }

    [Test]
    public void Who_has_written_the_marker_and_is_at_work_is_waited_for()
    {
        var table = Place.NewTable();
        Run(People(table, LoadPattern.Append), "1,Ann");
        var asked = 0;
        Loading.Compare = (_, _) => new LedgerAnswer { AtWork = ++asked < 3 ? 7 : 0 };
        List<string?> over = [];
        Loading.OnHeldUp = over.Add;

        var result = Run(People(table, LoadPattern.Append), "2,Bo");

        Loading.OnHeldUp = _ => { };
        Assert.That(result.Error, Is.Null);
        Assert.That(over.First(one => one is not null), Does.Contain("held by run 7"));
        Assert.That(over[^1], Is.Null);
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bo"));
    }

    [Test]
    public void What_another_run_has_loaded_since_it_was_asked_where_to_begin_begins_once_more()
    {
        var table = Place.NewTable();
        Run(People(table, LoadPattern.Append), "1,Ann");
        var newest = 4L;
        Loading.LastLoad = () => newest;
        Loading.Compare = (_, _) =>
        {
            newest = 5;
            return new LedgerAnswer { OwnLastLoad = 5 };
        };

        var result = Run(People(table, LoadPattern.Append), "2,Bo");

        Assert.That((result.Outcome, result.Counts.Read), Is.EqualTo((NodeState.Succeeded, 1L)));
        Assert.That(Stored(table), Is.EqualTo("1=Ann 2=Bo"));
    }
}
