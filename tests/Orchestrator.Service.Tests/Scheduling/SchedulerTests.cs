using Orchestrator.Core;
using Orchestrator.Ledger.Serving;
using Orchestrator.Schedules;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class SchedulerTests : IDisposable
{
    private const int Refused = 2;

    private readonly SchedulerRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Test]
    public void A_trigger_fires_once_when_its_time_has_come()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night(2).AddSeconds(-1), scheduler);
        var before = _rig.Processes.Count;
        _rig.TurnAt(Night(2), scheduler);
        _rig.TurnAt(Night(2).AddSeconds(1), scheduler);

        Assert.That((before, _rig.Processes.Count), Is.EqualTo((0, 1)));
        Assert.That(_rig.Processes[0].Command, Has.Count.EqualTo(3).And.Some.EqualTo("1.1"));
        Assert.That(_rig.Firings(), Is.EqualTo((string[])["02 02:00 Schedule Claimed"]));
        Assert.That(scheduler.State.Next, Is.EqualTo(Night(3)));
        Assert.That(_rig.Ask(reader => reader.PlanFiles(_rig.Processes[0].Command[2])), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_process_continues_the_span_of_its_firing_which_ends_with_it_once()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night(2), scheduler);
        _rig.Processes[0].ExitCode = Refused;
        _rig.TurnAt(Night(2).AddSeconds(1), scheduler);
        _rig.TurnAt(Night(2).AddSeconds(2), scheduler);

        Assert.That(_rig.Processes[0].TraceParent, Is.EqualTo("of firing 1"));
        Assert.That(_rig.Traced, Is.EqualTo((int[])[Refused]));
    }

    [Test]
    public void A_new_trigger_owes_nothing_for_the_time_before()
    {
        var scheduler = _rig.Begin();
        _rig.TurnAt(Night(5).AddHours(1), scheduler);
        _rig.Deploy(scheduler, SchedulerRig.Nightly());
        _rig.Deploy(scheduler, SchedulerRig.Nightly("0 30 2 * * ?"));

        Assert.That(_rig.Firings(), Is.Empty);
        Assert.That(scheduler.State.Next, Is.EqualTo(Night(6).AddMinutes(30)));
    }

    [TestCase(MisfirePolicy.FireOnce, new[] { "03", "04" }, new[] { "05" })]
    [TestCase(MisfirePolicy.FireEach, new string[0], new[] { "03", "04", "05" })]
    [TestCase(MisfirePolicy.Skip, new[] { "03", "04", "05" }, new string[0])]
    public void What_was_missed_while_no_service_was_at_work_is_judged_by_the_next_one(
        MisfirePolicy policy, string[] passedOver, string[] fired)
    {
        var first = _rig.Begin(SchedulerRig.Nightly(policy: policy));
        _rig.TurnAt(Night(2), first);
        _rig.Processes[0].ExitCode = Refused;
        _rig.TurnAt(Night(2).AddMinutes(5), first);
        first.Stop();
        _rig.Clock.Advance(Night(5).AddHours(1) - _rig.Clock.GetUtcNow());
        _rig.Begin(SchedulerRig.Nightly(policy: policy));

        var firings = _rig.Firings();
        Assert.That(firings.Where(firing => firing.Contains("PassedOver", StringComparison.Ordinal)).Select(Day),
            Is.EqualTo(passedOver));
        Assert.That(firings.Where(firing => firing.Contains("Catchup Claimed", StringComparison.Ordinal)).Select(Day),
            Is.EqualTo(fired));
        Assert.That(_rig.Processes.Count - 1, Is.EqualTo(Math.Min(1, fired.Length)), "one at a time");
    }

    [Test]
    public void While_a_run_of_the_batch_is_at_work_what_comes_due_waits_and_the_newest_stands_for_the_others()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly("0 0 * * * ?"));
        _rig.TurnAt(Morning(3600), scheduler);
        _rig.TurnAt(Morning(3600).AddHours(1), scheduler);
        _rig.TurnAt(Morning(3600).AddHours(2.5), scheduler);
        var beside = _rig.Processes.Count;
        _rig.Processes[0].ExitCode = Refused;
        _rig.TurnAt(Morning(3600).AddHours(2.6), scheduler);
        _rig.TurnAt(Morning(3600).AddHours(2.6).AddSeconds(1), scheduler);

        Assert.That((beside, _rig.Processes.Count), Is.EqualTo((1, 2)));
        Assert.That(_rig.Firings()[1..], Is.EqualTo((string[])[
            "01 09:00 Catchup PassedOver a newer one stands for it (misfire: fireOnce)", "01 10:00 Catchup Claimed"]));
    }

    [Test]
    public void Of_two_services_one_fires()
    {
        var first = _rig.Begin(SchedulerRig.Nightly("0 0 * * * ?"));
        var second = _rig.Begin(SchedulerRig.Nightly("0 0 * * * ?"));
        for (var hour = 0; hour < 20; hour++)
        {
            _rig.TurnAt(Morning(3600).AddHours(hour), hour % 2 == 0 ? [first, second] : [second, first]);
            _rig.Processes[^1].ExitCode = Refused;
            _rig.TurnAt(Morning(3600).AddHours(hour).AddMinutes(1), first, second);
        }

        Assert.That(_rig.Processes, Has.Count.EqualTo(20));
        Assert.That(_rig.Firings(), Has.Length.EqualTo(20).And.All.Contains("Schedule Ended"));
    }

    [Test]
    public void What_a_service_that_has_stopped_owes_another_one_takes_over_with_a_right_of_its_own()
    {
        var first = _rig.Begin(SchedulerRig.Nightly());
        var second = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night(2), first);
        first.Stop();
        _rig.TurnAt(Night(2).AddSeconds(10), second);
        _rig.Processes[0].ExitCode = Refused;
        _rig.TurnAt(Night(2).AddSeconds(11), first);

        Assert.That(_rig.Processes.Select(process => process.Command[1]), Is.EqualTo((string[])["1.1", "1.2"]));
        Assert.That(_rig.Firings(), Is.EqualTo((string[])["02 02:00 Schedule Claimed"]), "the first one ends nothing");
        Assert.That(_rig.Said, Has.Some.Contains("was silent for too long"));
    }

    [Test]
    public void What_is_due_while_it_is_paused_is_passed_over_and_told()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        var part = new PausedPart(SchedulerRig.Environment, "Nightly");
        ScheduleWriter.Pause(_rig.Ledger, _rig.Clock,
            new SchedulePause { Of = part, Paused = _rig.Clock.GetUtcNow(), PausedBy = "anna" }, _rig.Entry("pause"));
        _rig.TurnAt(Night(2).AddHours(1), scheduler);
        var paused = _rig.Firings();
        ScheduleWriter.Resume(_rig.Ledger, _rig.Clock, part, _rig.Entry("resume"));
        _rig.TurnAt(Night(2).AddHours(2), scheduler);

        Assert.That(paused, Is.Empty);
        Assert.That(_rig.Firings(), Is.EqualTo((string[])["02 02:00 Catchup PassedOver paused"]));
        Assert.That(_rig.Processes, Is.Empty);
    }

    [Test]
    public void A_request_becomes_a_firing_once_and_one_that_cannot_be_is_refused_with_a_reason()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        var good = Asking("Nightly", "a");
        var again = Asking("Nightly", "a");
        var bad = Asking("Yearly", "b");
        var old = Asking("Nightly", "c", continues: 7);
        scheduler.Turn();
        scheduler.Turn();

        Assert.That(again.Number, Is.EqualTo(good.Number));
        Assert.That(_rig.Ask(reader => reader.StartRequest(good.Number))!.Firing, Is.EqualTo(1));
        Assert.That(_rig.Ask(reader => reader.StartRequest(bad.Number))!.Refusal, Does.Contain("no batch 'Yearly'"));
        Assert.That(_rig.Ask(reader => reader.StartRequest(old.Number))!.Refusal,
            Does.Contain("no run 7 of 'Nightly'"));
        Assert.That(_rig.Firings(), Is.EqualTo((string[])["01 07:00 Manual Claimed"]));
        Assert.That(_rig.Processes, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_file_that_arrives_or_changes_fires_once_nobody_writes_to_it_and_what_was_there_does_not()
    {
        var at = new DateTime(2026, 2, 1, 7, 0, 0, DateTimeKind.Utc);
        Put("old.csv", at, "1");
        var scheduler = _rig.Begin(SchedulerRig.Nightly() with
        {
            Schedule = null,
            Files = new AwaitedFiles(_rig.Inbox, "*.csv", TimeSpan.FromSeconds(60)),
        });
        _rig.TurnAt(Morning(10), scheduler);
        Put("new.csv", at.AddSeconds(11), "1");
        Put("new.txt", at.AddSeconds(11), "1");
        _rig.TurnAt(Morning(20), scheduler);
        var unstable = _rig.Firings();
        _rig.TurnAt(Morning(80), scheduler);
        _rig.Processes[0].ExitCode = Refused;
        File.Delete(Path.Combine(_rig.Inbox, "new.csv"));
        _rig.TurnAt(Morning(90), scheduler);
        _rig.TurnAt(Morning(95), scheduler);
        Put("old.csv", at.AddSeconds(31), "12");
        Put(".hidden.csv", at.AddSeconds(31), "1");
        _rig.TurnAt(Morning(200), scheduler);

        Assert.That(unstable, Is.Empty);
        Assert.That(_rig.Firings(), Is.EqualTo((string[])[
            "01 07:01 File Ended exit code 2 of process 1:", "01 07:03 File Claimed old.csv"]));
    }

    [Test]
    public void Metadata_that_have_errors_are_told_and_what_was_in_force_fires_all_the_same()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.Mistake = "solution.yaml:3:1 ORC1010: no such key";
        _rig.Deploy(scheduler);
        var since = scheduler.State.InvalidSince;
        _rig.TurnAt(Night(2), scheduler);

        Assert.That(since, Is.EqualTo(Morning(10)));
        Assert.That(scheduler.State.InvalidSince, Is.EqualTo(since));
        Assert.That(scheduler.State.Problems, Is.EqualTo((string[])[_rig.Mistake]));
        Assert.That(_rig.Said, Has.Some.EndsWith("what was in force stays: " + _rig.Mistake));
        Assert.That(_rig.Firings(), Is.EqualTo((string[])["02 02:00 Schedule Claimed"]));

        _rig.Mistake = "";
        _rig.Deploy(scheduler);

        Assert.That((scheduler.State.InvalidSince, scheduler.State.Next), Is.EqualTo(
            ((DateTimeOffset?)null, (DateTimeOffset?)null)), "the trigger is gone");
    }

    [Test]
    public void A_run_of_another_batch_fires_the_triggers_that_wait_for_such_an_end_once()
    {
        var scheduler = _rig.Begin(After("behind", Outcome.Success), After("alarm", Outcome.Failure),
            After("always", Outcome.Completion));
        _rig.Play("Nightly", isWell: true);
        _rig.TurnAt(Night(2), scheduler);
        var good = _rig.Firings();
        _rig.Play("Hourly", isWell: true);
        _rig.Play("Nightly", isWell: false);
        _rig.TurnAt(Night(3), scheduler);
        _rig.TurnAt(Night(3).AddSeconds(1), scheduler);

        Assert.That(good, Has.Length.EqualTo(2).And.All.Contains("After Claimed run 1 of Nightly ended Succeeded"));
        Assert.That(_rig.Firings()[2..],
            Has.Length.EqualTo(2).And.All.Contains("After Claimed run 3 of Nightly ended Failed"));
        Assert.That(_rig.Ask(reader => reader.NewestFirings(SchedulerRig.Environment)).Select(firing => firing.Trigger),
            Is.EquivalentTo((string[])["behind", "alarm", "always"]));
    }

    private StartRequest Asking(string batch, string key, long? continues = null) => ScheduleWriter.Ask(
        _rig.Ledger, _rig.Clock,
        new StartRequest
        {
            Environment = SchedulerRig.Environment,
            Batch = batch,
            Key = key,
            Continues = continues,
            Who = "anna",
            Asked = _rig.Clock.GetUtcNow(),
        },
        _rig.Entry("run"));

    private static ServedTrigger After(string name, Outcome outcome) => SchedulerRig.Nightly() with
    {
        Batch = "Behind",
        Name = name,
        Hash = name,
        Schedule = null,
        After = "Nightly",
        Outcome = outcome,
    };

    private void Put(string name, DateTime written, string text)
    {
        var path = Path.Combine(_rig.Inbox, name);
        File.WriteAllText(path, text);
        File.SetLastWriteTimeUtc(path, written);
    }

    private static string Day(string firing) => firing[..2];

    private static DateTimeOffset Night(int day) => new(2026, 2, day, 2, 0, 0, TimeSpan.Zero);

    private static DateTimeOffset Morning(int seconds) =>
        new DateTimeOffset(2026, 2, 1, 7, 0, 0, TimeSpan.Zero).AddSeconds(seconds);
}
