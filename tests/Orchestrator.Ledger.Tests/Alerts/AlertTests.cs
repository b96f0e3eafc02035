using Orchestrator.Ledger.Alerts;
using Orchestrator.Ledger.Purging;

namespace Orchestrator.Ledger.Tests.Alerts;

internal sealed class AlertTests(Place place) : ConformanceFixture(place)
{
    private static readonly TimeSpan Collect = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Quiet = TimeSpan.FromMinutes(15);
    private static readonly TimeSpan Lease = TimeSpan.FromMinutes(5);

    private MovedClock _clock = new(Began);

    [SetUp]
    public void Begin() => _clock = new MovedClock(Began);

    [Test]
    public void What_happened_is_noted_once_whoever_sees_it_how_often()
    {
        var (one, other) = (Open(), Open());

        var counts = new[] { Note(one, Failed(1)), Note(other, Failed(1)), Note(one, Failed(1), Failed(2)) };

        Assert.That(counts, Is.EqualTo(new[] { 1, 0, 1 }));
        Assert.That(All().Select(record => (record.Notice.Occurrence, record.State, record.Message, record.Due)),
            Is.EqualTo(new[]
            {
                ("run:2", AlertState.Waiting, "", Began + Collect), ("run:1", AlertState.Waiting, "", Began + Collect),
            }));
    }

    [Test]
    public void The_same_for_another_alert_or_target_is_another()
    {
        var count = Note(Open(), Failed(1), Failed(1) with { Alert = "boss" }, Failed(1) with { TargetHash = "h2" },
            Failed(1) with { Batch = "Hourly" });

        Assert.That(count, Is.EqualTo(4));
    }

    [Test]
    public void What_is_noted_comes_back_as_it_was()
    {
        var notice = Failed(7) with { Detail = "{\"a\":\"ü\\n'\"}", Cause = "Crm 53 \"x\"" };

        Note(Open(), notice);

        Assert.That(All().Single().Notice, Is.EqualTo(notice));
    }

    [Test]
    public void Nothing_is_claimed_before_it_is_due_and_then_all_of_one_cause_goes_together()
    {
        var ledger = Open();
        Note(ledger, Failed(1), Failed(2), Failed(3) with { Cause = "other" }, Failed(4) with { TargetHash = "h2" });
        var early = ledger.Claim(10, Lease);
        _clock.Move(Collect);
        Note(ledger, Failed(5));

        var busy = ledger.Claim(10, Lease, hash => hash is not ("h1" or "h2"));
        var claimed = ledger.Claim(10, Lease).Concat(ledger.Claim(10, Lease)).ToList();

        Assert.That(early.Concat(busy), Is.Empty);
        Assert.That(claimed.Select(message => string.Join(' ', message.Records.Select(one => one.Notice.Run))),
            Is.EqualTo(new[] { "1 2 5", "4", "3" }));
        Assert.That(claimed.Select(message => message.Id).Distinct().Count(), Is.EqualTo(3));
        Assert.That(claimed.Select(message => message.Tries), Is.All.EqualTo(1));
    }

    [Test]
    public void A_message_is_claimed_by_one_service_until_its_time_is_over_and_keeps_its_name()
    {
        var (one, other) = (Open(), Open());
        Note(one, Failed(1));
        _clock.Move(Collect);
        var first = one.Claim(10, Lease).Single();
        var beside = other.Claim(10, Lease);
        _clock.Move(Lease);

        var second = other.Claim(10, Lease).Single();

        Assert.That(beside, Is.Empty);
        Assert.That((second.Id, second.Tries), Is.EqualTo((first.Id, 2)));
        Assert.That(one.End(first, new AlertOutcome(AlertState.GivenUp, _clock.Now, "late")), Is.False);
        Assert.That(other.End(second, new AlertOutcome(AlertState.Sent, _clock.Now, "")), Is.True);
        Assert.That(All().Single().State, Is.EqualTo(AlertState.Sent));
    }

