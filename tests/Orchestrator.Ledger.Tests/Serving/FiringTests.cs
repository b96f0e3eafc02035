using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Tests.Serving;

internal sealed class FiringTests(Place place) : ServingFixture(place)
{
    private const int Moments = 40;

    [Test]
    public void A_firing_that_two_services_claim_at_once_is_that_of_one()
    {
        using var one = Serve();
        using var other = Serve();
        using var together = new Barrier(2);

        var claims = new[] { one, other }.AsParallel().WithDegreeOfParallelism(2).Select(service => Enumerable
            .Range(0, Moments).Select(hour =>
            {
                together.SignalAndWait();
                return service.Claim(Due(hour));
            }).ToArray()).ToArray();

        using var reader = Read();
        Assert.That(claims[0].Zip(claims[1], (a, b) => (a is null) != (b is null)), Is.All.True);
        Assert.That(reader.Firings("default", Began, Began.AddYears(1)), Has.Count.EqualTo(Moments));
    }

    [Test]
    public void What_was_claimed_reads_as_it_was_meant()
    {
        using var service = Serve();
        var claim = Due() with { Cause = FiringCause.After, Why = "run 7 of Landing ended Succeeded", Who = "ann" };

        var hold = service.Claim(claim);

        using var reader = Read();
        Assert.That(reader.Firing(hold!.Value.Firing), Is.EqualTo(new FiringRecord
        {
            Number = hold.Value.Firing,
            Batch = "Nightly",
            Trigger = "night",
            Environment = "default",
            Scheduled = Began.AddHours(2),
            AsOf = new DateOnly(2031, 5, 6),
            LocalTime = "2031-05-06 02:00",
            Cause = FiringCause.After,
            State = FiringState.Claimed,
            Why = "run 7 of Landing ended Succeeded",
            Service = service.Service,
            Token = 1,
            Who = "ann",
            Claimed = Began,
        }));
    }

    [Test]
    public void Claimed_again_by_who_has_it_a_firing_is_the_same_and_nobody_elses_until_it_has_a_run()
    {
        using var one = Serve();
        using var other = Serve();
        var hold = one.Claim(Due());

        var again = one.Claim(Due());
        var others = other.Claim(Due());
        one.NoteRun(hold!.Value, 7);

        Assert.That(again, Is.EqualTo(hold));
        Assert.That(others, Is.Null);
        Assert.That(one.Claim(Due()), Is.Null);
    }

    [Test]
    public void Firings_of_other_triggers_batches_and_environments_stand_apart()
    {
        using var one = Serve();
        using var other = Serve("prod");

        FiringFence?[] claims =
        [
            one.Claim(Due()), one.Claim(Due(trigger: "noon")), one.Claim(Due(batch: "Weekly")), one.Claim(Due(3)),
            other.Claim(Due()),
        ];

        Assert.That(claims, Is.Unique);
        Assert.That(claims, Is.All.Not.Null);
    }

    [Test]
    public void A_firing_goes_from_its_claim_over_its_runs_to_its_end()
    {
        using var service = Serve();
        var hold = service.Claim(Due())!.Value;

        var noted = (service.NoteRun(hold, 7), service.NoteRun(hold, 7), service.NoteRun(hold, 8),
            service.NoteRun(hold, 9, continues: 7));
        using var reader = Read();
        var running = reader.Firing(hold.Firing)!;
        var ended = (service.End(hold, RunVerdict.Failed), service.End(hold, RunVerdict.Failed),
            service.End(hold, RunVerdict.Succeeded));

        Assert.That(noted, Is.EqualTo((true, true, false, true)), "8 continues nothing of it");
        Assert.That((running.State, running.Run, running.Ended), Is.EqualTo((FiringState.Running, 9L, running.Ended)));
        Assert.That(ended, Is.EqualTo((true, true, false)), "an end stays what it is");
        Assert.That(reader.Firing(hold.Firing), Is.EqualTo(running with
        {
            State = FiringState.Ended,
            Outcome = RunVerdict.Failed,
            Ended = Began,
        }));
        Assert.That(reader.FiringOf(9)!.Number, Is.EqualTo(hold.Firing));
        Assert.That(reader.FiringOf(7), Is.Null);
    }

