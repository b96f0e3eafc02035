using Orchestrator.Core.Durability;

namespace Orchestrator.Core.Tests.Durability;

internal sealed class EnteringScopeTests
{
    private const string Relaxed = "FORCED";

    [TestCase("DISABLED")]
    [TestCase("ALLOWED")]
    [TestCase("")]
    public void What_nobody_holds_is_changed_and_what_was_there_is_to_be_restored(string now)
    {
        var entry = EnteringScope.Decide(now, Relaxed, []);

        Assert.That((entry.Changes, entry.Found, entry.Refusal), Is.EqualTo((true, now, (string?)null)));
    }

    [Test]
    public void What_was_relaxed_before_is_not_changed_and_stays_so()
    {
        var entry = EnteringScope.Decide(Relaxed, Relaxed, []);

        Assert.That((entry.Changes, entry.Found, entry.Refusal), Is.EqualTo((false, Relaxed, (string?)null)));
    }

    [TestCase("DISABLED")]
    [TestCase("")]
    [TestCase(Relaxed)]
    public void Who_comes_second_finds_what_the_first_has_found_whatever_its_ledger(string found)
    {
        var entry = EnteringScope.Decide(Relaxed, Relaxed, [Holder("other", 7, found, isAlive: true)]);

        Assert.That((entry.Changes, entry.Found, entry.Refusal), Is.EqualTo((false, found, (string?)null)));
        Assert.That(entry.Inherited, Is.Empty);
    }

    [Test]
    public void Who_comes_behind_a_dead_one_finds_what_that_has_found_and_takes_its_place()
    {
        var dead = Holder("lost", 3, "DISABLED", isAlive: false);

        var entry = EnteringScope.Decide(Relaxed, Relaxed, [dead]);

        Assert.That((entry.Changes, entry.Found), Is.EqualTo((false, "DISABLED")));
        Assert.That(entry.Inherited, Is.EqualTo(new[] { dead }));
    }

    [TestCase("DISABLED", Description = "it died before it changed anything, or after it had restored it")]
    [TestCase("ALLOWED", Description = "somebody has changed it since")]
    public void What_a_dead_one_has_not_left_relaxed_is_found_as_it_is(string now)
    {
        var dead = Holder("lost", 3, "DISABLED", isAlive: false);

        var entry = EnteringScope.Decide(now, Relaxed, [dead]);

        Assert.That((entry.Changes, entry.Found), Is.EqualTo((true, now)));
        Assert.That(entry.Inherited, Is.EqualTo(new[] { dead }));
    }

    [Test]
    public void Of_a_dead_and_a_living_one_the_living_one_tells_what_was_found([Values] bool deadFirst)
    {
        var dead = Holder("a", 1, "ALLOWED", isAlive: false);
        var alive = Holder("b", 2, "DISABLED", isAlive: true);

        var entry = EnteringScope.Decide(Relaxed, Relaxed, deadFirst ? [dead, alive] : [alive, dead]);

        Assert.That((entry.Changes, entry.Found), Is.EqualTo((false, "DISABLED")));
        Assert.That(entry.Inherited, Is.EqualTo(new[] { dead }));
    }

    [TestCase("DISABLED")]
    [TestCase("ALLOWED")]
    public void What_somebody_has_set_while_a_run_keeps_it_relaxed_is_left_alone(string now)
    {
        var entry = EnteringScope.Decide(now, Relaxed, [Holder("other", 7, "DISABLED", isAlive: true)]);

        Assert.That(entry.Refusal, Is.EqualTo(
            $"run 7 of ledger other keeps it relaxed, and somebody has set it to '{now}' since"));
        Assert.That((entry.Changes, entry.Inherited.Count), Is.EqualTo((false, 0)));
    }

    private static ScopeHolder Holder(string ledger, long run, string found, bool isAlive) =>
        new(ledger, run, found, isAlive);
}
