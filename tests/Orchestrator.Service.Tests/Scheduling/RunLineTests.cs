using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

/// <summary>More runs are due than a service may have at work.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class RunLineTests : IDisposable
{
    private const int Refused = 2;
    private const int Killed = 137;

    private static readonly DateTimeOffset Night = new(2026, 2, 2, 2, 0, 0, TimeSpan.Zero);

    private readonly SchedulerRig rig = new() { RunsMax = 3 };

    public void Dispose() => rig.Dispose();

    [Test]
    public void Two_hundred_that_are_due_at_once_begin_in_their_order_never_more_than_so_many_at_a_time()
    {
        var scheduler = rig.Begin([.. Enumerable.Range(0, 200).Select(at => Of($"B{(at * 37) % 200:000}"))]);
        rig.TurnAt(Night, scheduler);
        var most = 0;
        for (var turn = 0; rig.Processes.Count < 200 || rig.Processes.Exists(each => each.ExitCode is null); turn++)
        {
            Assert.That(turn, Is.LessThan(1_000));
            most = Math.Max(most, rig.Processes.Count(each => each.ExitCode is null));
            // Whichever ends first.
            if (rig.Processes.FindAll(each => each.ExitCode is null) is { Count: > 0 } alive)
            {
                alive[turn % alive.Count].ExitCode = Refused;
            }

            scheduler.Turn();
        }

        Assert.That(most, Is.EqualTo(3));
        Assert.That(rig.Processes.Select(each => each.Command[1]).Distinct().Count(), Is.EqualTo(200));
        Assert.That(rig.Begun(), Is.EqualTo(scheduler.State.Triggers.Select(each => each.Trigger.Batch)));
        Assert.That(rig.Firings(), Has.Length.EqualTo(200).And.All.Contains("Ended"));
        Assert.That(scheduler.State.Line, Is.EqualTo(new RunLine(3, 0, [])).Using<RunLine>(
            (one, other) => one.Most == other.Most && one.AtWork == other.AtWork
                && one.Waiting.SequenceEqual(other.Waiting)));
    }

    [Test]
    public void What_waits_says_why_and_how_many_are_before_it()
    {
        var scheduler = rig.Begin([.. Enumerable.Range(0, 5).Select(at => Of($"B{at}"))]);
        rig.TurnAt(Night, scheduler);
        scheduler.Turn();

        var line = scheduler.State.Line;
        Assert.That((line.AtWork, line.Waiting.Count), Is.EqualTo((3, 2)));
        Assert.That(line.WhyOf(line.Waiting[1]), Does.StartWith("waits in line, 1 before it").And.Contain("at most 3"));
        Assert.That(rig.Said.Count(each => each.Contains("waits in line", StringComparison.Ordinal)), Is.EqualTo(2));
    }

    [Test]
    public void What_was_due_first_goes_first()
    {
        var scheduler = rig.Begin(
        [
            .. Enumerable.Range(0, 3).Select(at => Of($"B{at}")), Of("Late", "0 10 2 * * ?"),
            Of("Soon", "0 5 2 * * ?"),
        ]);
        rig.TurnAt(Night, scheduler);
        rig.TurnAt(Night.AddMinutes(5), scheduler);
        rig.TurnAt(Night.AddMinutes(10), scheduler);
        rig.Processes[0].ExitCode = Refused;
        scheduler.Turn();

        Assert.That(rig.Begun(), Is.EqualTo((string[])["B0", "B1", "B2", "Soon"]));
    }

    [Test]
    public void Runs_to_go_on_with_behind_a_restart_stand_in_the_same_line()
    {
        ServedTrigger[] all = [.. Enumerable.Range(0, 68).Select(at => Of($"B{at:00}"))];
        rig.RunsMax = 100;
        var first = rig.Begin(all);
        rig.TurnAt(Night, first);
        foreach (var firing in rig.Open())
        {
            rig.Die(firing.Batch, firing.Fence);
        }

        first.Stop();
        rig.RunsMax = 3;
        rig.Clock.Advance(TimeSpan.FromMinutes(5));
        var second = rig.Begin(all);
        second.Turn();

        Assert.That(rig.Processes, Has.Count.EqualTo(68 + 3));
        Assert.That(second.State.Line.Waiting, Has.Count.EqualTo(65));
    }

    [Test]
    public void A_process_that_dies_again_and_again_lets_the_others_by()
    {
        var scheduler = rig.Begin([.. Enumerable.Range(0, 6).Select(at => Of($"B{at}"))]);
        rig.TurnAt(Night, scheduler);
        rig.Processes.ForEach(each => each.ExitCode = Killed);
        rig.TurnAt(Night.AddSeconds(1), scheduler);

        Assert.That(rig.Begun(), Is.EqualTo((string[])["B0", "B1", "B2", "B3", "B4", "B5"]));
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
