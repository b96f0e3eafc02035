using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>What becomes of rows of a buffer.</summary>
internal sealed class DrainTests
{
    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void The_latest_row_of_each_key_is_written_and_all_that_were_taken_are_gone(Platform platform)
    {
        using var rig = new BufferRig(platform);
        Write(rig, BufferRig.Insert(1, 10), BufferRig.Insert(2, 20), BufferRig.Insert(1, 11));
        var first = rig.Drain();
        Write(rig, BufferRig.Insert(1, 12), BufferRig.Insert(3, 30));

        var second = rig.Drain();

        Assert.That(rig.Held(), Is.EqualTo(new[] { "1|12", "2|20", "3|30" }));
        Assert.That(first, Is.EqualTo(new DrainedRows(3, 1, 0, 2)));
        Assert.That(second, Is.EqualTo(new DrainedRows(2, 0, 1, 1)));
        Assert.That(rig.Pattern.Query("SELECT count(*) FROM t_buffer"), Is.EqualTo(new[] { "0" }));
    }

    // Two writers: the first has the lower numbers and commits last.
    [Test]
    public void A_row_that_is_committed_late_with_a_lower_number_is_neither_lost_nor_does_it_overwrite_a_later_one()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        using var slow = rig.Open();
        slow.Begin(CancellationToken.None);
        slow.Execute(BufferRig.Insert(1, 10));
        slow.Execute(BufferRig.Insert(2, 20));
        Write(rig, BufferRig.Insert(1, 11));
        rig.Drain();

        slow.Commit();
        var late = rig.Drain();

