using Orchestrator.Core.Durability;

namespace Orchestrator.Core.Tests.Durability;

internal sealed class ScopeExitTests
{
    private const string Relaxed = "FORCED";

    [TestCase("DISABLED")]
    [TestCase("")]
    public void The_last_one_restores_what_was_found_and_lets_go(string found)
    {
        var own = Own(found);

        var exit = ScopeExit.Decide(Scope(found), Relaxed, [own]);

        Assert.That((exit.Restore, exit.State), Is.EqualTo((found, ScopeState.Closed)));
        Assert.That(exit.Released, Is.EqualTo(new[] { own }));
    }

    [Test]
    public void What_was_relaxed_before_is_not_restored([Values(Relaxed, "DISABLED")] string now)
    {
        var exit = ScopeExit.Decide(Scope(Relaxed), now, [Own(Relaxed)]);

        Assert.That((exit.Restore, exit.State, exit.Released.Count), Is.EqualTo(((string?)null, ScopeState.Closed, 1)));
    }

    [Test]
    public void While_another_one_lives_only_the_own_row_goes(
        [Values(Relaxed, "DISABLED", "ALLOWED")] string now, [Values] bool isNamed)
    {
        var own = Own("DISABLED");
        var other = new ScopeHolder("other", 9, "DISABLED", IsAlive: true);

        var exit = ScopeExit.Decide(Scope("DISABLED"), now, isNamed ? [own, other] : [other]);

        Assert.That((exit.Restore, exit.State), Is.EqualTo(((string?)null, ScopeState.Closed)));
        Assert.That(exit.Released, Is.EqualTo(isNamed ? new[] { own } : []));
    }

    [Test]
    public void A_run_of_that_number_in_another_ledger_is_another_one()
    {
        var exit = ScopeExit.Decide(
            Scope("DISABLED"), Relaxed, [Own("DISABLED"), new ScopeHolder("other", 1, "DISABLED", IsAlive: true)]);

        Assert.That(exit.Restore, Is.Null);
    }

    [Test]
    public void The_dead_go_with_the_last_one([Values] bool isNamed)
    {
        ScopeHolder[] holders =
        [
            .. isNamed ? [Own("DISABLED")] : Array.Empty<ScopeHolder>(),
            new("other", 9, "DISABLED", IsAlive: false),
        ];

        var exit = ScopeExit.Decide(Scope("DISABLED"), Relaxed, holders);

        Assert.That(exit.Restore, Is.EqualTo("DISABLED"));
        Assert.That(exit.Released, Is.EqualTo(holders));
    }

    [Test]
    public void What_somebody_else_has_set_is_left_alone_and_said([Values] bool isNamed)
    {
        var exit = ScopeExit.Decide(Scope("DISABLED"), "ALLOWED", isNamed ? [Own("DISABLED")] : []);

        Assert.That((exit.Restore, exit.State, exit.Why), Is.EqualTo(((string?)null, ScopeState.LeftAlone,
            "it is 'ALLOWED' now, which somebody else has set, and not 'DISABLED' as it was found")));
        Assert.That(exit.Released, Has.Count.EqualTo(isNamed ? 1 : 0));
    }

    [Test]
    public void What_is_as_it_was_found_needs_only_letting_go([Values] bool isNamed, [Values] bool hasChanged)
    {
        var exit = ScopeExit.Decide(
            Scope("DISABLED", hasChanged), "DISABLED", isNamed ? [Own("DISABLED")] : []);

        Assert.That((exit.Restore, exit.State), Is.EqualTo(((string?)null, ScopeState.Closed)));
        Assert.That(exit.Released, Has.Count.EqualTo(isNamed ? 1 : 0));
    }

    [Test]
    public void An_intent_that_never_reached_the_database_is_closed_whatever_is_set_there(
        [Values(Relaxed, "DISABLED", "ALLOWED")] string now)
    {
        var exit = ScopeExit.Decide(Scope("DISABLED", hasChanged: false), now, []);

        Assert.That((exit.Restore, exit.State, exit.Why),
            Is.EqualTo(((string?)null, ScopeState.Closed, "nothing was changed")));
    }

    [Test]
    public void A_setting_that_nobody_claims_any_more_is_left_alone()
    {
        var exit = ScopeExit.Decide(Scope("DISABLED"), Relaxed, []);

        Assert.That((exit.Restore, exit.State), Is.EqualTo(((string?)null, ScopeState.LeftAlone)));
    }

    [Test]
    public void A_change_that_its_ledger_does_not_know_of_is_taken_back()
    {
        var exit = ScopeExit.Decide(Scope("DISABLED", hasChanged: false), Relaxed, [Own("DISABLED")]);

        Assert.That(exit.Restore, Is.EqualTo("DISABLED"));
    }

    /// <summary>
    /// Every history of up to four steps of two ledgers' runs: entering, leaving and dying, each at any point of what
    /// it does. Once all are gone and what is left was cleaned up, the setting is the one found.
    /// </summary>
    [Test]
    public void Whoever_dies_wherever_the_setting_is_in_the_end_as_it_was_found(
        [Values("DISABLED", "ALLOWED", "", Relaxed)] string found) =>
        Assert.That(ScopeHistories.All(found, Relaxed).Where(history => history.Setting != found).Take(3), Is.Empty);

    private static ScopeHolder Own(string found) => new("ours", 1, found, IsAlive: true);

    private static LeavingScope Scope(string found, bool hasChanged = true) =>
        new("ours", 1, found, Relaxed, hasChanged);
}
