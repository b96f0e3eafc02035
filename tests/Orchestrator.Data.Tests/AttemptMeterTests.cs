using Orchestrator.Data.Evidence;

namespace Orchestrator.Data.Tests;

internal sealed class AttemptMeterTests
{
    private static readonly TimeSpan Row = TimeSpan.FromMicroseconds(100);
    private static readonly TimeSpan Log = TimeSpan.FromMicroseconds(900);

    private static ServerWait LogWait { get; } =
        new("WRITELOG", WaitClass.LogWrite, TimeSpan.FromMilliseconds(2), 1, IsSampled: false);

    [Test]
    public void Nothing_done_is_no_evidence() => Assert.That(new AttemptMeter().Read(), Is.Null);

    [Test]
    public void What_commits_by_itself_has_waited_for_the_log_as_long_as_that_took()
    {
        var meter = new AttemptMeter();
        meter.Commit(TimeSpan.FromMilliseconds(3));
        meter.Commit(TimeSpan.FromMilliseconds(4));

        var found = meter.Read()!;
        Assert.That((found.Commits, found.CommitTime, found.LogTime, found.LogTimeHow), Is.EqualTo(
            (2L, TimeSpan.FromMilliseconds(7), (TimeSpan?)TimeSpan.FromMilliseconds(7), "time in COMMIT")));
        Assert.That(found.LogTimePerCommit, Is.EqualTo(TimeSpan.FromMilliseconds(3.5)));
    }

    [Test]
    public void Of_rows_that_commit_with_their_statement_the_log_is_what_those_save_that_do_not_wait()
    {
        var meter = new AttemptMeter { MayProbe = true };
        for (var i = 0; i < 100; i++)
        {
            var isProbe = i % 25 == 24;
            meter.CommitWithRows(32, 32 * (isProbe ? Row : Row + Log), isProbe);
        }

        meter.Commit(TimeSpan.FromMilliseconds(2));

        var found = meter.Read()!;
        Assert.That((found.Commits, found.CommitTime), Is.EqualTo((3201L, (TimeSpan?)null)));
        Assert.That(found.LogTime, Is.EqualTo(Log * 3072 + TimeSpan.FromMilliseconds(2)));
        Assert.That(found.LogTimeHow, Is.EqualTo("128 of 3200 commits did not wait"));
        Assert.That(found.Missing, Is.Empty);
    }

    [Test]
    public void One_exchange_that_something_else_held_up_does_not_make_the_log_look_cheap()
    {
        var meter = new AttemptMeter { MayProbe = true };
        foreach (var factor in (int[])[1, 1, 9, 1])
        {
            meter.CommitWithRows(32, 32 * (Row + Log), isProbe: false);
            meter.CommitWithRows(32, 32 * factor * Row, isProbe: true);
        }

        Assert.That(meter.Read()!.LogTime, Is.EqualTo(Log * 128));
    }

    [TestCase(true, "the log's part of commits: not available: needs 4,096 rows that are committed one by one")]
    [TestCase(false,
        "the log's part of commits: not available: needs a connection that is reloadable, where some commits may not "
        + "wait")]
    public void Without_enough_of_these_it_is_not_known_and_says_what_it_needs(bool mayProbe, string expected)
    {
        var meter = new AttemptMeter { MayProbe = mayProbe };
        meter.CommitWithRows(1, Row + Log, isProbe: false);

        var found = meter.Read()!;
        Assert.That((found.LogTime, found.LogTimePerCommit), Is.EqualTo(((TimeSpan?)null, (TimeSpan?)null)));
        Assert.That(found.Missing, Is.EqualTo(new[] { expected }));
    }

    [Test]
    public void Commits_that_do_not_save_anything_have_not_waited()
    {
        var meter = new AttemptMeter { MayProbe = true };
        for (var i = 0; i < 100; i++)
        {
            meter.CommitWithRows(32, i % 25 == 24 ? Row * 2 : Row, i % 25 == 24);
        }

        Assert.That(meter.Read()!.LogTime, Is.EqualTo(TimeSpan.Zero));
    }

    [Test]
    public void What_the_server_counts_of_the_log_goes_before_what_was_timed()
    {
        var meter = new AttemptMeter();
        meter.Commit(TimeSpan.FromMilliseconds(3));
        meter.CommitWithRows(1, Row + Log, isProbe: false);
        meter.Counted([LogWait]);
        meter.Counted([LogWait]);

        var found = meter.Read()!;
        Assert.That((found.LogTime, found.LogTimeHow),
            Is.EqualTo(((TimeSpan?)TimeSpan.FromMilliseconds(4), "counted by the server: WRITELOG")));
        Assert.That((found.Waits.Single().Count, found.Missing.Count), Is.EqualTo((2, 0)));
    }

    [Test]
    public void Where_the_server_counts_and_nobody_waited_for_the_log_that_is_known()
    {
        var meter = new AttemptMeter();
        meter.Commit(TimeSpan.FromMilliseconds(3));
        meter.Counted([]);

        var found = meter.Read()!;
        Assert.That((found.LogTime, found.LogTimeHow),
            Is.EqualTo(((TimeSpan?)TimeSpan.Zero, "counted by the server: none")));
    }

    [Test]
    public void Of_a_session_whose_waits_are_lost_the_sum_is_not_known_and_its_reason_is()
    {
        var meter = new AttemptMeter();
        meter.Commit(TimeSpan.FromMilliseconds(3));
        meter.Counted([LogWait]);
        meter.CountLost("waits: not available: needs a test");

        var found = meter.Read()!;
        Assert.That((found.LogTime, found.LogTimeHow), Is.EqualTo(((TimeSpan?)null, "")));
        Assert.That(found.Missing, Is.EqualTo(new[]
        {
            "waits: not available: needs a test",
            "the log's part of commits: not available: needs the waits of all its sessions",
        }));
    }

    [Test]
    public void Where_nothing_waits_for_the_log_its_time_is_known_to_be_none()
    {
        var meter = new AttemptMeter { IsRelaxed = true };
        meter.Commit(TimeSpan.FromMilliseconds(3));

        var found = meter.Read()!;
        Assert.That((found.LogTime, found.LogTimeHow, found.Missing.Count),
            Is.EqualTo(((TimeSpan?)TimeSpan.Zero, "relaxed: no commit waited for the log", 0)));
    }

    [Test]
    public void A_wait_for_the_log_that_was_only_seen_tells_nothing_of_its_time()
    {
        var meter = new AttemptMeter();
        meter.Commit(TimeSpan.FromMilliseconds(3));
        meter.Wait(new ServerWait("IO:WALSync", WaitClass.LogWrite, TimeSpan.FromSeconds(1), 1, IsSampled: true));

        Assert.That(meter.Read()!.LogTimeHow, Is.EqualTo("time in COMMIT"));
    }

    [Test]
    public void What_is_missing_is_said_once_also_where_nothing_was_done()
    {
        var meter = new AttemptMeter();
        meter.Miss("waits: not available");
        meter.Miss("waits: not available");

        var found = meter.Read()!;
        Assert.That(found.Missing, Is.EqualTo(new[] { "waits: not available" }));
    }

    [Test]
    public void A_session_that_is_over_is_its_own_no_more()
    {
        var meter = new AttemptMeter();
        meter.Opened(7);
        Assert.That(meter.Has(7), Is.True);
        meter.Closed(7);

        Assert.That(meter.Has(7), Is.False);
    }
}
