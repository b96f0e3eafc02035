using Orchestrator.Core;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger.Tests;

internal sealed class BackupTests(Place place) : ConformanceFixture(place)
{
    private string File => Path.Combine(Folder, "copy", "ledger.db");

    [Test]
    public void A_backup_is_a_ledger_in_a_file_that_reads_as_the_original()
    {
        RunAll(1, 2);

        var (runs, _) = LedgerBackup.Make(Location, File, "user", TimeProvider.System);

        using var original = Read();
        using var copy = LedgerReader.Open(new LedgerLocation(File), TimeProvider.System)!;
        Assert.That(runs, Is.EqualTo(1));
        Assert.That(copy.Runs(), Is.EqualTo(original.Runs()));
        Assert.That(copy.Attempts(1), Is.EqualTo(original.Attempts(1)));
        Assert.That(copy.Transitions(1), Is.EqualTo(original.Transitions(1)));
        Assert.That(copy.PlanJson(original.Run(1)!.PlanHash), Is.EqualTo(original.PlanJson(original.Run(1)!.PlanHash)));
        Assert.That(System.IO.File.Exists(File + "-wal"), Is.False);
        Assert.That(LedgerStatus.Of(Location, TimeProvider.System)!.Backup, Is.EqualTo(File));
    }

    [Test]
    public void A_backup_overwrites_no_file()
    {
        RunAll(1);
        Directory.CreateDirectory(Path.GetDirectoryName(File)!);
        System.IO.File.WriteAllText(File, "mine");

        Assert.That(
            () => LedgerBackup.Make(Location, File, "user", TimeProvider.System),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.Backup));
        Assert.That(System.IO.File.ReadAllText(File), Is.EqualTo("mine"));
    }

    [Test]
    public void A_backup_that_cannot_be_made_says_what_to_do_and_leaves_no_file()
    {
        RunAll(1);
        var text = Path.Combine(Folder, "text");
        System.IO.File.WriteAllText(text, "no folder");
        Directory.CreateDirectory(Path.GetDirectoryName(File)!);

        Assert.That(
            () => LedgerBackup.Make(Location, Path.Combine(text, "copy.db"), "user", TimeProvider.System),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.Backup)
                .And.Message.Contains("Name a file on a local disk"));
        Damage();
        Assert.That(
            () => LedgerBackup.Make(Location, File, "user", TimeProvider.System), Throws.TypeOf<LedgerException>());
        Assert.That(Directory.GetFileSystemEntries(Path.GetDirectoryName(File)!), Is.Empty);
    }

    [Test]
    public void An_older_ledger_is_backed_up_as_it_is()
    {
        MakeOfVersion(3);

        var made = LedgerBackup.Make(Location, File, "user", TimeProvider.System);

        Assert.That(made, Is.EqualTo((0L, 3L)));
        Assert.That(LedgerStatus.VersionOf(Location, TimeProvider.System), Is.EqualTo(3));
        Assert.That(LedgerStatus.VersionOf(new LedgerLocation(File), TimeProvider.System), Is.EqualTo(3));
        Assert.That(Directory.Exists(Path.Combine(Location.Folder, "backups")), Is.False);
    }

    [Test]
    public void An_older_backup_is_put_back_as_of_today_and_stays_as_it_is()
    {
        MakeOfVersion(3);
        LedgerBackup.Make(Location, File, "user", TimeProvider.System);
        RunAll(1);

        LedgerBackup.Restore(Location, File, TimeProvider.System);

        Assert.That(LedgerStatus.Of(Location, TimeProvider.System)!.Runs, Is.Zero);
        Assert.That(LedgerStatus.VersionOf(Location, TimeProvider.System), Is.EqualTo(LedgerStatus.KnownVersion));
        Assert.That(LedgerStatus.VersionOf(new LedgerLocation(File), TimeProvider.System), Is.EqualTo(3));
        Assert.That(RunAll(1), Is.EqualTo(2));
    }

    [Test]
    public void A_restore_brings_back_what_was_there_and_gives_no_number_twice()
    {
        RunAll(1, 2);
        LedgerBackup.Make(Location, File, "user", TimeProvider.System);
        RunAll(3);

        LedgerBackup.Restore(Location, File, TimeProvider.System);

        using (var reader = Read())
        {
            Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 1 }));
        }

        using var next = Begin();
        Assert.That(next.Number, Is.EqualTo(3));
        Assert.That(next.Writer.Record(Turns.Running(1)).Attempts[0].AttemptId, Is.GreaterThan(3));
    }

    [Test]
    public void No_number_is_given_twice_by_a_ledger_that_was_put_back_twice_or_copied_in_between()
    {
        var later = File + ".later";
        RunAll(1, 2);
        LedgerBackup.Make(Location, File, "user", TimeProvider.System);
        RunAll(3);
        LedgerBackup.Restore(Location, File, TimeProvider.System);
        LedgerBackup.Make(Location, later, "user", TimeProvider.System);

        LedgerBackup.Restore(Location, File, TimeProvider.System);
        LedgerBackup.Restore(Location, later, TimeProvider.System);

        using var next = Begin();
        Assert.That(next.Number, Is.EqualTo(3));
        Assert.That(next.Writer.Record(Turns.Running(1)).Attempts[0].AttemptId, Is.GreaterThan(3));
    }

    [Test]
    public void A_backup_can_be_restored_on_another_platform()
    {
        var file = LedgerLocation.OfSolution(Path.Combine(Folder, "other"));
        using (var run = Begin(file, Plans.Of("Weekly", 3)))
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded));
            run.Writer.Record(Turns.End(RunVerdict.Succeeded));
        }

        LedgerBackup.Make(file, File, "user", TimeProvider.System);
        LedgerBackup.Restore(Location, File, TimeProvider.System);

        using var reader = Read();
        using var original = LedgerReader.Open(file, TimeProvider.System)!;
        Assert.That(reader.Nodes(1), Is.EqualTo(original.Nodes(1)));
        Assert.That(reader.Identity, Is.EqualTo(original.Identity));
        Assert.That(RunAll(1), Is.EqualTo(2));
    }

    [Test]
    public void Nothing_is_restored_while_a_run_is_at_work_nor_from_what_is_no_backup()
    {
        RunAll(1);
        LedgerBackup.Make(Location, File, "user", TimeProvider.System);
        using var run = Begin("Monthly");
        var other = Path.Combine(Folder, "text.db");
        System.IO.File.WriteAllText(other, new string('x', 5000));

        Assert.That(
            () => LedgerBackup.Restore(Location, File, TimeProvider.System),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.RunsAtWork)
                .And.Message.Contains("run 2"));
        Assert.That(
            () => LedgerBackup.Restore(Location, other, TimeProvider.System), Throws.TypeOf<LedgerException>());
        Assert.That(LedgerStatus.Of(Location, TimeProvider.System)!.AtWork, Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void A_run_that_is_just_beginning_keeps_a_backup_from_being_put_back()
    {
        RunAll(1);
        LedgerBackup.Make(Location, File, "user", TimeProvider.System);
        using var held = RunLock.Acquire(Location, "Nightly", "default");
        using var database = Location.OpenForWriting(TimeProvider.System);
        using var statements = new StatementCache(database);
        database.BeginWriting(CancellationToken.None);
        new RunWriting(statements).Begin(Beginning(Plans.Of("Nightly", 1)), Guid.CreateVersion7());
        using var waits = new ManualResetEventSlim();
        var patience = new LedgerPatience { Told = _ => waits.Set() };

        var restoring = Task.Run(() => LedgerBackup.Restore(Location, File, new HurriedTime(), patience));
        Task.WaitAny(restoring, Task.Run(() => Places.UntilSomebodyWaits(Location, waits)));
        database.Commit();

        Assert.That(
            () => restoring,
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo(LedgerCodes.RunsAtWork)
                .And.Message.Contains("run 2"));
        using var reader = Read();
        Assert.That(reader.Count, Is.EqualTo(2));
    }

    [Test]
    public void A_restore_that_fails_on_its_way_leaves_all_that_was_there()
    {
        RunAll(1);
        LedgerBackup.Make(Location, File, "user", TimeProvider.System);
        Spoil(File);
        RunAll(2);

        Assert.That(
            () => LedgerBackup.Restore(Location, File, TimeProvider.System), Throws.TypeOf<LedgerException>());

        using var reader = Read();
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 2, 1 }));
        Assert.That(reader.Attempts(2), Has.Count.EqualTo(1));
        Assert.That(RunAll(3), Is.EqualTo(3));
    }

    [Test]
    public void An_older_ledger_is_copied_and_brought_up_to_date_once_no_run_is_at_work()
    {
        MakeOfVersion(3);
        var before = LedgerStatus.VersionOf(Location, TimeProvider.System);

        var done = LedgerStatus.Migrate(Location, TimeProvider.System);
        var again = LedgerStatus.Migrate(Location, TimeProvider.System);

        Assert.That(before, Is.EqualTo(3));
        Assert.That(done!.Value.From, Is.EqualTo(3));
        Assert.That(LedgerStatus.VersionOf(new LedgerLocation(done.Value.Copy), TimeProvider.System), Is.EqualTo(3));
        Assert.That(again, Is.Null);
        Assert.That(LedgerStatus.VersionOf(Location, TimeProvider.System), Is.EqualTo(LedgerStatus.KnownVersion));
        Assert.That(RunAll(1), Is.EqualTo(1));
    }

    // A page in the middle of a file, or a table of a server.
    private void Damage()
    {
        if (Place != Place.Sqlite)
        {
            Places.Run(Location, "ALTER TABLE orchestrator.waits DROP COLUMN duration");
            return;
        }

        foreach (var log in Directory.GetFiles(Location.Folder, "ledger.db-*"))
        {
            System.IO.File.Delete(log);
        }

        using var file = System.IO.File.OpenWrite(Location.File);
        file.Seek(100, SeekOrigin.Begin);
        file.Write(new byte[3000]);
    }

    // One of its later tables is not as the version says.
    private static void Spoil(string file)
    {
        using var database = SqliteDatabase.Open(
            new SqliteOptions { Path = file, Access = SqliteAccess.ReadWrite }, TimeProvider.System);
        database.Execute("ALTER TABLE transitions ADD COLUMN more TEXT");
    }

    private void MakeOfVersion(int version)
    {
        var wait = new LedgerWait(new LedgerPatience(), TimeProvider.System) { Version = version };
        Location.OpenForWriting(TimeProvider.System, wait).Dispose();
    }

    /// <summary>A clock whose timers go off at once.</summary>
    private sealed class HurriedTime : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }
}
