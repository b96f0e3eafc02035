using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>More runs are due than a service may have at work.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class RunLineTests : IDisposable
{
    private const int Refused = 2;
    private const int Killed = 137;

    private static readonly DateTimeOffset Night = new(2026, 2, 2, 2, 0, 0, TimeSpan.Zero);

    private readonly SchedulerRig _rig = new() { RunsMax = 3 };

    public void Dispose() => _rig.Dispose();

    [Test]
    public void Two_hundred_that_are_due_at_once_begin_in_their_order_never_more_than_so_many_at_a_time()
    {
        var scheduler = _rig.Begin([.. Enumerable.Range(0, 200).Select(at => Of($"B{(at * 37) % 200:000}"))]);
        _rig.TurnAt(Night, scheduler);
        var most = 0;
        for (var turn = 0; _rig.Processes.Count < 200 || _rig.Processes.Exists(each => each.ExitCode is null); turn++)
        {
            Assert.That(turn, Is.LessThan(1_000));
            most = Math.Max(most, _rig.Processes.Count(each => each.ExitCode is null));
            // Whichever ends first.
            if (_rig.Processes.FindAll(each => each.ExitCode is null) is { Count: > 0 } alive)
            {
                alive[turn % alive.Count].ExitCode = Refused;
            }

            scheduler.Turn();
        }

        Assert.That(most, Is.EqualTo(3));
        Assert.That(_rig.Processes.Select(each => each.Command[1]).Distinct().Count(), Is.EqualTo(200));
        Assert.That(_rig.Begun(), Is.EqualTo(scheduler.State.Triggers.Select(each => each.Trigger.Batch)));
        Assert.That(_rig.Firings(), Has.Length.EqualTo(200).And.All.Contains("Ended"));
        Assert.That(scheduler.State.Line, Is.EqualTo(new RunLine(3, 0, [])).Using<RunLine>(
            (one, other) => one.Most == other.Most && one.AtWork == other.AtWork
                && one.Waiting.SequenceEqual(other.Waiting)));
    }

    [Test]
    public void What_waits_says_why_and_how_many_are_before_it()
    {
        var scheduler = _rig.Begin([.. Enumerable.Range(0, 5).Select(at => Of($"B{at}"))]);
        _rig.TurnAt(Night, scheduler);
        scheduler.Turn();

        var line = scheduler.State.Line;
        Assert.That((line.AtWork, line.Waiting.Count), Is.EqualTo((3, 2)));
        Assert.That(line.WhyOf(line.Waiting[1]), Does.StartWith("waits in line, 1 before it").And.Contain("at most 3"));
        Assert.That(_rig.Said.Count(each => each.Contains("waits in line", StringComparison.Ordinal)), Is.EqualTo(2));
    }

    [Test]
    public void What_was_due_first_goes_first()
    {
        var scheduler = _rig.Begin(
        [
            .. Enumerable.Range(0, 3).Select(at => Of($"B{at}")), Of("Late", "0 10 2 * * ?"),
            Of("Soon", "0 5 2 * * ?"),
        ]);
        _rig.TurnAt(Night, scheduler);
        _rig.TurnAt(Night.AddMinutes(5), scheduler);
        _rig.TurnAt(Night.AddMinutes(10), scheduler);
        _rig.Processes[0].ExitCode = Refused;
        scheduler.Turn();

        Assert.That(_rig.Begun(), Is.EqualTo((string[])["B0", "B1", "B2", "Soon"]));
    }

    [Test]
    public void Runs_to_go_on_with_behind_a_restart_stand_in_the_same_line()
    {
        ServedTrigger[] all = [.. Enumerable.Range(0, 68).Select(at => Of($"B{at:00}"))];
        _rig.RunsMax = 100;
        var first = _rig.Begin(all);
        _rig.TurnAt(Night, first);
        foreach (var firing in _rig.Open())
        {
            _rig.Die(firing.Batch, firing.Fence);
        }

        first.Stop();
        _rig.RunsMax = 3;
        _rig.Clock.Advance(TimeSpan.FromMinutes(5));
        var second = _rig.Begin(all);
        second.Turn();

        Assert.That(_rig.Processes, Has.Count.EqualTo(68 + 3));
        Assert.That(second.State.Line.Waiting, Has.Count.EqualTo(65));
    }

    [Test]
    public void A_process_that_dies_again_and_again_lets_the_others_by()
    {
        var scheduler = _rig.Begin([.. Enumerable.Range(0, 6).Select(at => Of($"B{at}"))]);
        _rig.TurnAt(Night, scheduler);
        _rig.Processes.ForEach(each => each.ExitCode = Killed);
        _rig.TurnAt(Night.AddSeconds(1), scheduler);

        Assert.That(_rig.Begun(), Is.EqualTo((string[])["B0", "B1", "B2", "B3", "B4", "B5"]));
    }

    [TestCase(2, 64L << 30, 4)]
    [TestCase(16, 64L << 30, 32)]
    [TestCase(16, 1L << 30, 4)]
    [TestCase(2, 100L << 20, 1)]
    public void Without_a_number_processors_and_memory_say_it(int processors, long memory, int most) =>
        Assert.That(RunsMax.Of(processors, memory), Is.EqualTo(most));

    private static ServedTrigger Of(string batch, string cron = "0 0 2 * * ?") =>
        SchedulerRig.Nightly(cron) with { Batch = batch };
}