    [Test]
    public void What_failed_is_tried_again_by_the_same_name_and_what_comes_meanwhile_goes_apart()
    {
        var ledger = Open();
        Note(ledger, Failed(1));
        _clock.Move(Collect);
        var first = ledger.Claim(10, Lease).Single();
        ledger.End(first, new AlertOutcome(AlertState.Waiting, _clock.Now + Collect, "503"));
        Note(ledger, Failed(2));
        var early = ledger.Claim(10, Lease);
        _clock.Move(Collect);

        var again = ledger.Claim(10, Lease).Single();

        Assert.That(early, Is.Empty);
        Assert.That((again.Id, again.Tries, again.Records.Single().Notice.Run), Is.EqualTo((first.Id, 2, (long?)1)));
        Assert.That(again.Records[0].LastError, Is.EqualTo("503"));
    }

    [Test]
    public void A_target_that_was_told_of_a_cause_is_left_alone_for_a_while()
    {
        var ledger = Open();
        Note(ledger, Failed(1));
        _clock.Move(Collect);
        ledger.End(ledger.Claim(10, Lease).Single(), new AlertOutcome(AlertState.Sent, _clock.Now, ""));
        var told = _clock.Now;
        _clock.Move(Collect);

        Note(ledger, Failed(2), Failed(3) with { Cause = "other" });
        _clock.Move(Quiet);
        Note(ledger, Failed(4));

        Assert.That(All().Select(record => (record.Notice.Run, record.Due)), Is.EqualTo(new (long?, DateTimeOffset)[]
        {
            (4, _clock.Now + Collect), (3, told + Collect + Collect), (2, told + Quiet), (1, told),
        }));
    }

    [Test]
    public void An_alert_is_known_since_it_was_declared_first_and_is_new_when_it_comes_back()
    {
        var ledger = Open();
        ledger.Define([("Nightly", "ops"), ("Nightly", "boss")]);
        _clock.Move(Quiet);
        ledger.Define([("Nightly", "ops")]);

        var known = ledger.Define([("Nightly", "ops"), ("Nightly", "boss")]);

        Assert.That(known, Is.EqualTo(new[]
        {
            new KnownAlert("Nightly", "boss", _clock.Now), new KnownAlert("Nightly", "ops", Began),
        }));
    }

    [Test]
    public void A_purge_takes_what_has_ended_long_ago()
    {
        var ledger = Open();
        Note(ledger, Failed(1), Failed(2) with { Cause = "other" }, Failed(3) with { Cause = "third" });
        _clock.Move(Collect);
        var claimed = ledger.Claim(10, Lease).Concat(ledger.Claim(10, Lease)).ToList();
        ledger.End(claimed[0], new AlertOutcome(AlertState.Sent, _clock.Now, ""));
        ledger.End(claimed[1], new AlertOutcome(AlertState.Waiting, _clock.Now, "503"));
        var limits = new PurgeLimits("default", _clock.Now.AddDays(1), _clock.Now.AddDays(1));
        var work = LedgerPurge.Look(Location, TimeProvider.System, limits)!;

        LedgerPurge.Do(Location, TimeProvider.System, work, _ => { }, CancellationToken.None);

        Assert.That(work.Service.Others, Is.EqualTo(1));
        Assert.That(All().Select(record => record.Notice.Run), Is.EqualTo(new long?[] { 3, 2 }));
    }

    [Test]
    public void A_file_of_before_reads_as_one_without_alerts()
    {
        Assume.That(Place, Is.EqualTo(Place.Sqlite), "one on a server is migrated first");
        var wait = new LedgerWait(new LedgerPatience(), TimeProvider.System) { Version = 13 };
        Location.OpenForWriting(TimeProvider.System, wait).Dispose();

        Assert.That(All(), Is.Empty);
    }

    private AlertLedger Open() => new(Location, _clock, "default");

    private static int Note(AlertLedger ledger, params AlertNotice[] notices) => ledger.Note(notices, Collect, Quiet);

    private IReadOnlyList<AlertRecord> All()
    {
        using var reader = Read();
        return reader.Alerts("default");
    }

    private static AlertNotice Failed(long run) => new()
    {
        Environment = "default",
        Batch = "Nightly",
        Alert = "ops",
        Event = "Failed",
        Target = "mailto:ops@example.org",
        TargetHash = "h1",
        Occurrence = $"run:{run}",
        Cause = "Crm 53",
        Run = run,
        Detail = "{}",
    };

    private sealed class MovedClock(DateTimeOffset now) : TimeProvider
    {
        public DateTimeOffset Now { get; private set; } = now;

        public void Move(TimeSpan by) => Now += by;

        public override DateTimeOffset GetUtcNow() => Now;
    }
}
