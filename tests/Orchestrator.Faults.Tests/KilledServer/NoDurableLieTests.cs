using Orchestrator.Core;

namespace Orchestrator.Faults.Tests.KilledServer;

/// <summary>
/// The server dies in the middle of a night whose commits do not wait for the log: what the ledger calls hardened is
/// there, and what is not is loaded again, once.
/// </summary>
internal sealed class NoDurableLieTests
{
    private const int Attempts = 4;
    private const int SessionsTried = 8;

    private static readonly string[] Flushes = ["package", "level", "run", "every 1s"];

    private static readonly List<NodeState> Seen = [];

    private static readonly Lazy<Cluster> Slow = new(() => Cluster.Start(
        "fsync=on", "wal_buffers=64MB", "autovacuum=off", "bgwriter_lru_maxpages=0", "checkpoint_timeout=1h"));

    private static readonly Lazy<(string[][] Rows, IReadOnlyDictionary<string, string?> Watermarks)> Undisturbed =
        new(RunUndisturbed);

    [Test]
    public void The_server_is_killed_with_all_its_processes([Values(1, 4)] int seed) => Disturb(seed, isAll: true);

    [Test]
    public void One_session_of_the_server_is_killed([Values(2, 8)] int seed) => Disturb(seed, isAll: false);

    [Test]
    [Category("Full")]
    [Explicit("takes minutes")]
    public void Twenty_seeds([Range(1, 20)] int seed, [Values] bool isAll) => Disturb(seed, isAll);

    [OneTimeTearDown]
    public void Both_ends_were_met()
    {
        TestContext.Progress.WriteLine(string.Join(", ",
            Seen.CountBy(state => state).Select(one => $"{one.Key}: {one.Value}")));
        Assert.That(Seen, Has.Some.EqualTo(NodeState.Hardened).And.Some.EqualTo(NodeState.Failed),
            "a kill after which all was there, or nothing, shows little");
    }

    private static void Disturb(int seed, bool isAll)
    {
        var random = new Random(seed);
        using var night = new LoadedNight(Slow.Value, Flushes[seed % Flushes.Length], retries: seed / 4 % 3);
        var before = LoadedNight.Tables.Count * LoadedNight.RowsBefore;
        var all = LoadedNight.Tables.Count * LoadedNight.RowsTonight;
        var moment = random.Next(before + 1, all);
        night.HaltLogWriter();
        var killer = Task.Factory.StartNew(() => Kill(night, moment, random, isAll), TaskCreationOptions.LongRunning);

        var called = night.Run("Nightly");
        killer.Wait();
        var states = night.States();

        Seen.AddRange(states.Values);
        Assert.That(states.Values, Is.All.AnyOf(NodeState.Hardened, NodeState.Failed), called.Text);
        foreach (var (name, _) in states.Where(one => one.Value == NodeState.Hardened))
        {
            var table = name.Split('/')[1];
            Assert.That(night.Rows(table), Is.EqualTo(Expected(table)), $"{name} was called hardened\n{called.Text}");
        }

        Continue(night);
        Assert.That(LoadedNight.Tables.Select(night.Rows), Is.EqualTo(Undisturbed.Value.Rows));
        Assert.That(night.Watermarks(), Is.EqualTo(Undisturbed.Value.Watermarks));
    }

    private static void Continue(LoadedNight night)
    {
        for (var i = 0; i < Attempts && night.Again() is { Count: > 0 } again; i++)
        {
            Assert.That(night.States().Where(one => one.Value == NodeState.Hardened).Select(one => one.Key)
                .Intersect(again), Is.Empty);
            _ = night.Run(["Nightly", .. again.SelectMany(name => new[] { "-s", name })]);
        }

        Assert.That(night.Again(), Is.Empty);
    }

    private static void Kill(LoadedNight night, int moment, Random random, bool isAll)
    {
        try
        {
            night.AwaitRows(moment);
        }
        catch
        {
            // Whatever the night waits for, it ends with its server, and the test says what was wrong.
            Slow.Value.Kill();
            throw;
        }

        if (isAll)
        {
            Slow.Value.Kill();
        }
        else
        {
            // One may end by itself before it is killed.
            _ = night.Sessions() is { Length: > 0 } sessions
                && random.GetItems(sessions, SessionsTried).Any(Slow.Value.KillSession);
        }

        night.AwaitServer();
    }

    private static string[] Expected(string table) =>
        Undisturbed.Value.Rows[LoadedNight.Tables.ToList().IndexOf(table)];

    private static (string[][] Rows, IReadOnlyDictionary<string, string?> Watermarks) RunUndisturbed()
    {
        using var night = new LoadedNight(Slow.Value, "run", retries: 0);
        Assert.That(night.Run("Nightly").ExitCode, Is.Zero);
        return ([.. LoadedNight.Tables.Select(night.Rows)], night.Watermarks());
    }
}
