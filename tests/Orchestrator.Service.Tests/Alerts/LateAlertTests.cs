using Orchestrator.Core.Alerts;
using Orchestrator.Schedules;
using Orchestrator.Service.Alerts;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Alerts;

/// <summary>What has not ended, or not begun, by its time.</summary>
internal sealed class LateAlertTests
{
    [Test]
    public async Task A_run_beyond_its_usual_time_is_late_while_it_is_at_work()
    {
        using var rig = new AlertRig();
        rig.Alerts = new ServedAlerts { All = [AlertRig.Told("Nightly", AlertEvent.Late)] };
        for (var night = 0; night < 6; night++)
        {
            rig.Succeed("Nightly", TimeSpan.FromMinutes(20));
            rig.Clock.Advance(TimeSpan.FromHours(1));
        }

        var loop = rig.Begin();
        using var atWork = rig.AtWork("Nightly");
        await rig.PassAsync(TimeSpan.FromMinutes(34), loop);
        var early = rig.Arrived.Count;
        await rig.PassAsync(TimeSpan.FromMinutes(5), loop);

        Assert.That(early, Is.Zero);
        Assert.That(MessageText.Subject(rig.Arrived.Single()),
            Does.StartWith("LATE Nightly run 7 (prod): not ended after 35 min, usually 20 min"));
    }

    [Test]
    public async Task Usual_is_what_runs_of_the_same_trigger_took_however_many_others_there_were()
    {
        using var rig = new AlertRig();
        rig.Alerts = new ServedAlerts { All = [AlertRig.Told("Nightly", AlertEvent.Late)] };
        for (var run = 1; run <= 40; run++)
        {
            rig.Succeed("Nightly", TimeSpan.FromMinutes(run % 8 == 0 ? 20 : 1));
            if (run % 8 == 0)
            {
                rig.Note(run, "night");
            }

            rig.Clock.Advance(TimeSpan.FromHours(1));
        }

        var loop = rig.Begin();
        using var atWork = rig.AtWork("Nightly");
        rig.Note(41, "night");
        await rig.PassAsync(TimeSpan.FromMinutes(34), loop);
        var early = rig.Arrived.Count;
        await rig.PassAsync(TimeSpan.FromMinutes(5), loop);

        Assert.That(early, Is.Zero);
        Assert.That(MessageText.Subject(rig.Arrived.Single()), Does.Contain("usually 20 min"));
    }

    [TestCase(false)]
    [TestCase(true)]
    public async Task What_is_due_and_nobody_begins_is_late_but_not_while_it_is_paused(bool isPaused)
    {
        using var rig = new AlertRig();
        rig.Alerts = new ServedAlerts { All = [AlertRig.Told("Nightly", AlertEvent.Late)] };
        var due = rig.Clock.GetUtcNow().AddMinutes(1);
        rig.State = new SchedulerState
        {
            Triggers =
            [
                (new ServedTrigger { Batch = "Nightly", Name = "night", Hash = "", Zone = TimeZoneInfo.Utc },
                    new Firing(due, due.DateTime)),
            ],
        };
        var loop = rig.Begin();
        if (isPaused)
        {
            rig.Pause("Nightly");
        }

        await rig.PassAsync(TimeSpan.FromMinutes(15), loop);
        var early = rig.Arrived.Count;
        await rig.PassAsync(TimeSpan.FromMinutes(4), loop);

        Assert.That(early, Is.Zero);
        Assert.That(rig.Arrived.Select(message => message.Occurrences[0].Summary),
            isPaused ? Is.Empty : Has.One.StartsWith("not started yet, due at ").And.Contain("night"));
    }
}
