using Orchestrator.Core;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger.Tests.Leases;

/// <summary>Who comes while another one has the lock, or had it.</summary>
internal sealed class TakeOverTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_holder_on_this_machine_that_stands_still_beyond_its_lease_is_ended_and_its_run_found()
    {
        OnLinuxOnly();
        using var other = SecondProcess.Start("work", Places.Text(Location), "Nightly");
        Assert.That(other.ReadLine(), Is.EqualTo("working"));
        other.Send("STOP");
        ChangeLease(Over);

        using var held = Acquire(Patience);
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        var found = writer.FindEndedUnexpectedly(held);

        Assert.That(other.Ends, Is.True);
        Assert.That(found.Select(run => run.Verdict), Is.EqualTo(new[] { RunVerdict.EndedUnexpectedly }));
    }

    [Test]
    public void One_whose_lease_lasts_is_left_alone_however_still_it_stands()
    {
        OnLinuxOnly();
        using var other = SecondProcess.Start("work", Places.Text(Location), "Nightly");
        Assert.That(other.ReadLine(), Is.EqualTo("working"));
        other.Send("STOP");

        var refusal = Assert.Throws<LedgerException>(() => RunLock.Acquire(Location, "Nightly", "default"));

        Assert.That(refusal!.Code, Is.EqualTo(LedgerCodes.HeldByAnotherRun));
        Assert.That(refusal.Message, Does.Contain($"run 1, process {other.Id} on ").And.Match("ends in [0-9]+ s"));
        Assert.That(other.HasEnded, Is.False);
    }

    [Test]
    public void A_number_that_another_process_has_by_now_ends_nobody()
    {
        OnLinuxOnly();
        using var bystander = SecondProcess.Start("hold", Places.Text(Location), "Weekly");
        Assert.That(bystander.ReadLine(), Is.EqualTo("holding"));
        using var run = Begin();
        ChangeLease($"process_id = {bystander.Id}, process_began = 1, session = 'gone', {Over}");

        var refusal = Assert.Throws<LedgerException>(() => Acquire(TimeSpan.Zero));

        Assert.That(refusal!.Message, Does.Contain("has not said who it is"));
        Assert.That(bystander.HasEnded, Is.False);
    }

    [Test]
    public void One_on_another_host_is_ended_by_its_sessions_or_cannot_be_ended_from_here()
    {
        using var other = SecondProcess.Start("work", Places.Text(Location), "Nightly");
        Assert.That(other.ReadLine(), Is.EqualTo("working"));
        ChangeLease($"host = 'elsewhere', {Over}");

        if (Place == Place.Sqlite)
        {
            Assert.That(
                () => RunLock.Acquire(Location, "Nightly", "default"),
                Throws.TypeOf<LedgerException>().With.Message.Contains($"End process {other.Id} on elsewhere"));
            return;
        }

        using var held = Acquire(Patience);

        Assert.That(other.HasEnded, Is.False);
        Assert.That(held.Renew(), Is.True);
    }

    [Test]
    public void A_lock_that_is_free_is_not_had_while_the_lease_of_another_host_lasts()
    {
        if (Place == Place.Sqlite)
        {
            Assert.Ignore("the lock of a file is the process's own");
        }

        using (var other = SecondProcess.Start("work", Places.Text(Location), "Nightly"))
        {
            Assert.That(other.ReadLine(), Is.EqualTo("working"));
            other.Kill();
        }

        ChangeLease("host = 'elsewhere'");
        var refusal = Assert.Throws<LedgerException>(() => RunLock.Acquire(Location, "Nightly", "default"));
        using var held = RunLock.Acquire(Location, "Weekly", "default");
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        var found = writer.FindEndedUnexpectedly(held);
        using var reader = Read();
        var shown = reader.Run(1)!.Verdict;
        ChangeLease("host = 'elsewhere', lasts_until = 1");

        Assert.That(refusal!.Message, Does.Contain("on elsewhere").And.Match("ends in [0-9]+ s"));
        Assert.That((found.Count, shown), Is.EqualTo((0, (RunVerdict?)null)));
        Assert.That(() => Acquire(Patience).Dispose(), Throws.Nothing);
    }

    [Test]
    public void A_process_whose_program_cannot_be_seen_is_to_be_ended_by_its_own_user()
    {
        var refusal = MachineProcess.Refusal(new RunOrigin("db1", "ann", 4711, ""), name: null);

        Assert.That(
            refusal, Does.Contain("cannot be ended by this user").And.Contain("End it as ann (`kill -9 4711`)"));
    }

    [Test]
    public void Where_the_server_hides_sessions_from_this_user_the_refusal_says_which_right_is_missing()
    {
        using var run = Begin();
        ChangeLease($"host = 'elsewhere', {Over}");
        var hidden = new LedgerLocation(new HiddenSessions(Location), "server");
        var takeOver = new TakeOver(hidden, "Nightly", "default") { HasSessions = true, Patience = TimeSpan.Zero };

        var refusal = Assert.Throws<LedgerException>(() => takeOver.Acquire());

        Assert.That(refusal!.Code, Is.EqualTo(LedgerCodes.HeldByAnotherRun));
        Assert.That(refusal.Message, Does.Contain("cannot be seen by this user").And.Contain("VIEW SERVER STATE"));
    }

    [Test]
    public void A_server_is_asked_once_for_a_lock_that_another_run_holds()
    {
        using var run = Begin();
        ChangeLease("host = 'elsewhere'");
        var held = new HiddenSessions(Location);
        var takeOver = new TakeOver(new LedgerLocation(held, "server"), "Nightly", "default") { HasSessions = true };

        Assert.That(() => takeOver.Acquire(), Throws.TypeOf<LedgerException>().With.Message.Contains("on elsewhere"));
        Assert.That(held.Asked, Is.EqualTo(1));
    }

    [Test]
    public void Reading_tells_for_how_long_a_run_has_given_no_sign_of_life()
    {
        using var run = Begin();
        using var reader = Read();
        var before = reader.SilentFor(reader.Run(1)!);
        ChangeLease("lasts_until = lasts_until - 100000000, renewed_at = renewed_at - 100000000");

        var silent = reader.SilentFor(reader.Run(1)!);

        Assert.That(before, Is.Null);
        Assert.That(silent, Is.GreaterThan(TimeSpan.FromSeconds(100)).And.LessThan(TimeSpan.FromMinutes(10)));
    }

    private RunLock Acquire(TimeSpan patience) => Acquire("Nightly", patience);

    private static void OnLinuxOnly()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("the signals are those of Linux");
        }
    }
}
