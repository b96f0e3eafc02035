[assembly: LevelOfParallelism(4)]

namespace Orchestrator.Cli.Tests;

/// <summary>
/// A run that stands still beyond its lease while another one takes its batch over, and then wakes up: each is the
/// command in a process of its own.
/// </summary>
[Parallelizable(ParallelScope.All)] // They mostly wait for leases to end.
internal sealed class LeaseTests
{
    private const string EachRow = ", commitRows: 1";

    [SetUp]
    public void OnLinuxOnly() => RunningCommand.OnLinuxOnly();

    // On another host only sessions can be ended, so that the process wakes up while the other run is at work.
    // In a file a commit may take no longer than memory does: rows enough to be stopped in their middle.
    [TestCase(false, false, 20_000, "")]
    [TestCase(false, true, 60_000, "")]
    [TestCase(true, false, 20_000, "elsewhere")]
    [TestCase(true, true, 20_000, "elsewhere")]
    public void A_run_that_wakes_up_after_it_was_taken_over_writes_nothing_more(
        bool isOnServer, bool isRelaxed, int rows, string host)
    {
        using var night = new LeasedNight(isOnServer, isRelaxed, EachRow, rows);
        using var sleeper = night.Start(host);
        sleeper.AwaitLine("start  P/t");
        Assert.That(
            () => night.Rows, Is.GreaterThan(0).After(300).Seconds.PollEvery(10).MilliSeconds, () => sleeper.Said);
        sleeper.Send("STOP");
        Assert.That(night.Rows, Is.LessThan(rows), "it was stopped in the middle");

        AssertTakenOver(night, sleeper, rows);
    }

    [Test]
    public void One_that_was_stopped_within_a_transaction_of_a_file_keeps_nobody_from_it()
    {
        using var night = new LeasedNight(isOnServer: false, isRelaxed: false, commits: "", rows: 300_000);
        using var sleeper = night.Start();
        sleeper.AwaitLine("start  P/t");
        do
        {
            sleeper.Send("CONT");
            Assert.That(() => night.IsLocked, Is.True.After(300).Seconds.PollEvery(1).MilliSeconds, () => sleeper.Said);
            sleeper.Send("STOP");
        }
        while (!night.IsLocked);

        AssertTakenOver(night, sleeper, 300_000);
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
            Assert.That(refused.Select(one => one.Said), Is.All.Contains($", process {winner.Id} on "));
            winner.Send("INT");
            Assert.That(winner.ExitCode(), Is.EqualTo(130), winner.Said);
        }
        finally
        {
            Array.ForEach(all, one => one.Dispose());
        }
    }

    private static void AssertTakenOver(LeasedNight night, RunningCommand sleeper, int rows)
    {
        using var next = TakingOver.From(sleeper, LeasedNight.Lease, () => night.Start());
        var written = night.FirstRun;
        Assert.That(night.SessionsOfFirstRun, Is.Zero);

        sleeper.Send("CONT");

        Assert.That(sleeper.ExitCode(), Is.EqualTo(137), sleeper.Said);
        Assert.That(next.ExitCode(), Is.Zero, next.Said);
        Assert.That(night.Target, Is.EqualTo($"{rows} 2 2"), "all rows are those of the second attempt");
        Assert.That(night.FirstRun, Is.EqualTo(written).And.StartsWith("EndedUnexpectedly "));
        Assert.That(next.Said, Does.Contain("run 1").And.Contain("ended unexpectedly"));
    }
}
