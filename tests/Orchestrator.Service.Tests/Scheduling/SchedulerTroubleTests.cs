using Orchestrator.Core;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>What goes wrong around a scheduler loses no firing and stops no other.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class SchedulerTroubleTests : IDisposable
{
    private const int HeldByAnother = 3;
    private const int Killed = 137;

    private readonly SchedulerRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Test]
    public void What_was_claimed_and_whose_answer_got_lost_is_begun_all_the_same()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        Claim(scheduler.State.Service);

        Turns(scheduler, TimeSpan.FromSeconds(6));

        Assert.That(_rig.Processes.Select(process => process.Command[1]), Is.EqualTo((string[])["1.1"]));
        Assert.That(_rig.Said, Has.One.EndsWith("claimed before, and begun now"));
    }

    [Test]
    public void Waiting_for_another_run_uses_up_no_tries_of_one_that_dies()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly("0 1 7 * * ?"));
        Turns(scheduler, TimeSpan.FromMinutes(1));
        for (var i = 0; i < 6; i++)
        {
            _rig.Processes[^1].ExitCode = HeldByAnother;
            Turns(scheduler, TimeSpan.FromSeconds(30));
        }

        var before = _rig.Processes.Count;
        _rig.Processes[^1].ExitCode = Killed;
        Turns(scheduler, TimeSpan.FromMinutes(2));

        Assert.That(before, Is.EqualTo(7));
        Assert.That(_rig.Processes, Has.Count.EqualTo(8));
        Assert.That(_rig.Firings(), Is.EqualTo((string[])["01 07:01 Schedule Claimed"]));
    }

    [Test]
    public void A_run_that_ended_behind_a_clock_that_was_set_back_fires_what_waits_for_it()
    {
        var scheduler = _rig.Begin(Behind());
        _rig.Clock.Advance(TimeSpan.FromHours(3));
        _rig.Play("Nightly", isWell: true);
        Turns(scheduler, TimeSpan.FromHours(1));
        _rig.Clock.Advance(TimeSpan.FromHours(-2));
        _rig.Play("Nightly", isWell: true);

        Turns(scheduler, TimeSpan.FromSeconds(5));

        Assert.That(_rig.Firings(), Has.Length.EqualTo(2));
        Assert.That(_rig.Firings(), Has.One.Contains("run 1 of Nightly").And.One.Contains("run 2 of Nightly"));
    }

    [Test]
    public void What_waits_for_a_run_fires_also_where_the_ledger_failed_when_it_was_to_be_claimed()
    {
        var scheduler = _rig.Begin(Behind());
        LedgerChange.Run(_rig.Ledger,
            "create trigger no_room before insert on firings begin select raise(abort, 'no room'); end");
        _rig.Play("Nightly", isWell: true);
        Turns(scheduler, TimeSpan.FromMinutes(15));
        var failed = (_rig.Firings().Length, scheduler.State.Trouble.Length > 0);
        LedgerChange.Run(_rig.Ledger, "drop trigger no_room");

        Turns(scheduler, TimeSpan.FromSeconds(5));

        Assert.That(failed, Is.EqualTo((0, true)));
        Assert.That(_rig.Firings(), Has.Length.EqualTo(1).And.One.Contains("run 1 of Nightly"));
        Assert.That(scheduler.State.Trouble, Is.Empty);
    }

    [Test]
    public void A_file_that_went_away_while_it_was_written_to_is_not_called_so_later()
    {
        var scheduler = _rig.Begin(Waiting());
        Turns(scheduler, TimeSpan.FromSeconds(10));
        Put("short.csv", _rig.Clock.GetUtcNow());
        Turns(scheduler, TimeSpan.FromSeconds(10));
        File.Delete(Path.Combine(_rig.Inbox, "short.csv"));

        Turns(scheduler, TimeSpan.FromHours(2));

        Assert.That(_rig.Said, Has.None.Contains("still being written to"));
        Assert.That(_rig.Firings(), Is.Empty);
    }

    [Test]
    public void A_file_of_a_clock_that_is_ahead_fires_once_it_was_seen_so_for_long_enough()
    {
        var scheduler = _rig.Begin(Waiting());
        Turns(scheduler, TimeSpan.FromSeconds(10));
        Put("ahead.csv", _rig.Clock.GetUtcNow().AddYears(1));

        Turns(scheduler, TimeSpan.FromSeconds(30));
        var early = _rig.Firings();
        Turns(scheduler, TimeSpan.FromSeconds(60));

        Assert.That(early, Is.Empty);
        Assert.That(_rig.Firings(), Has.Length.EqualTo(1).And.One.EndsWith("ahead.csv"));
    }

    [Test]
    public void A_file_that_is_written_to_without_end_is_named_after_an_hour_and_an_old_one_holds_up_none()
    {
        Put("old.csv", _rig.Clock.GetUtcNow().AddYears(1));
        var scheduler = _rig.Begin(Waiting());
        Turns(scheduler, TimeSpan.FromSeconds(10));
        for (var minute = 0; minute < 70; minute++)
        {
            Put("endless.csv", _rig.Clock.GetUtcNow());
            Turns(scheduler, TimeSpan.FromSeconds(59));
        }

        var early = _rig.Firings();
        Turns(scheduler, TimeSpan.FromMinutes(2));

        Assert.That(early, Is.Empty);
        Assert.That(_rig.Said, Has.One.Contains("as endless.csv is still being written to"));
        Assert.That(_rig.Firings(), Has.Length.EqualTo(1).And.One.EndsWith("endless.csv"));
    }

    [Test]
    public void A_mistake_of_the_program_is_said_once_and_ends_no_service()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly("0 1 7 * * ?"));
        _rig.Fault = new InvalidOperationException("a mistake");
        _rig.Deploy(scheduler);
        Turns(scheduler, TimeSpan.FromSeconds(30));
        _rig.Fault = null;

        Turns(scheduler, TimeSpan.FromMinutes(2));

        Assert.That(_rig.Said, Has.One.Contains("a mistake of this program"));
        Assert.That(_rig.Said, Has.One.EqualTo("the service goes on with its work"));
    }

    private static ServedTrigger Behind() => SchedulerRig.Nightly() with
    {
        Batch = "Behind",
        Schedule = null,
        After = "Nightly",
        Outcome = Outcome.Completion,
    };

    private ServedTrigger Waiting() => SchedulerRig.Nightly() with
    {
        Schedule = null,
        Files = new AwaitedFiles(_rig.Inbox, "*.csv", TimeSpan.FromSeconds(60)),
    };

    private void Turns(Scheduler scheduler, TimeSpan time)
    {
        for (var until = _rig.Clock.GetUtcNow() + time; _rig.Clock.GetUtcNow() < until;)
        {
            var left = until - _rig.Clock.GetUtcNow();
            _rig.Clock.Advance(left < TimeSpan.FromSeconds(5) ? left : TimeSpan.FromSeconds(5));
            scheduler.Turn();
        }
    }

    private void Put(string name, DateTimeOffset written)
    {
        var path = Path.Combine(_rig.Inbox, name);
        File.WriteAllText(path, name);
        File.SetLastWriteTimeUtc(path, written.UtcDateTime);
    }

    // As a commit whose answer got lost leaves it.
    private void Claim(long service)
    {
        using var other = ServiceLedger.Register(_rig.Ledger, _rig.Clock,
            new ServiceBeginning { Solution = "Shop", Environment = SchedulerRig.Environment });
        other.Claim(new FiringClaim
        {
            Batch = "Nightly",
            Trigger = "night",
            Scheduled = _rig.Clock.GetUtcNow(),
            AsOf = DateOnly.FromDateTime(_rig.Clock.GetUtcNow().UtcDateTime),
            LocalTime = "",
            Cause = FiringCause.Schedule,
        });
        LedgerChange.Run(_rig.Ledger, $"update firings set service = {service}");
    }
}