        Assert.That(rig.Held(), Is.EqualTo(new[] { "1|11", "2|20" }));
        Assert.That((late.Taken, late.Inserted, late.Older), Is.EqualTo((2, 1, 1)));
    }

    // The algorithm as it was published: merge what is there, then delete everything up to the highest number.
    [Test]
    public void Deleting_up_to_the_highest_number_would_have_lost_it()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        using var slow = rig.Open();
        slow.Begin(CancellationToken.None);
        slow.Execute(BufferRig.Insert(2, 20));
        Write(rig, BufferRig.Insert(1, 11));
        using var drainer = rig.Open();
        var highest = drainer.Number("SELECT max(\"RowBufferId\") FROM t_buffer");
        PublishedAlgorithm.Merge(drainer, highest);

        slow.Commit();
        PublishedAlgorithm.Delete(drainer, highest);
        rig.Drain();

        Assert.That(rig.Held(), Is.EqualTo(new[] { "1|11" }), "key 2 was committed, and is nowhere");
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Where_a_column_says_which_row_is_the_latest_the_order_of_arrival_decides_only_among_equals(
        Platform platform)
    {
        using var rig = new BufferRig(platform, orderBy: "At");
        Write(rig, BufferRig.Insert(1, 10, at: 5), BufferRig.Insert(1, 11, at: 3), BufferRig.Insert(2, 20, at: 1),
            BufferRig.Insert(3, 30));
        rig.Drain();
        Write(rig, BufferRig.Insert(1, 12, at: 4), BufferRig.Insert(2, 21, at: 1), BufferRig.Insert(3, 31, at: 0),
            BufferRig.Insert(1, 13));

        var second = rig.Drain();

        Assert.That(rig.Held(), Is.EqualTo(new[] { "1|10", "2|21", "3|31" }));
        Assert.That(second, Is.EqualTo(new DrainedRows(4, 1, 2, 0)));
        Assert.That(second.Older, Is.EqualTo(1));
    }

    [Test]
    public void Without_an_index_rows_are_taken_as_they_lie_and_no_older_one_is_written_over_a_later_one()
    {
        using var rig = new BufferRig(Platform.PostgreSql, index: BufferIndex.None);
        Write(rig, BufferRig.Insert(1, 10), BufferRig.Insert(1, 11), BufferRig.Insert(2, 20));

        // It lies behind the others then.
        Write(rig, "UPDATE t_buffer SET \"V\" = 10 WHERE \"RowBufferId\" = 1");

        var done = rig.Drain(rowsMax: 1);

        Assert.That(rig.Sql.Drain(0).Single().Sql, Does.Not.Contain("ORDER BY \"RowBufferId\""));
        Assert.That(done, Is.EqualTo(new DrainedRows(3, 0, 0, 2)), "the first was taken last: it is older");
        Assert.That(rig.Held(), Is.EqualTo(new[] { "1|11", "2|20" }));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void What_was_taken_is_there_again_where_the_batch_is_not_committed(Platform platform)
    {
        using var rig = new BufferRig(platform);
        Write(rig, BufferRig.Insert(1, 10));
        using (var database = rig.Open())
        {
            using var lease = DrainLease.Take(database, rig.Sql, DrainOwner.New("first"), CancellationToken.None);
            var mortal = RecordedDatabase.Before("commit", database, () => throw new IOException("gone"));
            var drain = Over(rig, mortal, lease);

            Assert.That(
                () => drain.Next(10, CancellationToken.None),
                Throws.InstanceOf<IOException>());
        }

        Assert.That(rig.Held(), Is.Empty);
        Assert.That(rig.Drain(), Is.EqualTo(new DrainedRows(1, 0, 0, 1)));
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void One_drains_at_a_time_and_who_was_taken_over_writes_nothing_more(Platform platform)
    {
        using var rig = new BufferRig(platform);
        using var first = rig.Open();
        using var second = rig.Open();
        using var lease = DrainLease.Take(first, rig.Sql, DrainOwner.New("first"), CancellationToken.None);

        var refused = Assert.Throws<BufferHeldException>(
            () => DrainLease.Take(second, rig.Sql, DrainOwner.New("second"), CancellationToken.None));
        Silence(rig, platform);
        using var other = DrainLease.Take(second, rig.Sql, DrainOwner.New("second"), CancellationToken.None);
        Write(rig, BufferRig.Insert(1, 10));
        var drain = Over(rig, first, lease);
        var late = Assert.Throws<PackageRefusedException>(
            () => drain.Next(10, CancellationToken.None));

        Assert.That((refused!.Error.Code, late!.Error.Code), Is.EqualTo(("ORC3571", "ORC3572")));
        Assert.That(refused.Error.Message, Does.Contain("is drained by first"));
        Assert.That(rig.Held(), Is.Empty);
    }

    [TestCase(Platform.Sqlite)]
    [TestCase(Platform.PostgreSql)]
    public void Who_has_lost_its_session_takes_its_own_buffer_again_and_the_lost_one_writes_nothing_more(
        Platform platform)
    {
        using var rig = new BufferRig(platform);
        var owner = DrainOwner.New("same");
        using var first = rig.Open();
        using var second = rig.Open();
        using var lost = DrainLease.Take(first, rig.Sql, owner, CancellationToken.None);

        var namesake = Assert.Throws<BufferHeldException>(
            () => DrainLease.Take(second, rig.Sql, DrainOwner.New("same"), CancellationToken.None));
        using var lease = DrainLease.Take(second, rig.Sql, owner, CancellationToken.None);
        var late = Assert.Throws<PackageRefusedException>(
            () => Over(rig, first, lost).Next(10, CancellationToken.None));

        Assert.That((namesake!.Error.Code, late!.Error.Code), Is.EqualTo(("ORC3571", "ORC3572")));
    }

    [Test]
    public void A_buffer_that_cannot_be_tidied_up_is_drained_and_counted_all_the_same()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        Write(rig, "INSERT INTO t_buffer (\"K\", \"V\") SELECT 1, n FROM generate_series(1, 200000) AS n");
        using var database = rig.Open();
        using var lease = DrainLease.Take(database, rig.Sql, DrainOwner.New("first"), CancellationToken.None);
        var failing = RecordedDatabase.Before(rig.Sql.Tidy!, database, () => throw new IOException("no disk"));
        var drain = new Drain(
            failing, rig.Sql, lease, new BatchSize(200_000, TimeSpan.FromHours(1)), 0, TimeProvider.System);

        drain.All(_ => { }, CancellationToken.None);

        Assert.That(drain.Total.Taken, Is.EqualTo(200_000));
    }

    [Test]
    public void Who_stood_still_in_the_middle_of_a_transaction_is_taken_over_and_its_session_ended()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        using var stopped = rig.Open();
        using var second = rig.Open();
        using var lost = DrainLease.Take(stopped, rig.Sql, DrainOwner.New("first"), CancellationToken.None);
        Silence(rig, Platform.PostgreSql);
        stopped.Begin(CancellationToken.None);
        lost.Renew();
        HashSet<string?> told = [];

        using var lease = DrainLease.Take(
            second, rig.Sql, DrainOwner.New("second"), CancellationToken.None,
            new DrainWait(what => told.Add(what), CancellationToken.None));

        Assert.That(stopped.Commit, Throws.Exception);
        Assert.That(told, Has.Count.EqualTo(2).And.Contains(null));
        Assert.That(told.OfType<string>().Single(), Does.Contain("which first drains").And.Contain("over session "));
    }

    [Test]
    public void Who_takes_over_from_one_whose_session_cannot_be_ended_waits_with_a_reason_and_can_be_stopped()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        using var stopped = rig.Open();
        using var second = rig.Open();
        using var stop = new CancellationTokenSource();
        using var lost = DrainLease.Take(stopped, rig.Sql, DrainOwner.New("first"), CancellationToken.None);
        Silence(rig, Platform.PostgreSql);
        rig.Pattern.Execute("UPDATE orchestrator.drainers SET session = 'another'");
        stopped.Begin(CancellationToken.None);
        lost.Renew();

        Assert.That(
            () => DrainLease.Take(
                second, rig.Sql, DrainOwner.New("second"), CancellationToken.None,
                new DrainWait(_ => stop.Cancel(), stop.Token)),
            Throws.InstanceOf<OperationCanceledException>());
        stopped.Commit();
    }

    // As behind a pooler: the session that has taken the buffer serves others by the time of the transaction.
    [Test]
    public void A_session_that_does_not_hold_the_row_is_not_ended_in_place_of_the_one_that_does()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        using var stopped = rig.Open();
        using var other = rig.Open();
        using var second = rig.Open();
        using var stop = new CancellationTokenSource();
        using var lost = DrainLease.Take(stopped, rig.Sql, DrainOwner.New("first"), CancellationToken.None);
        Silence(rig, Platform.PostgreSql);
        var innocent = other.Ask(rig.Sql.Drainers.Session!).First[0]!;
        var holder = stopped.Ask(rig.Sql.Drainers.Session!).First[0]!;
        rig.Pattern.Execute($"UPDATE orchestrator.drainers SET session = '{innocent}'");
        stopped.Begin(CancellationToken.None);
        lost.Renew();
        other.Begin(CancellationToken.None);
        other.Execute(BufferRig.Insert(1, 10));
        AwaitIdle(rig);
        var told = "";

        Assert.That(
            () => DrainLease.Take(
                second, rig.Sql, DrainOwner.New("second"), CancellationToken.None, new DrainWait(
                    what =>
                    {
                        told = what ?? told;
                        stop.Cancel();
                    },
                    stop.Token)),
            Throws.InstanceOf<OperationCanceledException>());

        Assert.That(other.Commit, Throws.Nothing);
        Assert.That(told, Does.Contain($"over session {holder}, which is not ended").And.Contain(innocent));
        stopped.Commit();
    }

    [Test]
    public void Who_asks_while_a_batch_is_in_work_is_told_at_once()
    {
        using var rig = new BufferRig(Platform.PostgreSql);
        using var first = rig.Open();
        using var second = rig.Open();
        using var lease = DrainLease.Take(first, rig.Sql, DrainOwner.New("first"), CancellationToken.None);
        first.Begin(CancellationToken.None);
        lease.Renew();

        Assert.That(
            () => DrainLease.Take(second, rig.Sql, DrainOwner.New("second"), CancellationToken.None),
            Throws.InstanceOf<BufferHeldException>());
        first.Commit();
    }

    private static Drain Over(BufferRig rig, IDatabase database, DrainLease lease) => new(
        database, rig.Sql, lease, new BatchSize(1000, TimeSpan.FromSeconds(1)), 0, TimeProvider.System);

    // Until both have waited for their clients for longer than a moment.
    private static void AwaitIdle(BufferRig rig)
    {
        while (rig.Pattern.Query("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            + "AND state = 'idle in transaction' AND state_change < clock_timestamp() - interval '1 second'")[0] != "2")
        {
        }
    }

    // As if it had been silent for a minute.
    private static void Silence(BufferRig rig, Platform platform) => rig.Pattern.Execute(
        $"UPDATE {(platform == Platform.PostgreSql ? "orchestrator.drainers" : "orchestrator_drainers")} "
        + "SET renewed = renewed - 60000");

    private static void Write(BufferRig rig, params string[] statements)
    {
        using var database = rig.Open();
        foreach (var statement in statements)
        {
            database.Begin(CancellationToken.None);
            database.Execute(statement);
            database.Commit();
        }
    }
}
