using Orchestrator.Core.Alerts;

namespace Orchestrator.Core.Tests.Alerts;

internal sealed class AlertRulesTests
{
    private static readonly DateTimeOffset Now = new(2026, 7, 6, 5, 0, 0, TimeSpan.Zero);
    private static readonly DateTimeOffset LongAgo = Now.AddDays(-30);

    [Test]
    public void A_run_that_failed_is_told_with_its_cause_and_the_command()
    {
        var run = Ended(7, RunEnd.Failed) with
        {
            Failures = [Fault("Staging/a", "Crm"), Fault("Staging/b", "Dwh"), Fault("Staging/c", "Crm")],
            FailuresCount = 3,
        };

        var told = Find(new AlertFacts { Ended = [run] }, AlertEvent.Failed).Single();

        Assert.That((told.Key, told.Event, told.Run, told.Cause, told.Command, told.FailuresCount),
            Is.EqualTo(("Failed:7", AlertEvent.Failed, (long?)7, "Crm 53 Transient", "retry 7", 3)));
    }

    [Test]
    public void What_a_service_goes_on_with_and_what_the_alert_does_not_list_is_not_told()
    {
        var facts = new AlertFacts
        {
            Ended =
            [
                Ended(1, RunEnd.Failed) with { GoesOn = true }, Ended(2, RunEnd.Quiet), Ended(3, RunEnd.Warnings),
                Ended(4, RunEnd.Failed) with { Batch = "Hourly" },
            ],
        };

        Assert.That(Find(facts, AlertEvent.Failed), Is.Empty);
        Assert.That(Find(facts, AlertEvent.SucceededWithWarnings).Select(told => told.Run),
            Is.EqualTo(new long?[] { 3 }));
    }

    [Test]
    public void What_was_before_the_alert_or_longer_than_a_day_ago_is_not_told()
    {
        var facts = new AlertFacts
        {
            Ended =
            [
                Ended(1, RunEnd.Failed) with { Ended = Now.AddHours(-25) },
                Ended(2, RunEnd.Failed) with { Ended = Now.AddHours(-23) },
                Ended(3, RunEnd.Failed) with { Ended = Now.AddHours(-1) },
            ],
        };

        Assert.That(Find(facts, AlertEvent.Failed).Select(told => told.Run), Is.EqualTo(new long?[] { 2, 3 }));
        Assert.That(AlertRules.Find(Rule(AlertEvent.Failed), facts, Now.AddHours(-2), Now).Select(told => told.Run),
            Is.EqualTo(new long?[] { 3 }));
    }

    [TestCase(74, false)]
    [TestCase(76, true)]
    public void A_run_is_late_behind_its_usual_time_and_the_margin(int minutes, bool isLate)
    {
        var facts = new AlertFacts
        {
            AtWork = [new RunAtWork(9, "Nightly", Now.AddMinutes(-minutes), TimeSpan.FromHours(1), "status 9")],
        };

        var told = Find(facts, AlertEvent.Late);

        Assert.That(told.Select(one => one.Key), Is.EqualTo(isLate ? ["Late:run:9"] : Array.Empty<string>()));
    }

    [Test]
    public void A_run_whose_usual_time_nobody_knows_is_never_late()
    {
        var facts = new AlertFacts { AtWork = [new RunAtWork(9, "Nightly", Now.AddHours(-20), null, "status 9")] };

        Assert.That(Find(facts, AlertEvent.Late), Is.Empty);
    }

    [TestCase(14, false)]
    [TestCase(16, true)]
    public void A_firing_without_a_run_is_late_behind_the_margin_and_stays_the_same(int minutes, bool isLate)
    {
        var firing = new DueFiring(
            "Nightly", "night", Now.AddMinutes(-minutes), null, "", IsOver: false, "schedules list");

        var told = Find(new AlertFacts { Due = [firing] }, AlertEvent.Late);
        var later = Find(
            new AlertFacts { Due = [firing with { Why = "missed", IsOver = true }] }, AlertEvent.Late);

        Assert.That(told, Has.Count.EqualTo(isLate ? 1 : 0));
        Assert.That(later.Select(one => one.Key), Is.EqualTo(told.Select(one => one.Key)));
    }

    [TestCase(14, false)]
    [TestCase(16, true)]
    public void A_firing_that_was_taken_up_late_is_late_for_good(int minutes, bool isLate)
    {
        var due = Now.AddHours(-3);
        var firing = new DueFiring("Nightly", "night", due, due.AddMinutes(minutes), "", IsOver: false, "x");

        var told = Find(new AlertFacts { Due = [firing] }, AlertEvent.Late);

        Assert.That(told.Select(one => one.Summary), Is.EqualTo(isLate
            ? ["started 16 min late, due at 2026-07-06 02:00:00Z by night"] : Array.Empty<string>()));
    }

