using Orchestrator.Core;
using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;
using Orchestrator.Service.Reading;
using Orchestrator.Service.Scheduling;
using Orchestrator.Service.Tests.Scheduling;

namespace Orchestrator.Service.Tests.Reading;

/// <summary>What was due and has no run is found, with what kept it.</summary>
internal sealed class MissedStartsTests
{
    private static readonly DateTimeOffset Due = new(2026, 2, 2, 2, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset Now = Due.AddHours(5);

    [TestCase(FiringState.PassedOver, "passed over: paused", true)]
    [TestCase(FiringState.Ended, "no run began: paused", false)]
    [TestCase(FiringState.Claimed, "its run has not begun yet", false)]
    public void A_firing_without_a_run_is_told_with_its_reason(FiringState state, string why, bool isMeant)
    {
        var missed = Of(new ScheduleReading { Newest = [Firing(state)] });

        Assert.That(missed, Is.EqualTo(new[] { new MissedStart("Nightly", "night", Due, why, isMeant) }));
    }

    [Test]
    public void A_firing_that_has_a_run_or_was_claimed_just_now_is_not_missed()
    {
        Assert.That(Of(new ScheduleReading { Newest = [Firing(FiringState.Running) with { Run = 7 }] }), Is.Empty);
        Assert.That(
            Of(new ScheduleReading { Newest = [Firing(FiringState.Claimed) with { Claimed = Now }] }), Is.Empty);
    }

    [Test]
    public void What_has_run_since_is_not_missed()
    {
        using var nights = Nights.Several(isAtWork: false);
        var reading = new ScheduleReading { Newest = [Firing(FiringState.PassedOver)] };

        var before = MissedStarts.Of(reading, NightsOf(nights), Now);
        nights.Add(FailedNight.Plan, Nights.Well, -3);
        var after = MissedStarts.Of(reading, NightsOf(nights), Now);

        Assert.That((before.Count, after.Count), Is.EqualTo((1, 0)));
    }

    [Test]
    public void What_a_trigger_missed_that_is_in_force_no_more_is_not_told()
    {
        var reading = new ScheduleReading { Newest = [Firing(FiringState.PassedOver)] };
        var triggers = new SchedulerState { HasDefinitions = true, Triggers = [(SchedulerRig.Nightly(), null)] };

        Assert.That(Of(reading with { Scheduler = triggers }), Has.Exactly(1).Items);
        Assert.That(Of(reading with { Scheduler = triggers with { Triggers = [] } }), Is.Empty);
        Assert.That(Of(reading with { Scheduler = new SchedulerState() }), Has.Exactly(1).Items, "nobody knows yet");
    }

    [Test]
    public void Who_went_on_with_a_run_that_had_nothing_left_to_do_missed_nothing() => Assert.That(
        Of(new ScheduleReading { Newest = [Firing(FiringState.Ended) with { Outcome = RunVerdict.Succeeded }] }),
        Is.Empty);

    [Test]
    public void What_is_due_by_the_clock_and_was_not_claimed_is_told_with_what_holds_it_up()
    {
        var reading = new ScheduleReading { Scheduler = State() };

        Assert.That(Of(reading).Single().Why, Is.EqualTo("the service has not come to it"));
        Assert.That(Of(reading with { Scheduler = State() with { Trouble = "disk full" } }).Single().Why,
            Does.EndWith("cannot write its ledger: disk full"));
        Assert.That(Of(reading with { Scheduler = State() with { IsStopping = true } }).Single().Why,
            Is.EqualTo("the service is being stopped"));
        Assert.That(Of(reading with { Firings = [Firing(FiringState.Running) with { Run = 7, Trigger = "other" }] })
            .Single().Why, Is.EqualTo("run 7 of the batch is still at work"));
    }

    [Test]
    public void What_a_pause_holds_back_is_meant_and_comes_after_what_is_not()
    {
        var pause = new SchedulePause
        {
            Of = new PausedPart(SchedulerRig.Environment, "Nightly"),
            Paused = Due.AddHours(-1),
            PausedBy = "anna",
            Reason = "index rebuild",
        };
        var missed = Of(new ScheduleReading
        {
            Scheduler = State(),
            Pauses = [pause],
            Newest = [Firing(FiringState.Ended) with { Batch = "Hourly" }],
        });

        Assert.That(missed.Select(each => (each.Batch, each.IsMeant)), Is.EqualTo(
            new[] { ("Hourly", false), ("Nightly", true) }));
        Assert.That(missed[1].Why, Does.Contain("is paused by anna: index rebuild"));
    }

    [Test]
    public void What_is_due_a_moment_ago_is_not_missed() => Assert.That(MissedStarts.Of(
        new ScheduleReading { Scheduler = State() }, [], Due + FiringRules.OnTimeMax), Is.Empty);

    private static IReadOnlyList<MissedStart> Of(ScheduleReading reading) => MissedStarts.Of(reading, [], Now);

    private static IReadOnlyList<BatchNight> NightsOf(Nights nights)
    {
        using var reader = Orchestrator.Ledger.LedgerReader.Open(nights.Location, TimeProvider.System)!;
        var digests = new Digests(
            Orchestrator.Runner.Text.OutsideText.WithoutSecrets, verb => verb, TimeProvider.System);
        return new LastNight(digests, "prod").Of(reader);
    }

    private static SchedulerState State() => new()
    {
        Triggers = [(SchedulerRig.Nightly(), new Firing(Due, Due.DateTime))],
    };

    private static FiringRecord Firing(FiringState state) => new()
    {
        Number = 1,
        Batch = "Nightly",
        Trigger = "night",
        Environment = SchedulerRig.Environment,
        Scheduled = Due,
        AsOf = DateOnly.FromDateTime(Due.Date),
        LocalTime = "2026-02-02 02:00:00 UTC",
        Cause = FiringCause.Schedule,
        State = state,
        Why = "paused",
        Service = 1,
        Token = 1,
        Who = "",
        Claimed = Due,
    };
}
