using Orchestrator.Data.Evidence;
using Orchestrator.Runner.Evidence;

namespace Orchestrator.Runner.Tests.Evidence;

internal sealed class SamplerTests
{
    private static readonly TimeSpan Tenth = SampleRhythm.Shortest;

    private readonly List<IReadOnlyList<DatabaseEvidence>> _told = [];
    private readonly SemaphoreSlim _isTold = new(0);
    private FakeTime _time = null!;
    private AttemptMeters _meters = null!;

    [SetUp]
    public void Make()
    {
        (_time, _meters) = (new FakeTime(), new AttemptMeters());
        _told.Clear();
    }

    [OneTimeTearDown]
    public void Remove() => _isTold.Dispose();

    [Test]
    public void What_is_seen_counts_for_the_time_since_the_look_before_in_the_database_and_for_its_attempt()
    {
        var database = new FakeEvidence { Sessions = [new SeenSession(7, "IO:WALSync", WaitClass.LogWrite)] };
        var own = Begin(session: 7);
        var other = Begin(session: 8);
        using var sampler = Sample(database);
        database.Looked.Wait();
        _time.AdvanceToTimer(Tenth);
        database.Looked.Wait();
        database.Sessions =
        [
            new SeenSession(7, "IO:WALSync", WaitClass.LogWrite), new SeenSession(9, "CPU", WaitClass.Cpu),
        ];
        _time.AdvanceToTimer(Tenth);
        database.Looked.Wait();

        var found = sampler.End().Single();

        Assert.That(found.Waits, Is.EqualTo(new[]
        {
            new ServerWait("IO:WALSync", WaitClass.LogWrite, Tenth * 2, 3, IsSampled: true),
            new ServerWait("CPU", WaitClass.Cpu, Tenth, 1, IsSampled: true),
        }));
        Assert.That(own.Read()!.Waits, Is.EqualTo(new[]
        {
            new ServerWait("IO:WALSync", WaitClass.LogWrite, Tenth * 2, 3, IsSampled: true),
        }));
        Assert.That(other.Read(), Is.Null);
        Assert.That((found.Looks, database.IsDisposed), Is.EqualTo((3L, true)));
    }

    [Test]
    public void Counts_are_differences_from_the_beginning()
    {
        var database = new FakeEvidence { Counts = Counts(1000, 50) };
        using var sampler = Sample(database);
        database.Looked.Wait();
        database.Counts = Counts(1700, null);

        var total = sampler.End().Single().Total!;

        Assert.That((total.Commits, total.Flushes), Is.EqualTo((700L, (long?)null)));
    }

    [Test]
    public void Counts_that_somebody_has_cleared_meanwhile_count_from_there_and_never_backwards()
    {
        var database = new FakeEvidence { Counts = Counts(1000, 50) };
        using var sampler = Sample(database);
        database.Looked.Wait();
        database.Counts = Counts(30, 60);

        var total = sampler.End().Single().Total!;

        Assert.That((total.Commits, total.Flushes), Is.EqualTo((30L, (long?)10)));
    }

    [Test]
    public void Waits_that_the_server_counts_are_differences_too_and_what_was_not_waited_for_is_left_out()
    {
        var database = new FakeEvidence
        {
            CountsWaits = true,
            Counts = Counts(0, 0, Wait("WRITELOG", 10, 3), Wait("LCK_M_X", 5, 1)),
        };
        using var sampler = Sample(database);
        database.Looked.Wait();
        database.Counts = Counts(
            0, 0, Wait("WRITELOG", 14, 9), Wait("LCK_M_X", 5, 1), Wait("NEW", 2, 1));

        var found = sampler.End().Single();

        Assert.That(found.Waits, Is.EqualTo(new[] { Wait("WRITELOG", 4, 6), Wait("NEW", 2, 1) }));
        Assert.That(found.Total!.Waits[WaitClass.LogWrite], Is.EqualTo(TimeSpan.FromSeconds(4)));
    }

