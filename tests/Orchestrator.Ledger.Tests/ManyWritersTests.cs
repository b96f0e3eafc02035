using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger.Tests;

internal sealed class ManyWritersTests : LedgerFixture
{
    [Test]
    public void Two_runs_in_one_process_write_all_their_turns()
    {
        using var nightly = Begin("Nightly", packages: 150);
        using var weekly = Begin("Weekly", packages: 150);

        Parallel.ForEach([nightly, weekly], run =>
        {
            for (var node = 1; node <= 150; node++)
            {
                run.Writer.Record(Turns.Running(node));
            }
        });

        using var reader = Read();
        Assert.That(reader.Attempts(nightly.Number), Has.Count.EqualTo(150));
        Assert.That(reader.Attempts(weekly.Number), Has.Count.EqualTo(150));
    }

    [Test]
    public void Runs_that_make_the_ledger_at_the_same_moment_both_find_it_whole()
    {
        Parallel.For(0, 4, index => Begin($"batch{index}").Dispose());

        using var reader = Read();
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 4, 3, 2, 1 }));
    }

    [Test]
    public void Readers_do_not_wait_for_a_transaction_that_is_open_and_writers_do_not_wait_for_readers()
    {
        using var run = Begin();
        using var reader = Read();
        using var other = LedgerFile.OpenForWriting(Location, TimeProvider.System);
        other.BeginImmediate(CancellationToken.None);

        var seenWhileWriting = reader.Nodes(run.Number).Count;
        other.Rollback();
        var receipt = reader.AtOneMoment(moment =>
        {
            _ = moment.Runs();
            return run.Writer.Record(Turns.Running(1));
        });

        Assert.That(seenWhileWriting, Is.EqualTo(4));
        Assert.That(receipt.Attempts, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_writer_that_gets_no_lock_within_its_patience_is_told_so()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();
        using var holder = LedgerFile.OpenForWriting(Location, TimeProvider.System);
        holder.BeginImmediate(CancellationToken.None);
        var options = new SqliteOptions
        {
            Path = Location.File,
            Access = SqliteAccess.ReadWrite,
            Patience = TimeSpan.Zero,
        };
        using var second = SqliteDatabase.Open(options, TimeProvider.System);

        Assert.That(
            () => second.BeginImmediate(CancellationToken.None),
            Throws.TypeOf<Microsoft.Data.Sqlite.SqliteException>().With.Property("SqliteErrorCode").EqualTo(5));
    }

    [Test]
    public void A_run_that_waits_for_the_lock_goes_on_as_soon_as_it_is_free()
    {
        using var run = Begin();
        using var acknowledged = new ManualResetEventSlim();
        using var holder = LedgerFile.OpenForWriting(Location, TimeProvider.System);
        holder.BeginImmediate(CancellationToken.None);

        run.Writer.Record(Turns.Running(1), _ => acknowledged.Set());
        var before = acknowledged.IsSet;
        holder.Rollback();
        acknowledged.Wait();

        Assert.That(before, Is.False);
        Assert.That(run.Writer.Failure, Is.Null);
    }

    [Test]
    public void A_checkpoint_copies_all_while_another_connection_holds_the_lock_and_nobody_reads()
    {
        RunAll(1, 2, 3);
        using var writer = LedgerFile.OpenForWriting(Location, TimeProvider.System);
        using var second = LedgerFile.OpenForWriting(Location, TimeProvider.System);

        writer.BeginImmediate(CancellationToken.None);

        Assert.That(second.CheckpointUnderLockOfAnother(), Is.True);
        writer.Rollback();
    }

    [Test]
    public void Closing_the_last_connection_leaves_the_log_alone()
    {
        var writer = LedgerWriter.Open(Location, TimeProvider.System);

        writer.Dispose();

        // SQLite would copy and remove it without being asked, and without the lock.
        Assert.That(new FileInfo(Location.File + "-wal").Length, Is.GreaterThan(0));
    }
}