    [Test]
    public void Durability_that_is_not_restored_is_told_for_each_connection()
    {
        var run = Ended(7, RunEnd.Quiet) with { NotRestored = [("Stage", "still FORCED"), ("Dwh", "no right")] };

        var told = Find(new AlertFacts { Ended = [run] }, AlertEvent.DurabilityNotRestored);

        Assert.That(told.Select(one => one.Cause), Is.EqualTo(new[] { "durability of Stage", "durability of Dwh" }));
        Assert.That(told[0].Summary, Does.Contain("still FORCED"));
    }

    [Test]
    public void A_buffer_is_stale_once_an_hour_as_long_as_it_is()
    {
        var buffer = new BufferAge(
            "Nightly", "Staging/click", "Crm", 120_000, TimeSpan.FromMinutes(16), "absorb status");
        var facts = new AlertFacts { Buffers = [buffer] };
        var rule = Rule(AlertEvent.StaleAbsorber);

        var told = AlertRules.Find(rule, facts, LongAgo, Now);
        var soon = AlertRules.Find(rule, facts, LongAgo, Now.AddMinutes(59));
        var later = AlertRules.Find(rule, facts, LongAgo, Now.AddMinutes(61));
        var fresh = AlertRules.Find(
            rule, new AlertFacts { Buffers = [buffer with { Oldest = TimeSpan.FromMinutes(14) }] }, LongAgo, Now);

        Assert.That(told.Single().Summary, Is.EqualTo(
            "Staging/click: 120,000 rows wait in the buffer, the oldest for 16 min"));
        Assert.That(soon.Single().Key, Is.EqualTo(told[0].Key));
        Assert.That(later.Single().Key, Is.Not.EqualTo(told[0].Key));
        Assert.That(fresh, Is.Empty);
    }

    [Test]
    public void The_usual_time_is_the_median_of_the_newest_and_takes_five_of_them()
    {
        var five = new[] { 10, 30, 20, 500, 25 }.Select(minutes => TimeSpan.FromMinutes(minutes)).ToArray();

        Assert.That(UsualDuration.Of(five), Is.EqualTo(TimeSpan.FromMinutes(25)));
        Assert.That(UsualDuration.Of(five[..4]), Is.Null);
        Assert.That(UsualDuration.Of([.. Enumerable.Repeat(five[0], 20), .. Enumerable.Repeat(five[3], 100)]),
            Is.EqualTo(five[0]));
    }

    [Test]
    public void Without_a_word_of_any_failure_the_batch_is_the_cause() =>
        Assert.That(Causes.Of("Nightly", [new AlertFailure("Staging/a", "", "", "", "", "killed")]),
            Is.EqualTo("batch Nightly"));

    [TestCase(1, 30)]
    [TestCase(2, 60)]
    [TestCase(5, 480)]
    [TestCase(8, 3600)]
    [TestCase(100, 3600)]
    public void The_wait_behind_a_try_doubles_up_to_an_hour(int tries, int seconds) =>
        Assert.That(Delivery.WaitAfter(tries), Is.EqualTo(TimeSpan.FromSeconds(seconds)));

    [Test]
    public void A_target_that_asks_to_be_left_alone_is_for_an_hour_at_most()
    {
        Assert.That(Delivery.WaitAfter(1, TimeSpan.FromMinutes(10)), Is.EqualTo(TimeSpan.FromMinutes(10)));
        Assert.That(Delivery.WaitAfter(1, TimeSpan.FromDays(10)), Is.EqualTo(TimeSpan.FromHours(1)));
        Assert.That(Delivery.WaitAfter(1, TimeSpan.FromDays(-10)), Is.EqualTo(TimeSpan.FromSeconds(30)));
    }

    [Test]
    public void A_message_is_given_up_a_day_after_it_was_noticed()
    {
        Assert.That(Delivery.TryAgain(Now.AddHours(-22), 20, null, Now), Is.EqualTo(Now.AddHours(1)));
        Assert.That(Delivery.TryAgain(Now.AddHours(-23.5), 20, null, Now), Is.Null);
    }

    private static IReadOnlyList<Occurrence> Find(AlertFacts facts, AlertEvent what) =>
        AlertRules.Find(Rule(what), facts, LongAgo, Now);

    private static AlertRule Rule(AlertEvent what) => new() { Batch = "Nightly", Name = "ops", When = [what] };

    private static EndedRun Ended(long number, RunEnd end) => new()
    {
        Number = number,
        Batch = "Nightly",
        Ended = Now.AddMinutes(-1),
        End = end,
        Summary = "3 of 183 packages failed",
        Command = $"retry {number}",
    };

    private static AlertFailure Fault(string package, string connection) =>
        new(package, "ORC3001", "Transient", connection, "53", "The server did not answer.");
}
