using Orchestrator.Core.Leases;

namespace Orchestrator.Core.Tests.Leases;

internal sealed class LeaseRulesTests
{
    private static readonly LeaseTerms Terms = LeaseTerms.Default;

    [TestCase(0, LeaseDuty.GoOn)]
    [TestCase(14, LeaseDuty.GoOn)]
    [TestCase(15, LeaseDuty.StopPackages)]
    [TestCase(24, LeaseDuty.StopPackages)]
    [TestCase(25, LeaseDuty.EndProcess)]
    [TestCase(1000, LeaseDuty.EndProcess)]
    public void A_holder_that_cannot_renew_stops_its_packages_and_then_itself_before_its_lease_ends(
        int seconds, LeaseDuty duty)
    {
        Assert.That(LeaseRules.Due(Terms, TimeSpan.FromSeconds(seconds)), Is.EqualTo(duty));
        Assert.That(
            LeaseRules.IsHeld(Terms, TimeSpan.FromSeconds(seconds)), Is.EqualTo(duty != LeaseDuty.EndProcess));
        Assert.That(Terms.EndAfter, Is.LessThan(Terms.Duration));
    }

    [TestCase(0, 10, true)]
    [TestCase(0, 11, false)]
    [TestCase(0, null, true)]
    [TestCase(24, null, true)]
    [TestCase(25, null, false)]
    public void It_is_renewed_only_while_the_loop_turns_and_the_process_has_not_to_end(
        int sinceRenewal, int? sinceTurn, bool mayRenew) => Assert.That(
        LeaseRules.MayRenew(
            Terms, TimeSpan.FromSeconds(sinceRenewal), sinceTurn is { } turn ? TimeSpan.FromSeconds(turn) : null),
        Is.EqualTo(mayRenew));

    [Test]
    public void A_lease_that_lasts_is_never_taken_from_a_holder_that_may_live(
        [Values(HolderProcess.Unknown, HolderProcess.There, HolderProcess.Own)] HolderProcess process,
        [Values] bool isLockFree, [Values] bool hasSessions)
    {
        var verdict = LeaseRules.Take(new LeaseFound(IsOver: false, process), isLockFree, hasSessions);

        Assert.That(verdict, Is.EqualTo(isLockFree && !hasSessions ? LeaseVerdict.Free : LeaseVerdict.Held));
    }

    [Test]
    public void The_lock_of_a_file_that_is_free_is_proof_that_its_holder_is_dead(
        [Values] bool isOver, [Values] HolderProcess process) => Assert.That(
        LeaseRules.Take(new LeaseFound(isOver, process), isLockFree: true, hasSessions: false),
        Is.EqualTo(LeaseVerdict.Free));

    // A lock that is held while the lease is over: of its holder on this machine, on another one, or of somebody else.
    [TestCase(HolderProcess.There, false, LeaseVerdict.EndProcess)]
    [TestCase(HolderProcess.There, true, LeaseVerdict.EndProcess)]
    [TestCase(HolderProcess.Unknown, false, LeaseVerdict.OutOfReach)]
    [TestCase(HolderProcess.Unknown, true, LeaseVerdict.EndSessions)]
    [TestCase(HolderProcess.Gone, false, LeaseVerdict.NotSaid)]
    [TestCase(HolderProcess.Gone, true, LeaseVerdict.EndSessions)]
    [TestCase(HolderProcess.Own, false, LeaseVerdict.NotSaid)]
    [TestCase(HolderProcess.Own, true, LeaseVerdict.NotSaid)]
    public void A_holder_whose_lease_is_over_is_ended_where_it_can_be_reached(
        HolderProcess process, bool hasSessions, LeaseVerdict verdict) => Assert.That(
        LeaseRules.Take(new LeaseFound(IsOver: true, process), isLockFree: false, hasSessions), Is.EqualTo(verdict));

    [TestCase(HolderProcess.There, LeaseVerdict.EndProcess)]
    [TestCase(HolderProcess.Unknown, LeaseVerdict.EndSessions)]
    [TestCase(HolderProcess.Gone, LeaseVerdict.EndSessions)]
    [TestCase(HolderProcess.Own, LeaseVerdict.Free)]
    public void On_a_server_a_free_lock_proves_nothing_of_a_holder_whose_lease_is_over(
        HolderProcess process, LeaseVerdict verdict) => Assert.That(
        LeaseRules.Take(new LeaseFound(IsOver: true, process), isLockFree: true, hasSessions: true),
        Is.EqualTo(verdict));

    [Test]
    public void Without_a_lease_the_lock_decides([Values] bool isLockFree, [Values] bool hasSessions) => Assert.That(
        LeaseRules.Take(null, isLockFree, hasSessions),
        Is.EqualTo(isLockFree ? LeaseVerdict.Free : LeaseVerdict.NotSaid));
}
