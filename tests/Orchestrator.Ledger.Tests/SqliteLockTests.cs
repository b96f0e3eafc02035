using Orchestrator.Core;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger.Tests;

internal sealed class SqliteLockTests : LedgerFixture
{
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
    public async Task A_ledger_can_be_read_all_the_time_while_it_is_being_made()
    {
        for (var round = 0; round < 40; round++)
        {
            var location = LedgerLocation.OfSolution(Path.Combine(Folder, $"{round}"));
            using var made = new CancellationTokenSource();
            var reading = Task.Run(() =>
            {
                while (!made.IsCancellationRequested)
                {
                    LedgerReader.Open(location, TimeProvider.System)?.Dispose();
                }
            });

            Assert.That(() => LedgerWriter.Open(location, TimeProvider.System).Dispose(), Throws.Nothing);
            await made.CancelAsync();
            await reading;
        }
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
    public void Whoever_is_told_of_the_wait_may_count_on_its_having_begun()
    {
        LedgerWriter.Open(Location, TimeProvider.System).Dispose();
        using var holder = LedgerFile.OpenForWriting(Location, TimeProvider.System);
        holder.BeginImmediate(CancellationToken.None);
        using var clock = new ReadClock();
        var options = new SqliteOptions
        {
            Path = Location.File,
            Access = SqliteAccess.ReadWrite,
            HeldUp = over => clock.Move(over is null ? TimeSpan.Zero : SqliteOptions.DefaultPatience),
        };
        using var second = SqliteDatabase.Open(options, clock);

        Assert.That(() => second.BeginImmediate(clock.ReadTooOften),
            Throws.TypeOf<Microsoft.Data.Sqlite.SqliteException>());
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

    [Test]
    public void Checkpoints_keep_the_log_from_growing_without_end()
    {
        var log = new FileInfo(Location.File + "-wal");
        using var run = Begin();

        for (var i = 0; i < 60; i++)
        {
            run.Writer.Record(Turns.Of(
                Turns.Transition(1, NodeState.Ready, NodeState.Ready, 0, 1, new string('x', 1 << 20))));
        }

        log.Refresh();
        Assert.That(log.Length, Is.LessThan(24L << 20));
    }

    [Test]
    public void A_connection_that_was_abandoned_inside_a_transaction_leaves_nothing_behind()
    {
        RunAll(1);
        var abandoned = LedgerFile.OpenForWriting(Location, TimeProvider.System);
        abandoned.BeginImmediate(CancellationToken.None);
        abandoned.Execute("UPDATE runs SET verdict = 'Failed'");

        abandoned.Dispose();

        using var reader = Read();
        Assert.That(reader.Run(1)!.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    /// <summary>Stands still but where it is moved; whoever looks at it again and again waits for ever.</summary>
    private sealed class ReadClock : TimeProvider, IDisposable
    {
        private const int ReadsMax = 100;

        private readonly CancellationTokenSource _readTooOften = new();
        private long _now;
        private int _reads;

        public CancellationToken ReadTooOften => _readTooOften.Token;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public void Move(TimeSpan by) => _now += by.Ticks;

        public override long GetTimestamp()
        {
            if (++_reads > ReadsMax)
            {
                _readTooOften.Cancel();
            }

            return _now;
        }

        public void Dispose() => _readTooOften.Dispose();
    }
}
