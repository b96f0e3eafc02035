using Orchestrator.Data.PostgreSql;
using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Runner.Tests.Monitoring;

/// <summary>What is kept of what a server shows, over a clock that moves by the pauses alone.</summary>
internal sealed class MonitorLoopTests
{
    private TemporaryFolder _folder = null!;
    private FakeTime _time = null!;
    private FakePlans _plans = null!;
    private List<PlanChange> _changes = null!;
    private List<string> _said = null!;
    private List<TimeSpan> _pauses = null!;

    [SetUp]
    public void Make()
    {
        (_folder, _time, _plans) = (new TemporaryFolder(), new FakeTime(), new FakePlans());
        (_changes, _said, _pauses) = ([], [], []);
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void Twenty_thousand_samples_of_ten_plans_store_ten() => StoreTen(20_000, bytesMax: 4 << 20);

    [Test]
    [Category("Full")]
    public void A_hundred_thousand_samples_of_ten_plans_store_ten() => StoreTen(100_000, bytesMax: 16 << 20);

    private void StoreTen(int samples, long bytesMax)
    {
        for (var i = 0; i < 10; i++)
        {
            _plans.Set($"k{i}", "1", $"SELECT a{i}x FROM t", $"Seq Scan on t{i}x", wait: i < 2 ? "CPU" : null);
        }

        var period = Watch(samples);

        using var reader = Reader();
        var watch = reader.Watches("Dwh", "prod", DateTimeOffset.MinValue).Single();
        var kept = reader.Sightings(null, null, DateTimeOffset.MinValue);
        Assert.That((period.Looks, watch.Statements, watch.Plans), Is.EqualTo((samples, 10, 10)));
        Assert.That(kept, Has.Count.EqualTo(10));
        Assert.That(kept.Select(one => one.Seen), Has.All.EqualTo(samples));
        Assert.That(watch.Waits.Single().Seen, Is.EqualTo(2 * samples));
        Assert.That(new FileInfo(FileName).Length, Is.LessThan(bytesMax));
    }

    [Test]
    public void A_change_is_told_and_kept_from_plan_to_plan_with_its_sessions()
    {
        _plans.Set("k", "1", "SELECT a FROM t WHERE b = 5", "Seq Scan on t", "psql");
        _plans.OnLook = () =>
        {
            if (_plans.Looks == 4)
            {
                _plans.Set("k", "2", "SELECT a FROM t WHERE b = 5", "Index Scan using i on t", "etl");
            }
        };

        Watch(looks: 6);

        using var reader = Reader();
        var kept = reader.Sightings("Dwh", "prod", DateTimeOffset.MinValue);
        Assert.That(kept.Select(one => (one.Statement, one.Seen, one.IsChange)), Is.EqualTo(new[]
        {
            ("SELECT a FROM t WHERE b = ?", 3L, false), ("SELECT a FROM t WHERE b = ?", 3L, true),
        }));
        Assert.That(kept[1].Before, Is.EqualTo(new EarlierPlan(kept[0].Plan, kept[0].Shape, kept[0].Last)));
        Assert.That(kept.SelectMany(one => one.Sessions), Is.EqualTo(new[] { "psql", "etl" }));
        Assert.That(_changes.Single(), Is.EqualTo(new PlanChange(
            kept[1].First, "SELECT a FROM t WHERE b = ?", kept[0].Plan, kept[1].Plan, IsOfSameShape: false)));
        Assert.That(reader.Plans(kept[1].Plan[..8]).Single().Text, Is.EqualTo("Index Scan using i on t"));
    }

    [Test]
    public void A_change_is_told_also_where_the_server_refused_to_say_in_between()
    {
        _plans.Set("k", "1", "SELECT 1", "Seq Scan on t");
        _plans.OnLook = () =>
        {
            if (_plans.Looks is 3 or 5)
            {
                _plans.Set("k", $"{_plans.Looks}", "SELECT 1", _plans.Looks == 3 ? "" : "Index Scan using i on t");
            }
        };

        Watch(looks: 6);

        using var reader = Reader();
        var kept = reader.Sightings(null, null, DateTimeOffset.MinValue);
        Assert.That(kept, Has.Count.EqualTo(2));
        Assert.That(_changes.Select(change => (change.From, change.To)),
            Is.EqualTo(new[] { (kept[0].Plan, kept[1].Plan) }));
    }

    [Test]
    public void A_signature_that_changes_without_its_plan_costs_a_look_and_is_no_change()
    {
        _plans.Set("k", "1", "SELECT 1", "Result");
        _plans.OnLook = () => _plans.Set("k", $"{_plans.Looks / 2}", "SELECT 1", "Result");

        Watch(looks: 6);

        Assert.That(_changes, Is.Empty);
        Assert.That(_plans.Fetches, Is.EqualTo(4));
        using var reader = Reader();
        Assert.That(reader.Sightings(null, null, DateTimeOffset.MinValue).Single().Seen, Is.EqualTo(6));
    }

    [Test]
    public void A_second_watching_goes_on_with_what_the_first_has_kept()
    {
        _plans.Set("k", "1", "SELECT 1", "Result");
        Watch(looks: 3);
        Watch(looks: 3);
        _plans.Set("k", "1", "SELECT 1", "Seq Scan on t");
        Watch(looks: 1);

        using var reader = Reader();
        Assert.That(reader.Sightings(null, null, DateTimeOffset.MinValue).Select(one => (one.Seen, one.IsChange)),
            Is.EqualTo(new[] { (6L, false), (1L, true) }));
        Assert.That(_changes, Has.Count.EqualTo(1), "it changed while nobody watched");
        Assert.That(reader.Watches(null, null, DateTimeOffset.MinValue).Single().Periods, Has.Count.EqualTo(3));
    }

    [Test]
    public void What_has_no_plan_is_counted_with_its_reason_and_asked_for_once()
    {
        _plans.Set("k", "1", "SELECT 1", "");
        _plans.Missing = ["statements of other users: not available"];

        var period = Watch(looks: 5);

        Assert.That(_plans.Fetches, Is.EqualTo(1));
        Assert.That(period.Unseen, Is.EqualTo(new[]
        {
            "statements of other users: not available", "5 × without a plan: refused",
        }));
    }

    [Test]
    public void Plans_that_cost_more_than_their_share_wait_for_a_later_look()
    {
        for (var i = 0; i < 10; i++)
        {
            _plans.Set($"k{i}", "1", $"SELECT a{i}x", $"Seq Scan on t{i}x");
        }

        _plans.OnFetch = () => _time.Advance(TimeSpan.FromMilliseconds(20));

        var period = Watch(looks: 1);

        Assert.That(_plans.Fetches, Is.EqualTo(2), "25 ms of 5 s");
        Assert.That(period.Unseen.Single(), Is.EqualTo("8 × without a plan: left for a later look"));
    }

    [Test]
    public void It_looks_less_often_where_a_look_is_not_cheap_and_stays_below_one_percent()
    {
        _plans.OnLook = () => _time.Advance(TimeSpan.FromMilliseconds(200));

        var period = Watch(looks: 200);

        Assert.That(_pauses.Take(2), Has.All.EqualTo(TimeSpan.FromSeconds(5)), "while its code is made ready");
        Assert.That(_pauses.Skip(2).SkipLast(1), Has.All.EqualTo(TimeSpan.FromSeconds(40)));
        Assert.That(period.Share, Is.LessThan(0.01));
    }

    [Test]
    public void A_lost_connection_is_told_once_and_tried_again_at_growing_intervals()
    {
        _plans.Set("k", "1", "SELECT 1", "Result");
        _plans.OnLook = () =>
        {
            if (_plans.Looks is 3 or 4 or 5)
            {
                throw new TimeoutException("gone");
            }
        };

        Watch(looks: 7);

        Assert.That(_said, Is.EqualTo(new[]
        {
            "The connection 'Dwh' cannot be looked at, which is tried again: gone",
            "The connection 'Dwh' can be looked at again.",
        }));
        Assert.That(_pauses[2..5].Select(one => one.TotalSeconds), Is.EqualTo(new[] { 5.0, 10, 20 }));
        Assert.That(_plans.Opened, Is.EqualTo(4));
    }

    [Test]
    public void What_ran_while_the_connection_was_lost_is_asked_for_once_it_is_back()
    {
        _plans.OnLook = () =>
        {
            if (_plans.Looks is 3 or 4 or 5)
            {
                throw new TimeoutException("gone");
            }
        };

        Watch(looks: 7);

        Assert.That(_plans.Since[2..].Select(since => since.TotalSeconds),
            Is.EqualTo(new[] { 6.0, 11, 21, 41, 6 }), "since the second look, and a second for clocks");
    }

    [Test]
    public void Texts_of_one_statement_with_a_plan_each_are_no_change_nor_are_they_for_who_watches_again()
    {
        _plans.Set("k1", "1", "SELECT a FROM t WHERE b = 5", "Seq Scan on t");
        _plans.Set("k2", "1", "SELECT a FROM t WHERE b = 6", "Index Scan using i on t");

        Watch(looks: 3);
        Watch(looks: 3);

        Assert.That(_changes, Is.Empty);
        using var reader = Reader();
        Assert.That(reader.Sightings(null, null, DateTimeOffset.MinValue).Select(one => one.Seen),
            Is.EqualTo(new[] { 6L, 6 }));
    }

    [Test]
    public void A_plan_that_came_back_while_nobody_watched_is_a_change()
    {
        _plans.Set("k", "1", "SELECT 1", "Result");
        _plans.OnLook = () => _plans.Set(
            "k", $"{_plans.Looks}", "SELECT 1", _plans.Looks == 2 ? "Seq Scan on t" : "Result");

        Watch(looks: 2);
        Watch(looks: 1);

        Assert.That(_changes.Select(change => change.To).Distinct().Count(), Is.EqualTo(2));
        Assert.That(_changes[1].To, Is.EqualTo(_changes[0].From));
    }

    [Test]
    public void Short_watches_remove_what_is_too_old_and_keep_the_log_small()
    {
        var random = new Random(1);
        for (var day = 0; day < 80; day++)
        {
            _plans.Set("k", $"{day}", $"SELECT a{day}x", $"Seq Scan on t{day}x\n" + string.Concat(
                Enumerable.Range(0, 200_000).Select(_ => (char)random.Next('A', 'z'))));
            Watch(looks: 1);
            _time.Advance(TimeSpan.FromDays(1));
        }

        using var reader = Reader();
        Assert.That(reader.Sightings(null, null, DateTimeOffset.MinValue), Has.Count.InRange(30, 31));
        Assert.That(new FileInfo(FileName + "-wal").Length, Is.LessThan(6 << 20));
    }

    [Test]
    public void A_failure_of_its_own_is_none_of_the_database_and_ends_it()
    {
        _plans.OnLook = () => throw new InvalidOperationException("a bug");

        Assert.That(() => Watch(looks: 2), Throws.InvalidOperationException);
    }

    [Test]
    public void It_ends_when_its_time_is_over_and_keeps_all_that_it_has_seen()
    {
        _plans.Set("k", "1", "SELECT 1", "Result");
        using var loop = new MonitorLoop(
            Request() with { For = TimeSpan.FromSeconds(12) }, Pause, () => TimeSpan.Zero);

        var period = loop.Run();

        Assert.That((period.Looks, period.Ended - period.Began), Is.EqualTo((3, TimeSpan.FromSeconds(12))));
        using var reader = Reader();
        Assert.That(reader.Sightings(null, null, DateTimeOffset.MinValue).Single().Seen, Is.EqualTo(3));
    }

    [Test]
    public void What_was_seen_half_a_minute_ago_is_there_for_who_reads_meanwhile()
    {
        _plans.Set("k", "1", "SELECT 1", "Result");
        long seen = 0;
        _plans.OnLook = () =>
        {
            if (_plans.Looks == 10)
            {
                using var reader = Reader();
                seen = reader.Sightings(null, null, DateTimeOffset.MinValue).Single().Seen;
            }
        };

        Watch(looks: 10);

        Assert.That(seen, Is.EqualTo(7));
    }

    [Test]
    public void Two_do_not_watch_one_connection_and_two_connections_can_be_watched()
    {
        using var one = MonitorLock.TryTake(_folder.Path, "Dwh", "prod");

        using var second = MonitorLock.TryTake(_folder.Path, "Dwh", "prod");
        using var other = MonitorLock.TryTake(_folder.Path, "Crm", "prod");

        Assert.That((one is null, second is null, other is null), Is.EqualTo((false, true, false)));
    }

    private string FileName => Path.Combine(_folder.Path, "monitor.db");

    private MonitorPeriod Watch(int looks)
    {
        var left = looks;
        using var loop = new MonitorLoop(
            Request(), wait => Pause(wait) || --left == 0, () => TimeSpan.Zero);
        return loop.Run();
    }

    private bool Pause(TimeSpan wait)
    {
        _pauses.Add(wait);
        _time.Advance(wait);
        return false;
    }

    private MonitorReader Reader() => MonitorReader.Open(FileName, TimeProvider.System)!;

    private MonitorRequest Request() => new()
    {
        Connection = "Dwh",
        Environment = "prod",
        Platform = new PostgreSqlPlatform(),
        Open = _plans.Open,
        Explain = fault => fault is TimeoutException ? fault.Message : null,
        File = FileName,
        Time = _time,
        Changed = _changes.Add,
        Say = _said.Add,
    };
}