    [Test]
    public void What_is_passed_over_says_why_and_is_claimed_by_nobody()
    {
        using var one = Serve();
        using var other = Serve();
        var begun = one.Claim(Due(3))!.Value;

        var passed = (
            one.PassOver(Due(), "paused"), other.PassOver(Due(), "too late"), other.PassOver(Due(3), "paused"));
        var later = (one.PassOver(begun, "still running"), one.NoteRun(begun, 7));

        using var reader = Read();
        Assert.That(passed, Is.EqualTo((true, false, false)));
        Assert.That(later, Is.EqualTo((true, false)));
        Assert.That(other.Claim(Due()), Is.Null);
        Assert.That(reader.Firings("default", Began, Began.AddDays(1)).Select(one => (one.State, one.Why)), Is.EqualTo(
            new[] { (FiringState.PassedOver, "still running"), (FiringState.PassedOver, "paused") }));
        Assert.That(reader.FiringsNotEnded("default"), Is.Empty);
    }

    [Test]
    public void The_newest_firing_of_each_trigger_is_told_whatever_somebody_asked_for_since()
    {
        using var service = Serve();
        service.Claim(Due(2));
        service.PassOver(Due(3), "paused");
        service.Claim(Due(4) with { Cause = FiringCause.Manual, Who = "ann" });
        service.Claim(Due(1, "noon"));

        using var reader = Read();
        Assert.That(reader.NewestFirings("default").Select(one => (one.Trigger, one.LocalTime)), Is.EqualTo(
            new[] { ("night", "2031-05-06 03:00"), ("noon", "2031-05-06 01:00") }));
        Assert.That(reader.NewestFirings("prod"), Is.Empty);
    }

    [Test]
    public void Firings_of_a_time_span_are_told_newest_first_and_of_one_trigger_where_it_is_named()
    {
        using var service = Serve();
        Array.ForEach([1, 2, 3, 4], hour => service.Claim(Due(hour)));
        service.Claim(Due(2, "noon"));

        using var reader = Read();
        Assert.That(Hours(), Is.EqualTo(new[] { 3, 2, 2 }));
        Assert.That(Hours("Nightly", "night"), Is.EqualTo(new[] { 3, 2 }));
        Assert.That(Hours("Weekly"), Is.Empty);
        Assert.That(Hours(limit: 1), Is.EqualTo(new[] { 3 }));

        int[] Hours(string? batch = null, string? trigger = null, int limit = 10) =>
        [
            .. reader.Firings("default", Began.AddHours(2), Began.AddHours(4), batch, trigger, limit)
                .Select(one => (int)(one.Scheduled - Began).TotalHours),
        ];
    }

    [Test]
    public void Whoever_reads_firings_waits_for_nobody_who_writes()
    {
        using var service = Serve();
        service.Claim(Due());
        using var writing = Location.OpenForWriting(TimeProvider.System);
        writing.BeginWriting(CancellationToken.None);
        using var statements = new StatementCache(writing);
        FiringStatements.End(statements, new FiringFence(1, 1), FiringState.Ended, null, "", Began);

        using var reader = Read();

        Assert.That(reader.FiringsNotEnded("default"), Has.Count.EqualTo(1));
        writing.Rollback();
    }

    [TestCase("12.3", true)]
    [TestCase("12", false)]
    [TestCase("12.x", false)]
    [TestCase("12.3.4", false)]
    [TestCase("-12.3", false)]
    public void The_right_to_a_firing_fits_into_a_command_line(string text, bool isOne) =>
        Assert.That(FiringFence.Parse(text)?.ToString(), Is.EqualTo(isOne ? text : null));
}
