[assembly: LevelOfParallelism(4)]

namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>
/// A run that stands still beyond its lease while another one takes its batch over, and then wakes up: each is the
/// command in a process of its own.
/// </summary>
[Parallelizable(ParallelScope.All)] // They mostly wait for leases to end.
internal sealed class LeaseTests
{
    private const string EachRow = ", commitRows: 1";
    private const string BeforeBegin = "ledger.begin.before";

    // So many that none has written them before it is stopped.
    private const int Rows = 3_000_000;
    private const int RowsOfNext = 10;

    [SetUp]
    public void OnLinuxOnly() => RunningCommand.OnLinuxOnly();

    // On another host only sessions can be ended, so that the process wakes up while the other run is at work.
    [TestCase(false, false, "", Category = "Full")]
    [TestCase(false, true, "")]
    [TestCase(true, false, "elsewhere")]
    [TestCase(true, true, "elsewhere", Category = "Full")]
    public void A_run_that_wakes_up_after_it_was_taken_over_writes_nothing_more(
        bool isOnServer, bool isRelaxed, string host)
    {
        using var sleeper = Sleeper<LeasedNight>.Of(
            tries => new LeasedNight(isOnServer, isRelaxed, EachRow, Rows) { Tries = tries },
            night => night.StartSleeper(host),
            (night, run) => Sleeper<LeasedNight>.Reaches(run, () => night.Rows > 0) && IsStopped(night, run)
                && night.Rows < Rows);

        AssertTakenOver(sleeper.Night, sleeper.Run);
    }

    [Test]
    public void One_that_was_stopped_within_a_transaction_of_a_file_keeps_nobody_from_it()
    {
        using var sleeper = Sleeper<LeasedNight>.Of(
            tries => new LeasedNight(isOnServer: false, isRelaxed: false, commits: "", Rows) { Tries = tries },
            night => night.StartSleeper(""), IsStoppedWithinTransaction);

        AssertTakenOver(sleeper.Night, sleeper.Run);
    }

    [TestCase(false, 5)]
    [TestCase(true, 5)]
    [TestCase(false, 10, Category = "Full")]
    [TestCase(true, 10, Category = "Full")]
    public void Of_many_that_are_started_at_once_one_runs_and_the_others_say_who_does(bool isOnServer, int many)
    {
        using var night = new LeasedNight(isOnServer, isRelaxed: false, EachRow, 10);
        night.Endless();
        RunningCommand[] all = [.. Enumerable.Range(0, many).Select(_ => night.Start())];
        try
        {
            Assert.That(
                () => all.Count(one => one.HasEndedWithin(TimeSpan.Zero)),
                Is.EqualTo(many - 1).After(300).Seconds.PollEvery(100).MilliSeconds,
                () => string.Join('\n', all.Select(one => one.Said)));
            var refused = all.Where(one => one.HasEndedWithin(TimeSpan.Zero)).ToArray();
            var winner = all.Except(refused).Single();

            Assert.That(
                refused.Select(one => one.ExitCode()), Is.All.EqualTo(3),
                string.Join('\n', refused.Select(one => one.Said)));
            Assert.That(
                Naming(refused, winner, night), Is.All.Contains($", process {winner.Id} on "),
                string.Join('\n', refused.Select(one => one.Said)));
            winner.Send("INT");
            Assert.That(winner.ExitCode(), Is.EqualTo(130), winner.Said);
        }
        finally
        {
            Array.ForEach(all, one => one.Dispose());
        }
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Who_comes_before_the_first_run_is_recorded_is_told_already_who_begins(bool isOnServer)
    {
        using var night = new LeasedNight(isOnServer, isRelaxed: false, EachRow, 10);
        using var first = night.StartHeld(BeforeBegin);
        night.AwaitHeld(first, BeforeBegin);
        using var second = night.Start();

        Assert.That(second.ExitCode(), Is.EqualTo(3), second.Said);
        Assert.That(second.Said, Does.Contain($"a run that is just beginning, process {first.Id} on "));
        first.Send("CONT");
        Assert.That(first.ExitCode(), Is.Zero, first.Said);
    }

    // Who has waited for ten seconds in vain cannot say yet who runs; once that is at work, whoever comes can, and
    // long before: see the test above.
    private static List<string> Naming(RunningCommand[] refused, RunningCommand winner, LeasedNight night)
    {
        var said = refused.Select(one => one.Said)
            .Where(text => !text.Contains("which has not said who it is", StringComparison.Ordinal)).ToList();
        if (said.Count < refused.Length)
        {
            winner.AwaitLine("start  P/t");
            using var late = night.Start();
            Assert.That(late.ExitCode(), Is.EqualTo(3), late.Said);
            said.Add(late.Said);
        }

        return said;
    }

    private static bool IsStoppedWithinTransaction(LeasedNight night, RunningCommand run)
    {
        if (!Sleeper<LeasedNight>.Reaches(run, () => run.Said.Contains("start  P/t", StringComparison.Ordinal)))
        {
            return false;
        }

        do
        {
            run.Send("CONT");
            if (!Sleeper<LeasedNight>.Reaches(run, () => night.IsLocked) || !IsStopped(night, run))
            {
                return false;
            }
        }
        while (!night.IsLocked);
        return true;
    }

    private static bool IsStopped(LeasedNight night, RunningCommand run)
    {
        run.Send("STOP");
        return night.IsFirstAtWork && !run.HasEndedWithin(TimeSpan.Zero);
    }

    private static void AssertTakenOver(LeasedNight night, RunningCommand sleeper)
    {
        night.Deliver(RowsOfNext);
        using var next = TakingOver.From(sleeper, night.Lease, () => night.StartHeld(night.BeforeRows));
        night.AwaitHeld(next, night.BeforeRows);
        var written = night.FirstRun;
        Assert.That(night.SessionsOfFirstRun, Is.Zero);

        sleeper.Send("CONT");

        Assert.That(sleeper.ExitCode(), Is.EqualTo(137), sleeper.Said);
        Assert.That(next.HasEndedWithin(TimeSpan.Zero), Is.False, next.Said);
        next.Send("CONT");
        Assert.That(next.ExitCode(), Is.Zero, next.Said);
        Assert.That(night.Target, Is.EqualTo($"{RowsOfNext} 2 2"), "all rows are those of the second attempt");
        Assert.That(night.FirstRun, Is.EqualTo(written).And.StartsWith("EndedUnexpectedly "));
        Assert.That(next.Said, Does.Contain("run 1").And.Contain("ended unexpectedly"));
    }
}