    [Test]
    public void What_was_seen_is_told_each_minute_and_what_was_told_is_not_given_again()
    {
        var database = new FakeEvidence { ServerTime = TimeSpan.FromSeconds(1) };
        Array.ForEach([0, 100, 200, 300, 1_000], commits => database.Coming.Enqueue(Counts(commits, 0)));
        using var sampler = Sample(database);
        database.Looked.Wait();
        for (var minute = 1; minute <= 3; minute++)
        {
            _time.AdvanceToTimer(SampleRhythm.Longest);
            _isTold.Wait();
        }

        _time.Advance(TimeSpan.FromSeconds(1));
        var last = sampler.End().Single();

        Assert.That(_told.Select(each => each.Single().Total!.Commits), Is.EqualTo(new long?[] { 100, 200, 300 }));
        Assert.That(_told.Select(each => each.Single().Looks), Is.EqualTo(new[] { 2, 3, 4 }));
        Assert.That(_told.SelectMany(each => each.Single().Samples).Concat(last.Samples).Select(one => one.Commits),
            Is.EqualTo(new long?[] { 0, 100, 200, 300, 1_000 }));
    }

    [Test]
    public void A_server_that_counts_waits_and_had_none_at_the_beginning_has_those_of_the_run()
    {
        var database = new FakeEvidence { CountsWaits = true };
        using var sampler = Sample(database);
        database.Looked.Wait();
        database.Counts = Counts(0, 0, Wait("WRITELOG", 3, 2));

        Assert.That(sampler.End().Single().Waits, Is.EqualTo(new[] { Wait("WRITELOG", 3, 2) }));
    }

    [Test]
    public void Waits_that_somebody_has_cleared_meanwhile_count_from_there_and_never_backwards()
    {
        var database = new FakeEvidence { CountsWaits = true, Counts = Counts(0, 0, Wait("WRITELOG", 10, 9)) };
        using var sampler = Sample(database);
        database.Looked.Wait();
        database.Counts = Counts(0, 0, Wait("WRITELOG", 4, 2));

        Assert.That(sampler.End().Single().Waits, Is.EqualTo(new[] { Wait("WRITELOG", 4, 2) }));
    }

    [Test]
    public void A_server_that_counts_waits_is_asked_each_second_and_in_between_for_nothing()
    {
        var database = new FakeEvidence { CountsWaits = true, ServerTime = TimeSpan.FromMilliseconds(1) };
        using var sampler = Sample(database);
        database.Looked.Wait();
        for (var tenth = 0; tenth < 10; tenth++)
        {
            _time.AdvanceToTimer(Tenth);
        }

        database.Looked.Wait();
        var found = sampler.End().Single();

        Assert.That((found.Looks, database.Looked.CurrentCount), Is.EqualTo((1L, 2)), "the end is told, then settled");
        Assert.That(found.ServerTime, Is.EqualTo(TimeSpan.FromMilliseconds(4)));
    }

    [Test]
    public void Looks_that_take_the_server_long_come_seldom()
    {
        var database = new FakeEvidence { ServerTime = TimeSpan.FromMilliseconds(4) };
        using var sampler = Sample(database);
        database.Looked.Wait();

        Assert.That(() => _time.AdvanceToTimer(TimeSpan.FromSeconds(1)), Throws.Nothing);
        database.Looked.Wait();
        Assert.That(sampler.End().Single().ServerTime, Is.EqualTo(TimeSpan.FromMilliseconds(8)));
    }

    [Test]
    public void A_database_that_fails_is_looked_at_no_more_and_says_so_and_the_others_are()
    {
        var (failing, other) = (new FakeEvidence { Fault = new IOException("gone") }, new FakeEvidence());
        failing.Missed.Add("flushes: not available");
        using var sampler = Sample(failing, other);
        other.Looked.Wait();
        _time.AdvanceToTimer(Tenth);
        other.Looked.Wait();

        var found = sampler.End();

        Assert.That(found[0].Missing, Is.EqualTo(new[]
        {
            "flushes: not available", "from 02:00:00 UTC on: not available: gone",
        }));
        Assert.That(failing.Looked.CurrentCount, Is.EqualTo(1));
        Assert.That(found[1].Missing, Is.Empty);
    }

