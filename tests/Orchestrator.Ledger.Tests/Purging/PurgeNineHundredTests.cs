using System.Diagnostics;
using Orchestrator.Core;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger.Purging;

namespace Orchestrator.Ledger.Tests.Purging;

/// <summary>How long it takes to purge a large ledger, and a run at work waits meanwhile; printed, not judged.
/// </summary>
[Category("Full")]
internal sealed class PurgeNineHundredTests : LedgerFixture
{
    private const int Runs = 1000;
    private const int Gone = 900;
    private const int Packages = 600;

    // A run a day, the last one yesterday; three transitions, one wait of each package.
    private static readonly string Rows = $"""
        INSERT INTO plans VALUES ('large', '{new string('x', 1 << 18)}', 1);
        CREATE TEMP TABLE numbers AS WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {Runs})
            SELECT n FROM n;
        INSERT INTO runs (run, id, solution, batch, environment, plan_hash, gate_slots, processors, git_commit, version,
                          host, user_name, process_id, boot_id, started_at, ended_at, verdict)
            SELECT n, printf('019a0000-0000-7000-8000-%012d', n), 'shop', 'Large', 'default', 'large', 4, 2, '', '1',
                   'host', 'user', 1, '', n * 86400000000, n * 86400000000 + 1, 'Succeeded' FROM numbers;
        INSERT INTO nodes (run, node, kind, name, parent, package_kind, hash, state, since, why,
                           purpose)
            SELECT r.n, p.n, 'Package', printf('Staging/table_%04d', p.n), 0, 'load', 'abcdef0123456789', 'Succeeded',
                   1, 'it succeeded', 'Load' FROM numbers r, numbers p WHERE p.n <= {Packages} ORDER BY 1, 2;
        INSERT INTO attempts (run, node, number, state, started_at, ended_at, working, thread, load_path)
            SELECT run, node, 1, 'Succeeded', 1, 2, 3, 'package 1', 'row batches' FROM nodes ORDER BY run, node;
        INSERT INTO transitions
            SELECT a.run, a.node * 3 + s.n, a.node, 1, 'Ready', 'Running', 'a slot is free', '', 1
            FROM attempts a, numbers s WHERE s.n <= 3 ORDER BY 1, 2;
        INSERT INTO waits SELECT attempt, 'Gate', 5 FROM attempts;
        """;

    [Test]
    public void Nine_hundred_of_a_thousand_runs_beside_a_run_at_work()
    {
        Build();
        using var atWork = Begin(packages: Packages);
        var bytes = new FileInfo(Location.File).Length >> 20;
        using var stop = new CancellationTokenSource();
        var alone = Work(atWork.Writer, 1, round => round <= 200);
        List<TimeSpan> beside = [];
        var thread = new Thread(() => beside = Work(atWork.Writer, 201, _ => !stop.IsCancellationRequested));
        var limits = DateTimeOffset.UnixEpoch.AddDays(Gone).AddHours(1);
        thread.Start();

        var watch = Stopwatch.StartNew();
        var work = LedgerPurge.Look(Location, TimeProvider.System, new PurgeLimits("default", limits, limits))!;
        var looked = watch.Elapsed;
        var gone = LedgerPurge.Do(Location, TimeProvider.System, work, _ => { }, CancellationToken.None);
        var took = watch.Elapsed;
        stop.Cancel();
        thread.Join();

        TestContext.Out.WriteLine(
            $"{gone.Count} of {Runs} runs x {Packages} packages ({bytes} MB) purged in {took.TotalSeconds:F1} s, "
            + $"{looked.TotalSeconds:F1} s of it looking, on {Environment.ProcessorCount} cores; WAL at the end "
            + $"{new FileInfo(Location.File + "-wal").Length >> 20} MB");
        TestContext.Out.WriteLine($"a run's commits alone: {Told(alone)}; beside it: {Told(beside)}");
        Assert.That(gone, Has.Count.EqualTo(Gone));
        using var reader = Read();
        Assert.That(reader.Count, Is.EqualTo(Runs - Gone + 1));
        Assert.That(reader.Attempts("Staging/table_0001", limit: Runs), Has.Count.EqualTo(Runs - Gone));
    }

    private static string Told(List<TimeSpan> times)
    {
        times.Sort();
        return $"{times.Count}, median {times[times.Count / 2].TotalMilliseconds:F1} ms, longest "
            + $"{times[^1].TotalMilliseconds:F1} ms";
    }

    private static List<TimeSpan> Work(LedgerWriter writer, int from, Func<int, bool> goesOn)
    {
        List<TimeSpan> times = [];
        for (var round = from; goesOn(round); round++)
        {
            var (node, attempt) = ((round % Packages) + 1, (round / Packages) + 1);
            Record(Turns.Running(node, attempt));
            Record(Turns.Ended(node, NodeState.Failed, attempt));
        }

        return times;

        void Record(LedgerTurn turn)
        {
            var watch = Stopwatch.StartNew();
            writer.Record(turn);
            times.Add(watch.Elapsed);
        }
    }

    private void Build()
    {
        LedgerFile.OpenForWriting(Location, TimeProvider.System).Dispose();
        var options = new SqliteOptions
        {
            Path = Location.File,
            Access = SqliteAccess.ReadWrite,
            Synchronous = SqliteSynchronous.Off,
        };
        using var database = SqliteDatabase.Open(options, TimeProvider.System);
        database.BeginImmediate(CancellationToken.None);
        database.Execute(Rows);
        database.Commit();
        database.CheckpointUnderLockOfAnother();
    }
}
