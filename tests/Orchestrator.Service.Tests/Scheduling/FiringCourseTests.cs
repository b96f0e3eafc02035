using Orchestrator.Core;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

internal sealed class FiringCourseTests
{
    private const int Usage = 2;
    private const int Held = 3;
    private const int Unreachable = 4;
    private const int Killed = 137;

    private static readonly FiringFound New = new() { Run = RunStand.None };

    [Test]
    public void A_firing_without_a_run_gets_one_at_once() =>
        Assert.That(FiringCourse.Next(New).Action, Is.EqualTo(FiringAction.Start));

    [Test]
    public void Whoever_has_it_at_work_is_waited_for()
    {
        Assert.That(FiringCourse.Next(New with { HasProcess = true }).Action, Is.EqualTo(FiringAction.Wait));
        Assert.That(FiringCourse.Next(New with { Run = RunStand.AtWork }).Action, Is.EqualTo(FiringAction.Wait));
    }

    [Test]
    public void A_run_whose_process_is_silent_is_gone_on_with() => Assert.That(
        FiringCourse.Next(New with { Run = RunStand.Silent }).Action, Is.EqualTo(FiringAction.Start));

    [TestCase(RunVerdict.Succeeded)]
    [TestCase(RunVerdict.SucceededWithWarnings)]
    [TestCase(RunVerdict.Failed)]
    public void What_came_to_an_end_of_its_own_ends_the_firing(RunVerdict verdict) => Assert.That(
        FiringCourse.Next(New with { Run = RunStand.Ended, Verdict = verdict, ExitCode = 1, Starts = 1 }),
        Is.EqualTo(new FiringStep(FiringAction.End, verdict)));

    [Test]
    public void What_was_killed_or_stopped_with_its_process_is_gone_on_with_and_what_somebody_cancelled_is_not()
    {
        var cancelled = New with { Run = RunStand.Ended, Verdict = RunVerdict.Cancelled };

        Assert.That(FiringCourse.Next(cancelled).Action, Is.EqualTo(FiringAction.Start));
        Assert.That(FiringCourse.Next(cancelled with { Verdict = RunVerdict.EndedUnexpectedly }).Action,
            Is.EqualTo(FiringAction.Start));
        Assert.That(FiringCourse.Next(cancelled with { IsCancelledBySomebody = true }),
            Is.EqualTo(new FiringStep(FiringAction.End, RunVerdict.Cancelled)));
    }

    [Test]
    public void A_run_that_died_behind_its_last_package_is_done_where_nothing_is_left_to_go_on_with() => Assert.That(
        FiringCourse.Next(New with { Run = RunStand.Ended, Verdict = RunVerdict.EndedUnexpectedly, ExitCode = 0 }),
        Is.EqualTo(new FiringStep(FiringAction.End, RunVerdict.Succeeded)));

    [Test]
    public void Behind_another_run_of_the_batch_it_waits_for_as_long_as_that_takes()
    {
        var held = New with { ExitCode = Held, Starts = 1000, SinceEnd = TimeSpan.FromSeconds(9) };

        Assert.That(FiringCourse.Next(held).Action, Is.EqualTo(FiringAction.Wait));
        Assert.That(FiringCourse.Next(held with { SinceEnd = TimeSpan.FromSeconds(10) }).Action,
            Is.EqualTo(FiringAction.Start));
    }

    [Test]
    public void A_server_that_is_away_is_tried_later_each_time_and_for_some_three_hours()
    {
        var pauses = Enumerable.Range(1, FiringCourse.StartsOfUnreachableMax - 1)
            .Select(starts => FiringCourse.Pause(Unreachable, starts)).ToList();

        Assert.That(pauses, Is.Ordered);
        Assert.That(pauses[0], Is.EqualTo(TimeSpan.FromSeconds(15)));
        Assert.That(pauses[^1], Is.EqualTo(TimeSpan.FromMinutes(10)));
        Assert.That(pauses.Sum(pause => pause.TotalHours), Is.InRange(2.5, 3.5));
    }

    [TestCase(Killed, FiringCourse.StartsMax)]
    [TestCase(Unreachable, FiringCourse.StartsOfUnreachableMax)]
    public void What_comes_to_nothing_again_and_again_is_given_up_with_what_it_said(int code, int most)
    {
        var found = New with { ExitCode = code, SinceEnd = TimeSpan.FromHours(1), Said = "no such server" };

        Assert.That(FiringCourse.Next(found with { Starts = most - 1 }).Action, Is.EqualTo(FiringAction.Start));
        Assert.That(FiringCourse.Next(found with { Starts = most }), Is.EqualTo(new FiringStep(
            FiringAction.End, null, $"exit code {code} of process {most}: no such server")));
        Assert.That(FiringCourse.Next(found with { Starts = most, Run = RunStand.Silent }).Outcome,
            Is.EqualTo(RunVerdict.EndedUnexpectedly));
    }

    [Test]
    public void What_the_command_refuses_is_not_asked_twice() => Assert.That(
        FiringCourse.Next(New with { ExitCode = Usage, Starts = 1, Said = "no batch" }).Action,
        Is.EqualTo(FiringAction.End));
}
