using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Data.Tests.Sqlite;

/// <summary>
/// `synchronous` of the sessions of a file. A process that is killed loses nothing whatever it is, only a machine does:
/// so what is looked at here is what SQLite's own source says brings the log to disk.
/// </summary>
internal sealed class DurabilityTests
{
    private string _folder = null!;

    private string File => Path.Combine(_folder, "stage.db");

    [SetUp]
    public void Make() => _folder = Directory.CreateTempSubdirectory("orchestrator-durability-").FullName;

    [TearDown]
    public void Remove() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void Only_a_target_that_is_relaxed_does_not_wait_for_the_disk()
    {
        Open().Dispose();
        using var relaxed = Open(isRelaxed: true);
        using var durable = Open();
        using var durability = OpenDurability();

        Assert.That(
            (Synchronous(relaxed), Synchronous(durable), Synchronous(durability.Database)), Is.EqualTo((0L, 2L, 2L)));
    }

    // What it copied would never be brought to disk: a checkpoint later finds nothing left to copy.
    [Test]
    public void A_relaxed_session_never_copies_the_log_into_the_file()
    {
        using (var relaxed = Open(isRelaxed: true))
        {
            relaxed.Execute("CREATE TABLE t (a)");
            for (var i = 0; i < 2000; i++)
            {
                relaxed.Execute("INSERT INTO t VALUES (randomblob(5000))");
            }
        }

        var (log, file) = (new FileInfo(File + "-wal").Length, new FileInfo(File).Length);

        Assert.That((log > 2000 * 5000, file < 100_000), Is.EqualTo((true, true)), $"log {log}, file {file} bytes");
        SqlitePlatform.Instance.AfterWriting(Address(File), Use() with { IsRelaxed = true });
        Assert.That(new FileInfo(File).Length, Is.GreaterThan(2000 * 5000), "copied by one that waits for the disk");
    }

    [Test]
    public void Each_flush_changes_a_page_because_a_commit_that_changes_none_waits_for_nothing()
    {
        using var durability = OpenDurability();
        durability.Flush(CancellationToken.None);
        var first = new FileInfo(File + "-wal").Length;

        durability.Flush(CancellationToken.None);

        Assert.That(new FileInfo(File + "-wal").Length, Is.GreaterThan(first));
    }

    [Test]
    public void A_flush_waits_for_a_writer_until_it_is_cancelled()
    {
        using var durability = OpenDurability();
        using var writing = Open();
        writing.Begin(CancellationToken.None);
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));

        Assert.That(() => durability.Flush(stop.Token), Throws.InstanceOf<OperationCanceledException>());
        writing.Rollback();
        Assert.That(() => durability.Flush(CancellationToken.None), Throws.Nothing);
    }

    [Test]
    public void A_lock_of_a_process_that_is_killed_is_free_and_leaves_no_file()
    {
        using var durability = OpenDurability();
        var file = $"{File}-lock-{Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes("run 7")))[..16]}";
        using var holder = Process.Start(new ProcessStartInfo("/bin/bash")
        {
            ArgumentList = { "-c", $"exec 9>'{file}'; flock 9; echo held; read -r _" },
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        })!;
        holder.StandardOutput.ReadLine();

        var held = durability.TryLock("run 7");
        holder.Kill();
        holder.WaitForExit();
        using (var free = durability.TryLock("run 7"))
        {
            Assert.That((held, free), Is.EqualTo(((IDisposable?)null, free)));
            Assert.That(free, Is.Not.Null);
        }

        Assert.That(System.IO.File.Exists(file), Is.False);
    }

    [Test]
    public void The_end_of_a_session_takes_files_away_whose_locks_nobody_has_and_leaves_those_of_others()
    {
        var left = $"{File}-lock-0123456789abcdef";
        using var other = OpenDurability();
        using var held = other.TryLock("run 8");
        var locks = Locks();
        System.IO.File.WriteAllText(left, "");

        OpenDurability().Dispose();

        Assert.That(locks, Has.Length.EqualTo(1));
        Assert.That(Locks(), Is.EqualTo(locks));
    }

    [Test]
    public void A_lock_that_many_take_and_give_back_at_once_is_never_had_by_two()
    {
        using var durability = OpenDurability();
        var (inside, taken, tooMany) = (0, 0, 0);
        Thread[] all = [.. Enumerable.Range(0, 6).Select(_ => new Thread(() =>
        {
            for (var i = 0; i < 1000; i++)
            {
                using var held = SqliteLockFile.TryTake(durability.Identity.Database, "run 7");
                if (held is not null)
                {
                    Interlocked.Increment(ref taken);
                    tooMany += Interlocked.Increment(ref inside) > 1 ? 1 : 0;
                    Thread.Yield();
                    Interlocked.Decrement(ref inside);
                }
            }
        }))];
        Array.ForEach(all, thread => thread.Start());
        Array.ForEach(all, thread => thread.Join());

        Assert.That(taken, Is.Positive);
        Assert.That(tooMany, Is.Zero);
        Assert.That(Locks(), Is.Empty);
    }

    [Test]
    public void A_file_is_known_by_its_real_path()
    {
        Open().Dispose();
        var link = Path.Combine(_folder, "link.db");
        System.IO.File.CreateSymbolicLink(link, File);
        using var one = OpenDurability();
        using var other = SqlitePlatform.Instance.OpenDurability(Address(link), Use(), ofDatabase: false);

        Assert.That(other.Identity, Is.EqualTo(one.Identity));
    }

    [Test]
    public void A_file_has_no_setting_that_could_be_changed() => Assert.That(
        () => SqlitePlatform.Instance.OpenDurability(Address(File), Use(), ofDatabase: true), Throws.ArgumentException);

    private string[] Locks() => Directory.GetFiles(_folder, "*-lock-*");

    private static long Synchronous(IDatabase database) => database.Number("PRAGMA synchronous");

    private IDatabase Open(bool isRelaxed = false) =>
        SqlitePlatform.Instance.Open(Address(File), Use() with { IsRelaxed = isRelaxed });

    private IDurability OpenDurability() =>
        SqlitePlatform.Instance.OpenDurability(Address(File), Use(), ofDatabase: false);

    private static DatabaseAddress Address(string file) => new() { Connection = "Stage", File = file };

    private static DatabaseUse Use() => new() { IsTarget = true, Time = TimeProvider.System };
}
