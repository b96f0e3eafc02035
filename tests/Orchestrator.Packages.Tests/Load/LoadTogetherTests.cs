using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load;

internal sealed class LoadTogetherTests
{
    private const int Rows = 20_000;

    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Six_packages_on_one_file_take_turns_and_say_for_whom_they_wait()
    {
        var told = new ConcurrentQueue<string?>();
        _rig.HeldUp = told.Enqueue;
        var loads = Enumerable.Range(0, 6).Select(i => Rig.Load($"t{i}", Rig.Column("Id", "int"))).ToArray();
        foreach (var load in loads)
        {
            _rig.Write($"{load.Name}.csv", Numbers(Rows));
        }

        (Thread Thread, PackageResult?[] Result)[] threads;
        using (_rig.Resources.WriterTurns.Take(_rig.DatabaseFile, "Staging/first", _ => { }, CancellationToken.None))
        {
            threads = [.. loads.Select(load => Started(() => _rig.Run(load)))];
            SpinWait.SpinUntil(() => told.Count >= loads.Length);
        }

        PackageResult[] results = [.. threads.Select(Ended)];

        Assert.That(results.Select(r => r.Error), Is.All.Null);
        Assert.That(results.Select(r => r.Counts.Inserted), Is.All.EqualTo(Rows));
        Assert.That(told.Count(reason => reason is null), Is.EqualTo(loads.Length));
        Assert.That(told, Does.Contain("Db.db, held by Staging/first"));
        Assert.That(_rig.Resources.Memory.InUse, Is.Zero);
    }

    [TestCase("{connection}.db", 4)]
    [TestCase("{object}.db", 0)]
    public void Packages_with_rows_over_the_bound_on_memory_load_them_one_at_a_time_and_none_waits_for_ever(
        string template, int waiting)
    {
        var told = 0;
        // Room for the batches of all four, and for a single one of the rows.
        const int length = 12 << 20;
        using var small = new Rig { Template = template, Resources = new RunResources { Memory = new(length) } };
        small.HeldUp = _ => Interlocked.Increment(ref told);
        var row = $"{new string('x', length / 2)},{new string('y', length / 2)}\n";
        var loads = Enumerable.Range(0, 4).Select(i => Rig.Load($"t{i}")).ToArray();
        foreach (var load in loads)
        {
            // The first in line meets its large rows last.
            var before = string.Concat(Enumerable.Repeat("1,2\n", load == loads[0] ? Rows * 5 : 1));
            small.Write($"{load.Name}.csv", $"a,b\n{before}{row}3,4\n{row}");
        }

        (Thread Thread, PackageResult?[] Result)[] threads;
        using (small.Resources.WriterTurns.Take(small.DatabaseFile, "first", _ => { }, CancellationToken.None))
        {
            threads = [Started(() => small.Run(loads[0]))];
            SpinWait.SpinUntil(() => Volatile.Read(ref told) >= waiting / loads.Length);
            threads = [.. threads, .. loads.Skip(1).Select(load => Started(() => small.Run(load)))];
            SpinWait.SpinUntil(() => Volatile.Read(ref told) >= waiting);
        }

        var most = 0L;
        while (!threads.All(started => started.Thread.Join(1)))
        {
            most = Math.Max(most, small.Resources.Memory.InUse);
        }

        Assert.That(threads.Select(started => Ended(started).Error), Is.All.Null);
        Assert.That(threads.Select(started => Ended(started).Counts.Inserted),
            Is.EqualTo((long[])[(Rows * 5) + 3, 4, 4, 4]));
        Assert.That(most, Is.LessThan(2 * length));
        Assert.That(small.Resources.Memory.InUse, Is.Zero);
    }

    [Test]
    public void A_package_that_waits_for_its_turn_stops_when_cancelled_and_leaves_nothing()
    {
        using var source = new CancellationTokenSource();
        _rig.Cancellation = source.Token;
        _rig.HeldUp = _ => source.Cancel();
        _rig.Write("t.csv", Numbers(Rows));
        PackageResult result;

        using (_rig.Resources.WriterTurns.Take(_rig.DatabaseFile, "Staging/first", _ => { }, CancellationToken.None))
        {
            result = _rig.Run(Rig.Load("t", Rig.Column("Id", "int")));
        }

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(_rig.Resources.Memory.InUse, Is.Zero);
        _rig.Cancellation = CancellationToken.None;
        _rig.HeldUp = _ => { };
        Assert.That(_rig.Run(Rig.Load("t", Rig.Column("Id", "int"))).Error, Is.Null);
    }

    [TestCase(0)]
    [TestCase(100)]
    public void Cancelled_in_the_middle_the_old_rows_stay_and_nothing_is_left_over(long commitRows)
    {
        using var source = new CancellationTokenSource();
        var load = Rig.Load("t", Rig.Column("Id", "int")) with
        {
            Load = new LoadOptions { CommitRows = Rig.Written(commitRows) },
        };
        _rig.Write("t.csv", Numbers(3));
        _rig.Run(load);
        _rig.Write("t.csv", Numbers(Rows));
        _rig.Cancellation = source.Token;
        _rig.Progress = (_, _) => source.Cancel();

        var result = _rig.Run(load);

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Cancelled));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1", "2", "3"]));
        Assert.That(_rig.Query("SELECT load_table FROM orchestrator_loads"), Is.Empty);
    }

    [TestCase(Swap.Shadow)]
    [TestCase(Swap.Transaction)]
    [TestCase(Swap.InPlace)]
    public void Readers_see_the_old_rows_until_the_new_ones_are_published(Swap swap)
    {
        var load = Rig.Load("t", Rig.Column("Id", "int")) with { Load = new LoadOptions { Swap = Rig.Written(swap) } };
        _rig.Write("t.csv", Numbers(3));
        _rig.Run(load);
        _rig.Write("t.csv", Numbers(Rows));
        var seen = new HashSet<string>();
        _rig.Progress = (_, _) => seen.UnionWith(_rig.Query("SELECT count(*) FROM t"));

        var result = _rig.Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(seen, Is.EquivalentTo((string[])["3"]));
        Assert.That(_rig.Query("SELECT count(*) FROM t"), Is.EqualTo((string[])[$"{Rows}"]));
    }

    [Test]
    public void Load_tables_of_dead_attempts_are_removed_by_the_next_one()
    {
        var load = Rig.Load("t", Rig.Column("Id", "int"));
        _rig.Write("t.csv", Numbers(3));
        _rig.Run(load);
        _rig.Execute("CREATE TABLE orchestrator_load_7 (a); "
            + "INSERT INTO orchestrator_loads VALUES ('orchestrator_load_7', 't', 7)");

        _rig.Run(load);

        Assert.That(_rig.Query("SELECT name FROM sqlite_master WHERE name GLOB 'orchestrator_load_*'"), Is.Empty);
        Assert.That(_rig.Query("SELECT load_table FROM orchestrator_loads"), Is.Empty);
    }

    private static string Numbers(int rows) =>
        "Id\n" + string.Concat(Enumerable.Range(1, rows).Select(i => $"{i}\n"));

    private static (Thread Thread, PackageResult?[] Result) Started(Func<PackageResult> run)
    {
        var result = new PackageResult?[1];
        var thread = new Thread(() => result[0] = run());
        thread.Start();
        return (thread, result);
    }

    private static PackageResult Ended((Thread Thread, PackageResult?[] Result) started)
    {
        started.Thread.Join();
        return started.Result[0]!;
    }
}
