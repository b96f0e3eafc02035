using Orchestrator.Data.Evidence;
using Orchestrator.Data.Sqlite;
using Orchestrator.Lab.Monitoring;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests.Monitoring;

/// <summary>The file keeps what its limits say: the oldest goes first, and what nothing refers to.</summary>
internal sealed class MonitorBoundsTests
{
    private static readonly DateTimeOffset Begin = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private TemporaryFolder _folder = null!;
    private MonitorStore _store = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _store = new MonitorStore(Path.Combine(_folder.Path, "monitor.db"), "Dwh", "prod", "PostgreSQL",
            TimeProvider.System, CancellationToken.None);
    }

    [TearDown]
    public void Remove()
    {
        _store.Dispose();
        _folder.Dispose();
    }

    [Test]
    public void What_is_too_old_goes_and_with_it_plans_and_statements_that_nothing_refers_to()
    {
        Fill(days: 10);

        var isGone = Trim(new MonitorLimits { AgeMax = TimeSpan.FromDays(3) });

        Assert.That(isGone, Is.True);
        Assert.That(Counts(), Is.EqualTo((3L * 24, 3L * 24, 4L, 4L, 4L)), "the three days, and the shared plan");
    }

    [Test]
    public void What_is_young_stays()
    {
        Fill(days: 10);
        var before = Counts();

        Assert.That(Trim(new MonitorLimits()), Is.False);
        Assert.That(Counts(), Is.EqualTo(before));
    }

    [Test]
    public void What_is_too_much_goes_the_oldest_first_until_it_fits()
    {
        Fill(days: 200, chars: 20_000);
        using var bounds = new MonitorBounds(_store.Database, new MonitorLimits { BytesMax = 1 << 20 }, default);
        var before = bounds.Bytes;

        bounds.Trim(Begin);

        Assert.That(before, Is.GreaterThan(1 << 20));
        Assert.That(bounds.Bytes, Is.LessThanOrEqualTo(1 << 20));
        Assert.That(Count("SELECT max(first_at) FROM sightings"),
            Is.EqualTo(Instant.Of(Begin.AddDays(199))), "the newest is there");
        Assert.That(Count("SELECT count(*) FROM samples"), Is.GreaterThan(0));
        Assert.That(Count("SELECT count(*) FROM plans WHERE plan NOT IN (SELECT plan FROM sightings)"), Is.Zero);
    }

    [Test]
    public void The_file_stays_as_large_as_its_limit_however_long_it_is_written_to()
    {
        using var bounds = new MonitorBounds(_store.Database, new MonitorLimits { BytesMax = 1 << 20 }, default);
        for (var round = 0; round < 10; round++)
        {
            Fill(days: 60, from: round * 60, chars: 20_000);
            if (bounds.Trim(Begin))
            {
                _store.Forget();
            }

            MonitorCheckpoint.WhenLarge(_store.Database, 1 << 17, TimeProvider.System);
        }

        Assert.That(bounds.Bytes, Is.LessThanOrEqualTo(1 << 20));
        var file = Count("PRAGMA page_count") * Count("PRAGMA page_size");
        Assert.That(file, Is.LessThan(4 << 20), "what is free is used again");
        Assert.That(new FileInfo(_store.Database.Path + "-wal").Length, Is.LessThan(12 << 20));
    }

    [Test]
    public void A_limit_below_what_an_empty_file_takes_removes_all_and_ends()
    {
        Fill(days: 3);

        Assert.That(() => Trim(new MonitorLimits { BytesMax = 1 }), Throws.Nothing);
        Assert.That(Counts(), Is.EqualTo((0L, 0L, 0L, 0L, 0L)));
    }

    // A clock that was ahead and was put right: the first samples seem to be the youngest.
    [Test]
    public void Samples_of_a_clock_that_was_ahead_do_not_keep_what_is_too_much_from_going()
    {
        var samples = Enumerable.Range(0, 12_000).Select(i => new MonitorSample(
            Begin.AddDays(i < 600 ? 30 : 0).AddSeconds(i), 1, [("CPU", WaitClass.Cpu, 1)]));
        _store.Write(_store.Begin(Period(0)), Period(0), samples, []);
        var limits = new MonitorLimits { BytesMax = 1 << 18 };
        using var bounds = new MonitorBounds(_store.Database, limits, CancellationToken.None);
        var before = bounds.Bytes;

        bounds.Trim(Begin);

        Assert.That(before, Is.GreaterThan(limits.BytesMax));
        Assert.That(bounds.Bytes, Is.LessThanOrEqualTo(limits.BytesMax));
    }

    // A statement and a plan of its own for each day, one of both for all, and a sample each hour.
    private void Fill(int days, int from = 0, int chars = 20)
    {
        var number = _store.Begin(Period(from));
        var statement = _store.Statement("SELECT all");
        var all = new Sighting { Statement = statement, Plan = _store.Plan("Seq Scan on a", "s"), First = Begin };
        for (var day = from; day < from + days; day++)
        {
            var now = Begin.AddDays(day);
            var own = new Sighting
            {
                Statement = _store.Statement($"SELECT {day}"),
                Plan = _store.Plan($"Seq Scan on t{day}\n{Noise(day, chars)}", $"s{day}"),
                First = now,
                Last = now,
                Seen = 1,
            };
            (all.Last, all.Seen) = (now, 1);
            var samples = Enumerable.Range(0, 24)
                .Select(hour => new MonitorSample(now.AddHours(hour), 1, [("CPU", WaitClass.Cpu, 1)]));
            _store.Write(number, Period(day), samples, [own, all]);
            all.Kept();
        }
    }

    // What cannot be packed.
    private static string Noise(int seed, int chars)
    {
        var random = new Random(seed);
        return string.Concat(Enumerable.Range(0, chars).Select(_ => (char)random.Next(' ', '~')));
    }

    private static MonitorPeriod Period(int day) => new()
    {
        Connection = "Dwh",
        Began = Begin,
        Ended = Begin.AddDays(day),
    };

    private bool Trim(MonitorLimits limits)
    {
        using var bounds = new MonitorBounds(_store.Database, limits, CancellationToken.None);
        return bounds.Trim(Begin.AddDays(10));
    }

    private (long Samples, long Waits, long Sightings, long Plans, long Statements) Counts() => (
        Count("SELECT count(*) FROM samples"), Count("SELECT count(*) FROM sample_waits"),
        Count("SELECT count(*) FROM sightings"), Count("SELECT count(*) FROM plans"),
        Count("SELECT count(*) FROM statements"));

    private long Count(string sql) => SqliteScalar.Long(_store.Database, sql);
}
