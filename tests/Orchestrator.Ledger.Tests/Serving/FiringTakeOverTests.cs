using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Tests.Serving;

/// <summary>Who takes over what a service that is dead owes, and what that one can still do.</summary>
internal sealed class FiringTakeOverTests(Place place) : ServingFixture(place)
{
    [Test]
    public void Who_takes_over_has_all_that_is_owed_and_whoever_had_it_writes_nothing_more()
    {
        using var old = Serve();
        using var taker = Serve();
        var claimed = old.Claim(Due(1))!.Value;
        var running = old.Claim(Due(2))!.Value;
        old.NoteRun(running, 7);
        old.End(old.Claim(Due(3))!.Value, RunVerdict.Succeeded);

        var taken = taker.Renew(None)!;
        var late = (old.Renew(Long) is null, old.NoteRun(claimed, 8), old.PassOver(claimed, "paused"),
            old.End(running, RunVerdict.Succeeded), old.Claim(Due(4)), old.PassOver(Due(4), "paused"));

        using var reader = Read();
        Assert.That(late, Is.EqualTo((true, false, false, false, (FiringFence?)null, false)));
        Assert.That(taken.Select(one => (one.Fence, one.State, one.Run)), Is.EqualTo(new[]
        {
            (new FiringFence(claimed.Firing, 2), FiringState.Claimed, (long?)null),
            (new FiringFence(running.Firing, 2), FiringState.Running, 7),
        }));
        Assert.That(reader.FiringsNotEnded("default"), Is.EqualTo(taken));
        Assert.That(taker.End(taken[1].Fence, RunVerdict.Succeeded), Is.True);
        Assert.That(taker.NoteRun(taken[0].Fence, 8), Is.True);
    }

    [Test]
    public void A_service_that_lives_keeps_what_it_has_and_one_that_stopped_leaves_it_at_once()
    {
        using var old = Serve();
        using var other = Serve();
        old.Claim(Due());

        var before = other.Renew(Long)!;
        old.Stop();
        var after = other.Renew(Long)!;

        Assert.That(before, Is.Empty);
        Assert.That(after.Select(one => one.Token), Is.EqualTo(new[] { 2 }));
        Assert.That(old.Renew(Long), Is.Null);
    }

    [Test]
    public void What_a_service_owes_whose_process_is_gone_is_taken_over_before_it_was_silent_for_long()
    {
        using var old = Serve();
        using var other = Serve();
        old.Claim(Due());
        // Another process has had that number.
        ChangeService(old.Service, "process_began = process_began - 1");

        Assert.That(other.Renew(Long), Has.Count.EqualTo(1));
    }

    [Test]
    public void One_that_is_silent_on_another_machine_lives_until_its_time_is_over()
    {
        using var old = Serve();
        using var other = Serve();
        old.Claim(Due());
        ChangeService(old.Service, "host = 'elsewhere', renewed_at = renewed_at - 60000000");

        Assert.That(other.Renew(TimeSpan.FromMinutes(2)), Is.Empty);
        Assert.That(other.Renew(TimeSpan.FromMinutes(1)), Has.Count.EqualTo(1));
    }

    [Test]
    public void On_a_file_a_service_of_an_earlier_boot_is_dead_whatever_the_clock_of_this_one_says()
    {
        Assume.That(Place, Is.EqualTo(Place.Sqlite), "a server's clock goes on");
        using var old = Serve();
        using var other = Serve();
        old.Claim(Due());
        ChangeService(old.Service, "boot_id = 'earlier', renewed_at = renewed_at + 600000000");

        Assert.That(other.Renew(Long), Has.Count.EqualTo(1));
    }

    [Test]
    public void Of_two_that_take_over_at_once_each_firing_has_one()
    {
        using (var old = Serve())
        {
            Array.ForEach([.. Enumerable.Range(0, 20)], hour => old.Claim(Due(hour)));
            old.Stop();
        }

        using var one = Serve();
        using var other = Serve();
        using var together = new Barrier(2);
        var taken = new[] { one, other }.AsParallel().WithDegreeOfParallelism(2).SelectMany(service =>
        {
            together.SignalAndWait();
            return service.Renew(Long)!;
        }).ToArray();

        Assert.That(taken.Select(firing => firing.Number), Is.EquivalentTo(Enumerable.Range(1, 20)));
        Assert.That(taken.Select(firing => firing.Token), Is.All.EqualTo(2));
    }

    [Test]
    public void Firings_of_another_environment_are_left_to_its_own_services()
    {
        using var prod = Serve("prod");
        prod.Claim(Due());
        prod.Stop();
        using var other = Serve();

        Assert.That(other.Renew(None), Is.Empty);
    }

    [Test]
    public void A_run_becomes_that_of_its_firing_in_the_commit_in_which_it_begins()
    {
        using var service = Serve();
        var hold = service.Claim(Due())!.Value;

        var run = BeginFor(hold);

        using var reader = Read();
        Assert.That(reader.FiringOf(run), Has.Property("Number").EqualTo(hold.Firing)
            .And.Property("State").EqualTo(FiringState.Running));
    }

    [Test]
    public void Of_a_firing_that_was_taken_over_no_run_begins_that_the_old_service_has_started()
    {
        using var old = Serve();
        using var taker = Serve();
        var hold = old.Claim(Due())!.Value;
        var taken = taker.Renew(None)!.Single().Fence;

        Assert.That(() => BeginFor(hold), Throws.TypeOf<LedgerException>()
            .With.Property("Code").EqualTo(LedgerCodes.FiringTakenOver));
        using var reader = Read();
        Assert.That(reader.Runs(), Is.Empty);
        Assert.That(BeginFor(taken), Is.EqualTo(reader.FiringsNotEnded("default").Single().Run));
    }

    [Test]
    public void A_firing_has_one_run_and_further_ones_only_where_they_continue_it()
    {
        using var service = Serve();
        var hold = service.Claim(Due())!.Value;
        var first = BeginFor(hold);

        Assert.That(() => BeginFor(hold), Throws.TypeOf<LedgerException>()
            .With.Property("Code").EqualTo(LedgerCodes.FiringTakenOver));
        var second = BeginFor(hold, continues: first);

        using var reader = Read();
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { second, first }));
        Assert.That(reader.FiringOf(second)!.Number, Is.EqualTo(hold.Firing));
    }

    private long BeginFor(FiringFence hold, long? continues = null)
    {
        using var held = RunLock.Acquire(Location, "Nightly", "default");
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        writer.FindEndedUnexpectedly(held);
        return writer.Begin(
            Beginning(Plans.Of("Nightly", 1)) with { Firing = hold, Continues = continues }, held);
    }
}
