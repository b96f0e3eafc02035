using Orchestrator.Schedules;
using static Orchestrator.Core.Tests.Schedules.Known;

namespace Orchestrator.Core.Tests.Schedules;

internal sealed class FiringRulesTests
{
    private static readonly Schedule Nights = Schedule("0 0 2 * * ?");
    private static readonly DateTimeOffset Monday = Utc("2026-07-06 02:00");

    [Test]
    public void What_is_due_now_fires_under_each_policy([Values] MisfirePolicy policy)
    {
        var decision = FiringRules.Decide(Nights, new MisfireRule(policy), Since(Monday.AddDays(-1)), Monday);

        Assert.That(decision.Fire.Select(firing => firing.Instant), Is.EqualTo((DateTimeOffset[])[Monday]));
        Assert.That(decision.PassedOver, Is.Empty);
        Assert.That(decision.Known, Is.EqualTo(Monday));
    }

    [TestCase(MisfirePolicy.FireOnce, "08", "06 NewerFires, 07 NewerFires")]
    [TestCase(MisfirePolicy.FireEach, "06, 07, 08", "")]
    [TestCase(MisfirePolicy.Skip, "", "06 Missed, 07 Missed, 08 Missed")]
    public void Three_missed_nights(MisfirePolicy policy, string fired, string passedOver)
    {
        var decision = FiringRules.Decide(
            Nights, new MisfireRule(policy), Since(Monday.AddDays(-1)), Monday.AddDays(2.3));

        Assert.That(Told(decision), Is.EqualTo((fired, passedOver)));
    }

    [TestCase(MisfirePolicy.FireOnce, "08", "06 TooLate, 07 NewerFires")]
    [TestCase(MisfirePolicy.FireEach, "07, 08", "06 TooLate")]
    [TestCase(MisfirePolicy.Skip, "", "06 TooLate, 07 Missed, 08 Missed")]
    public void A_firing_that_would_be_too_late_is_passed_over(MisfirePolicy policy, string fired, string passedOver)
    {
        var rule = new MisfireRule(policy, TimeSpan.FromHours(36));

        var decision = FiringRules.Decide(Nights, rule, Since(Monday.AddDays(-1)), Monday.AddDays(2.3));

        Assert.That(Told(decision), Is.EqualTo((fired, passedOver)));
    }

    [Test]
    public void A_minute_late_is_in_time_and_a_second_more_is_not()
    {
        var skip = new MisfireRule(MisfirePolicy.Skip);
        var history = Since(Monday.AddHours(-1));

        var inTime = FiringRules.Decide(Nights, skip, history, Monday.AddSeconds(60));
        var late = FiringRules.Decide(Nights, skip, history, Monday.AddSeconds(61));

        Assert.That(Told(inTime), Is.EqualTo(("06", "")));
        Assert.That(Told(late), Is.EqualTo(("", "06 Missed")));
    }

    [Test]
    public void Of_several_within_a_minute_only_the_newest_is_in_time()
    {
        var seconds = new IntervalSchedule(TimeSpan.FromSeconds(10), Zone("UTC"));

        var decision = FiringRules.Decide(
            seconds, new MisfireRule(MisfirePolicy.Skip), Since(Monday), Monday.AddSeconds(35));

        Assert.That(decision.Fire.Select(firing => firing.Instant),
            Is.EqualTo((DateTimeOffset[])[Monday.AddSeconds(30)]));
        Assert.That(decision.PassedOver, Has.Count.EqualTo(2));
    }

    [Test]
    public void A_clock_that_is_set_back_fires_nothing_again_and_it_is_told_until_when()
    {
        var history = Since(Monday.AddDays(-3)) with { Known = Monday };

        var decision = FiringRules.Decide(Nights, new MisfireRule(), history, Monday.AddDays(-1));

        Assert.That(Told(decision), Is.EqualTo(("", "")));
        Assert.That(decision.BehindUntil, Is.EqualTo(Monday));
        Assert.That(decision.Known, Is.EqualTo(Monday));
    }

    [Test]
    public void A_trigger_owes_nothing_up_to_and_with_when_it_was_first_seen()
    {
        var each = new MisfireRule(MisfirePolicy.FireEach);

        var decision = FiringRules.Decide(Nights, each, Since(Monday), Monday.AddDays(1));

        Assert.That(Told(decision), Is.EqualTo(("07", "")));
    }

    [Test]
    public void While_it_is_paused_nothing_is_decided()
    {
        var history = Since(Monday.AddDays(-1)) with { Pauses = [new Pause(Monday.AddHours(1), null)] };

        var decision = FiringRules.Decide(Nights, new MisfireRule(), history, Monday.AddDays(3));

        Assert.That(Told(decision), Is.EqualTo(("", "")));
        Assert.That(decision.IsPaused, Is.True);
        Assert.That(decision.Known, Is.Null);
    }

    [Test]
    public void What_was_due_in_a_pause_is_passed_over_and_what_was_missed_before_it_is_not()
    {
        var history = Since(Monday.AddDays(-1)) with
        {
            Pauses = [new Pause(Monday.AddHours(1), Monday.AddDays(2).AddHours(1))],
        };

        var decision = FiringRules.Decide(Nights, new MisfireRule(), history, Monday.AddDays(2.5));

        Assert.That(Told(decision), Is.EqualTo(("06", "07 Paused, 08 Paused")));
    }

    [Test]
    public void A_pause_begins_with_its_first_instant_and_ends_before_its_last()
    {
        var pause = new Pause(Monday, Monday.AddDays(1));
        var history = Since(Monday.AddDays(-1)) with { Pauses = [pause] };

        var decision = FiringRules.Decide(Nights, new MisfireRule(MisfirePolicy.FireEach), history, Monday.AddDays(1));

        Assert.That(Told(decision), Is.EqualTo(("07", "06 Paused")));
    }

    [Test]
    public void After_a_year_of_every_minute_the_newest_are_kept_and_the_rest_is_counted()
    {
        var minutes = new IntervalSchedule(TimeSpan.FromMinutes(1), Zone("UTC"));
        var each = new MisfireRule(MisfirePolicy.FireEach);

        var decision = FiringRules.Decide(minutes, each, Since(Monday), Monday.AddDays(365));

        Assert.That(decision.Fire, Has.Count.EqualTo(FiringRules.DueMax));
        Assert.That(decision.Fire[^1].Instant, Is.EqualTo(Monday.AddDays(365)));
        Assert.That(decision.Older!.Count, Is.EqualTo(FiringRules.OlderMax));
        Assert.That(decision.Older.IsAtLeast, Is.True);
        Assert.That(decision.Older.First.Instant, Is.EqualTo(Monday.AddMinutes(1)));
    }

    [Test]
    public void The_rest_is_counted_to_the_last_one_where_it_is_not_endless()
    {
        var minutes = new IntervalSchedule(TimeSpan.FromMinutes(1), Zone("UTC"));
        var each = new MisfireRule(MisfirePolicy.FireEach);

        var decision = FiringRules.Decide(minutes, each, Since(Monday), Monday.AddDays(2));

        Assert.That(decision.Older, Is.EqualTo(
            new OlderFirings(2880 - FiringRules.DueMax, false, decision.Older!.First)));
    }

    private static TriggerHistory Since(DateTimeOffset since) => new() { Since = since };

    private static (string Fired, string PassedOver) Told(Decision decision) => (
        string.Join(", ", decision.Fire.Select(firing => $"{firing.Local:dd}")),
        string.Join(", ", decision.PassedOver.Select(over => $"{over.Firing.Local:dd} {over.Reason}")));
}
