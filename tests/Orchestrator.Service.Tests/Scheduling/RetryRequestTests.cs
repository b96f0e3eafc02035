using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>A run that has ended is gone on with once somebody asks for it.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class RetryRequestTests : IDisposable
{
    private readonly SchedulerRig _rig = new();
    private int _keys;

    public void Dispose() => _rig.Dispose();

    [Test]
    public void The_service_starts_a_process_for_the_night_of_that_run()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.Play("Nightly", isWell: false);
        _rig.Clock.Advance(TimeSpan.FromDays(1));

        var request = Ask(1);
        scheduler.Turn();

        var firing = _rig.Ask(reader => reader.FiringsNotEnded(SchedulerRig.Environment)).Single();
        Assert.That(_rig.Processes, Has.Count.EqualTo(1));
        Assert.That((firing.Cause, firing.Why, firing.Who), Is.EqualTo(
            (FiringCause.Manual, "goes on with run 1", "anna")));
        Assert.That(firing.AsOf, Is.EqualTo(new DateOnly(2026, 1, 31)), "as the run had it");
        Assert.That(_rig.Ask(reader => reader.StartRequestOf(firing.Number))!.Number, Is.EqualTo(request.Number));
        Assert.That(firing.Run, Is.Null, "it is noted by the run that goes on, once it has begun");
    }

    [Test]
    public void A_process_that_found_nothing_left_to_do_has_gone_on_with_it()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.Play("Nightly", isWell: false);
        Ask(1);
        scheduler.Turn();
        _rig.Processes[0].ExitCode = 0;
        scheduler.Turn();
        scheduler.Turn();

        var firing = _rig.Ask(reader => reader.Firing(1))!;
        Assert.That((firing.State, firing.Outcome), Is.EqualTo((FiringState.Ended, RunVerdict.Succeeded)));
        Assert.That(_rig.Processes, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_run_that_went_well_or_is_not_there_is_refused_with_the_reason()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.Play("Nightly", isWell: true);
        var well = Ask(1);
        var none = Ask(9);
        var other = Ask(1, "Yearly");
        scheduler.Turn();

        Assert.That(Refusal(well), Is.EqualTo("run 1 succeeded: it has nothing left to do"));
        Assert.That(Refusal(none), Is.EqualTo("there is no run 9 of 'Nightly' in this environment"));
        Assert.That(Refusal(other), Does.Contain("no batch 'Yearly'"));
        Assert.That(_rig.Processes, Is.Empty);
    }

    [Test]
    public void A_night_that_has_run_since_somebody_asked_is_one_that_he_did_not_know_of()
    {
        _rig.Begin();
        _rig.Play("Nightly", isWell: false);
        _rig.Clock.Advance(TimeSpan.FromDays(1));
        _rig.Play("Nightly", isWell: false);
        _rig.Clock.Advance(TimeSpan.FromDays(1));
        var known = Ask(1);
        _rig.Clock.Advance(TimeSpan.FromDays(1));
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        var begun = _rig.Ask(reader => reader.StartRequest(known.Number))!.Firing;
        _rig.Processes[0].ExitCode = 2;
        scheduler.Turn();

        var late = Ask(1);
        _rig.Clock.Advance(TimeSpan.FromHours(1));
        _rig.Play("Nightly", isWell: false);
        scheduler.Turn();

        Assert.That(begun, Is.EqualTo(1), "he was told of the second night and confirmed it");
        Assert.That(Refusal(late), Is.EqualTo("run 3 of Nightly has run since this was asked"));
    }

    [Test]
    public void A_night_that_was_at_work_when_somebody_asked_is_one_whose_end_he_did_not_know_of()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.Play("Nightly", isWell: false);
        _rig.Clock.Advance(TimeSpan.FromDays(1));
        _rig.Play("Nightly", isWell: false);

        var request = Ask(1, asked: _rig.Clock.GetUtcNow().AddSeconds(2));
        scheduler.Turn();

        Assert.That(_rig.Ask(reader => reader.Run(2))!.Started, Is.LessThan(request.Asked));
        Assert.That(Refusal(request), Is.EqualTo("run 2 of Nightly has run since this was asked"));
    }

    private string Refusal(StartRequest request) => _rig.Ask(reader => reader.StartRequest(request.Number))!.Refusal;

    private StartRequest Ask(long run, string batch = "Nightly", DateTimeOffset? asked = null) => ScheduleWriter.Ask(
        _rig.Ledger, _rig.Clock,
        new StartRequest
        {
            Environment = SchedulerRig.Environment,
            Batch = batch,
            Continues = run,
            Key = $"k{++_keys}",
            Who = "anna",
            Asked = asked ?? _rig.Clock.GetUtcNow(),
        },
        _rig.Entry("retry"));
}
