namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>
/// A run whose package is stopped at one point of it beyond the lease, on another machine so that only its sessions can
/// be ended, and goes on once another run has taken over. Nothing ends its process meanwhile: what it does not write
/// the fence alone keeps it from.
/// </summary>
[Parallelizable(ParallelScope.All)] // They mostly wait for leases to end.
internal sealed class FenceTests
{
    [SetUp]
    public void OnLinuxOnly() => RunningCommand.OnLinuxOnly();

    [TestCase(false, false, Category = "Full")]
    [TestCase(false, true)]
    [TestCase(true, false)]
    [TestCase(true, true, Category = "Full")]
    public void Statements_that_were_stopped_before_their_session_commit_nothing_once_another_run_has_taken_over(
        bool isOnServer, bool isHook)
    {
        using var stopped = Stopped(isOnServer, isHook, isHook ? "hook.own.before" : "package.before");
        var (night, sleeper) = (stopped.Night, stopped.Run);

        using var next = TakingOver.From(sleeper, night.Lease, night.Start);
        Assert.That(next.ExitCode(), Is.Zero, next.Said);
        Assert.That(night.Times, Is.EqualTo(1));

        WakeUp(night, sleeper);
        Assert.That(night.Times, Is.EqualTo(1));
    }

    [TestCase(false)]
    [TestCase(true, Category = "Full")]
    public void A_session_that_was_stopped_before_its_commit_is_ended_before_another_run_begins(bool isHook)
    {
        using var stopped = Stopped(isOnServer: true, isHook, "sql.commit.before", hasSession: true);
        var (night, sleeper) = (stopped.Night, stopped.Run);

        using var next = TakingOver.From(sleeper, night.Lease, night.Start);
        next.AwaitLine("start  P/t");
        Assert.That(night.SessionsOfFirstRun, Is.Zero);
        Assert.That(next.ExitCode(), Is.Zero, next.Said);

        WakeUp(night, sleeper);
        Assert.That(night.Times, Is.EqualTo(1));
    }

    [TestCase(false, Category = "Full")]
    [TestCase(true)]
    public void One_that_was_stopped_within_a_transaction_of_a_file_lets_go_of_it_and_commits_nothing(bool isHook)
    {
        using var stopped = Stopped(isOnServer: false, isHook, "sql.commit.before");
        var (night, sleeper) = (stopped.Night, stopped.Run);

        using var next = TakingOver.From(sleeper, night.Lease, night.Start);
        next.AwaitLine("start  P/t");
        WakeUp(night, sleeper);

        Assert.That(next.ExitCode(), Is.Zero, next.Said);
        Assert.That(night.Times, Is.EqualTo(1));
    }

    private static Sleeper<StoppedNight> Stopped(
        bool isOnServer, bool isHook, string point, bool hasSession = false) =>
        Sleeper<StoppedNight>.Of(
            tries => new StoppedNight(isOnServer, isHook) { Tries = tries }, night => night.StartAndWaitAt(point),
            (night, run) =>
            {
                if (!Sleeper<StoppedNight>.Reaches(
                    run, () => night.Passed.Contains($"{point}\tP/t", StringComparison.Ordinal)))
                {
                    return false;
                }

                run.Send("STOP");
                return night.IsFirstAtWork && !run.HasEndedWithin(TimeSpan.Zero)
                    && (!hasSession || HasSession(night, run));
            });

    // Only who has lost its lease meanwhile may be without one.
    private static bool HasSession(StoppedNight night, RunningCommand run)
    {
        var sessions = night.SessionsOfFirstRun;
        Assert.That(
            sessions > 0 || Sleeper<StoppedNight>.HasLostLease(run), Is.True,
            () => $"no session of the first run can be seen: {run.Said}");
        return sessions > 0;
    }

    private static void WakeUp(StoppedNight night, RunningCommand sleeper)
    {
        sleeper.Send("CONT");
        Assert.That(
            () => night.Passed, Does.Contain("package.after\tP/t").After(300).Seconds.PollEvery(10).MilliSeconds,
            () => sleeper.Said);
        Assert.That(sleeper.ExitCode(), Is.Not.Zero, sleeper.Said);
    }
}