    [Test]
    public void It_begins_with_the_first_session_of_a_package()
    {
        var database = new FakeEvidence();
        using var sampler = Begun(database);
        var began = _time.GetUtcNow() + Tenth;
        _time.Advance(Tenth);
        _meters.Opened();
        database.Looked.Wait();

        Assert.That(sampler.End().Single().Began, Is.EqualTo(began));
    }

    [Test]
    public void It_waits_for_the_first_session_no_longer_than_a_second()
    {
        var database = new FakeEvidence();
        using var sampler = Begun(database);
        _time.AdvanceToTimer(Sampler.Latest);
        database.Looked.Wait();

        Assert.That(sampler.End().Single().Looks, Is.EqualTo(1));
    }

    [Test]
    public void A_run_that_ends_before_that_knows_nothing_and_says_so()
    {
        using var sampler = Begun(new FakeEvidence());

        var found = sampler.End().Single();

        Assert.That(found.Missing,
            Is.EqualTo(new[] { "commits, flushes, waits: not available: no package had a session anywhere" }));
        Assert.That(found.Total, Is.Null);
    }

    [Test]
    public void What_its_thread_takes_counts_also_beside_the_looks_each_database_a_part()
    {
        var processor = TimeSpan.Zero;
        FakeEvidence[] databases =
        [
            new() { Works = work => processor += work }, new() { Works = work => processor += work },
        ];
        _meters.Opened();
        using var sampler = Begun(new SamplerClock(_time, () => processor, () => TimeSpan.Zero), databases);
        databases[0].Looked.Wait();
        databases[1].Looked.Wait();

        var found = sampler.End();

        // One look, one count at the beginning and two at the end.
        Assert.That(found.Select(one => one.ProcessorTime),
            Is.All.EqualTo(FakeEvidence.WorkOfLook + 3 * FakeEvidence.WorkOfCount));
    }

    [Test]
    public void A_database_that_cannot_be_opened_is_known_as_such_and_never_counted_as_zero()
    {
        _meters.Opened();
        using var sampler = new Sampler(
            [new WatchedDatabase("Staging", "PostgreSQL", () => throw new IOException("refused"))], _meters, Clock(),
            fault => fault.Message, Tell);

        var found = sampler.End().Single();

        Assert.That(found.Missing, Is.EqualTo(new[] { "commits, flushes, waits: not available: refused" }));
        Assert.That(found.Total, Is.Null);
    }

    [Test]
    public void Where_nothing_can_be_looked_at_there_is_no_evidence()
    {
        _meters.Opened();
        using var sampler = new Sampler(
            [new WatchedDatabase("Staging", "SQLite", () => null)], _meters, Clock(), fault => fault.Message,
            Tell);

        Assert.That(sampler.End(), Is.Empty);
    }

    private SamplerClock Clock() => new(_time, () => TimeSpan.Zero, () => TimeSpan.Zero);

    private Sampler Sample(params FakeEvidence[] databases)
    {
        _meters.Opened();
        return Begun(databases);
    }

    private Sampler Begun(params FakeEvidence[] databases) => Begun(Clock(), databases);

    private Sampler Begun(SamplerClock clock, params FakeEvidence[] databases) => new(
        [.. databases.Select(one => new WatchedDatabase("Staging", "PostgreSQL", () => one))], _meters, clock,
        fault => fault.Message, Tell);

    private void Tell(IReadOnlyList<DatabaseEvidence> seen)
    {
        _told.Add(seen);
        _isTold.Release();
    }

    private AttemptMeter Begin(long session)
    {
        var meter = new AttemptMeter();
        meter.Opened(session);
        _meters.Begin(meter, "Staging");
        return meter;
    }

    private static ServerWait Wait(string name, int seconds, long count) => new(
        name, name == "WRITELOG" ? WaitClass.LogWrite : WaitClass.Other, TimeSpan.FromSeconds(seconds), count,
        IsSampled: false);

    private static EvidenceCounts Counts(long commits, long? flushes, params ServerWait[] waits) =>
        new(commits, flushes, null, waits, TimeSpan.Zero);
}
