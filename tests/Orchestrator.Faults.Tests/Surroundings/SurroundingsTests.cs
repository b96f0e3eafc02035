using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Surroundings;

/// <summary>
/// What a night needs around it fails: disks, servers, the ledger, its folder. It says so within ten seconds, with what
/// still runs and the command that goes on; `status` answers within two, and what it takes to start a few processes
/// here; and a retry comes to the same rows. The times are looked at in the long proofs only.
/// </summary>
internal sealed class SurroundingsTests
{
    private static readonly TimeSpan ToSay = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan ToAnswer = TimeSpan.FromSeconds(2);

    // It loads more than what only tells its version.
    private const int Starts = 3;

    private static readonly TimeSpan Away = TimeSpan.FromSeconds(20);

    private static readonly bool IsFull = Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_FULL") is "1";

    private Cluster? _server;

    [OneTimeSetUp]
    public void Before() => RunningCommand.OnLinuxOnly();

    [OneTimeTearDown]
    public void After() => _server?.Dispose();

    private Cluster OwnServer => _server ??= Cluster.Start();

    [TestCase(".orchestrator", "ORC4011", Category = "Full")]
    [TestCase(".orchestrator/runs", "ORC4011")]
    public void Before_work_a_full_disk_is_said_and_nothing_runs(string place, string code)
    {
        using var night = new TroubledNight();
        var disk = night.DiskAt(place, "64m");
        disk.Fill();

        NotBegun(night, code, PathIn(night, place));

        disk.Empty();
        Begun(night);
    }

    [TestCase(".orchestrator", "ORC4102", Category = "Full")]
    [TestCase(".orchestrator/runs", "ORC4011")]
    public void Before_work_a_folder_that_is_read_only_is_said_and_nothing_runs(string place, string code)
    {
        using var night = new TroubledNight();
        var disk = night.DiskAt(place, "64m");
        disk.ReadOnly();

        NotBegun(night, code, PathIn(night, place));

        disk.Writable();
        Begun(night);
    }

    [Test]
    public void Before_work_a_network_folder_as_ledger_is_refused()
    {
        using var night = new TroubledNight();
        Directory.CreateDirectory(night.PathOf("share"));
        var variables = new Dictionary<string, string>
        {
            ["ORCHESTRATOR_TEST_NETWORK_FOLDER"] = night.PathOf("share"),
        };
        var begun = TimeProvider.System.GetTimestamp();
        using var run = new RunningCommand(
            night.Folder, variables, "run", "--allow", "process", "--ledger", night.PathOf("share/ledger.db"));

        Assert.That(run.ExitCode(), Is.EqualTo(4), run.Said);
        Assert.That(run.Said, Does.Contain("ORC4103").And.Contain("network folder").And.Contain("local disk"));
        Tell("network folder as ledger", TimeProvider.System.GetElapsedTime(begun), 4, null, "not needed");
        Begun(night);
    }

    [Test]
    [Category("Full")]
    public void Before_work_a_file_ledger_that_another_program_has_locked()
    {
        using var night = new TroubledNight();
        Begun(night);
        using var held = new HeldLock(night.PathOf(".orchestrator/ledger.db"));
        var begun = TimeProvider.System.GetTimestamp();
        using var run = night.Start("run", "--allow", "process");
        run.AwaitLine("waiting for the ledger");
        var said = TimeProvider.System.GetElapsedTime(begun);
        var status = Answered(night, 0);

        Assert.That(run.ExitCode(), Is.EqualTo(4), run.Said);
        held.LetGo();
        Assert.That(run.Said, Does.Contain("ORC4109").And.Contain("30 s"));
        Tell("SQLite ledger locked before work", said, 4, status, "not needed");
        Begun(night);
    }

    [TestCase(".orchestrator", "ORC", "is full",
        TestName = "A full disk under ledger and target", Category = "Full")]
    [TestCase(".orchestrator/data", "ORC3405", "Make room",
        TestName = "A full disk under a SQLite target", Category = "Full")]
    [TestCase("out", "ORC3405", "Make room",
        TestName = "A full disk under a file that is written", Category = "Full")]
    [TestCase(".orchestrator/runs", "ORC4011", "No space left", TestName = "A full disk under the artifacts")]
    public void At_work_a_full_disk(string place, string code, string words)
    {
        using var night = new TroubledNight();
        var disk = night.DiskAt(place, "64m");
        using var run = night.StartHeld();
        disk.Fill();
        var status = Answered(night, 0);

        night.LetGo();
        Failed(run, code, words, status);

        disk.Empty();
        night.Retry();
    }

    [Test]
    [Category("Full")]
    public void At_work_artifacts_that_become_read_only()
    {
        using var night = new TroubledNight();
        var disk = night.DiskAt(".orchestrator/runs");
        using var run = night.StartHeld();
        var log = night.PathOf(".orchestrator/runs/1/run.log");
        // A log that is open for writing keeps a disk from becoming read-only.
        Directory.CreateDirectory(night.PathOf("aside"));
        Assert.That(File.Exists(log));
        Disk.BindReadOnly(night.PathOf(".orchestrator/runs/1"));
        var status = Answered(night, 0);

        night.LetGo();
        Failed(run, "ORC4011", "Read-only file system", status);

        Disk.Unmount(night.PathOf(".orchestrator/runs/1"));
        Assert.That(disk, Is.Not.Null);
        Assert.That(night.Retry(), Does.Contain("nothing to do"));
        Assert.That(File.Exists(night.PathOf(".orchestrator/runs/1/events.jsonl")));
    }

    [Test]
    [Category("Full")]
    public void At_work_a_file_ledger_that_another_program_has_locked()
    {
        using var night = new TroubledNight();
        using var run = night.StartHeld();
        using var held = new HeldLock(night.PathOf(".orchestrator/ledger.db"));
        var begun = TimeProvider.System.GetTimestamp();
        night.LetGo();
        run.AwaitLine("has taken nothing for");
        var said = TimeProvider.System.GetElapsedTime(begun);
        var status = Answered(night, 0);

        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        held.LetGo();
        Assert.That(run.Said, Does.Contain("another process has it locked").And.Contain("after 15 s")
            .And.Contain("once the run has ended: ").And.Contain("next: "));
        Assert.That(said, IsFull ? Is.LessThan(ToSay) : Is.GreaterThan(TimeSpan.Zero), run.Said);
        night.Retry();
        Tell("SQLite ledger locked at work", said, 1, status, "0, rows equal");
    }

    [Test]
    [Category("Full")]
    public void At_work_a_ledger_on_a_server_whose_tables_another_session_has_locked()
    {
        using var night = new TroubledNight(OwnServer, "ledger");
        using var run = night.StartHeld();
        using var other = night.Session();
        using var command = other.CreateCommand();
        command.CommandText = "begin; lock table orchestrator.runs, orchestrator.nodes, orchestrator.transitions, "
            + "orchestrator.leases";
        command.ExecuteNonQuery();
        var begun = TimeProvider.System.GetTimestamp();
        run.AwaitLine("has taken nothing for");
        var said = TimeProvider.System.GetElapsedTime(begun);
        var status = Answered(night, 4);

        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        other.Close();
        Assert.That(said, IsFull ? Is.LessThan(ToSay) : Is.GreaterThan(TimeSpan.Zero), run.Said);
        Assert.That(run.Said, Does.Contain("at work: Held/hold").And.Contain("next: "));
        night.Retry();
        Tell("PostgreSQL ledger, LOCK TABLE at work", said, 1, status, "0, rows equal");
    }

    [Category("Full")]
    [TestCase("ledger", true)]
    [TestCase("ledger", false)]
    [TestCase("source", true)]
    [TestCase("source", false)]
    [TestCase("target", true)]
    [TestCase("target", false)]
    public void At_work_a_server_that_is_away_for_twenty_seconds(string what, bool isPaused)
    {
        // What reads the table needs it on the server as well.
        using var night = new TroubledNight(OwnServer, what == "ledger" ? [what] : [what, "source"]);
        using var run = night.StartHeld();
        using var holder = what == "ledger" ? null : night.HoldSource();
        if (holder is not null)
        {
            night.LetGo();
            TroubledNight.AwaitHeld(holder);
        }

        var begun = TimeProvider.System.GetTimestamp();
        if (isPaused)
        {
            OwnServer.Pause();
        }
        else
        {
            OwnServer.Stop();
        }

        TimeSpan said;
        (int Code, string Said, TimeSpan Time) status;
        try
        {
            run.AwaitLine(what == "ledger" ? "has taken nothing for" : isPaused ? "has not answered for" : "ORC3409");
            said = TimeProvider.System.GetElapsedTime(begun);
            status = Answered(night, what == "ledger" ? 4 : 0);
            var rest = Away - TimeProvider.System.GetElapsedTime(begun);
            run.HasEndedWithin(rest > TimeSpan.Zero ? rest : TimeSpan.Zero);
        }
        finally
        {
            if (isPaused)
            {
                OwnServer.Resume();
            }
            else
            {
                OwnServer.StartAgain();
            }
        }

        holder?.Close();
        night.LetGo();
        var code = run.ExitCode();
        Assert.That(said, IsFull ? Is.LessThan(ToSay) : Is.GreaterThan(TimeSpan.Zero), run.Said);
        Assert.That(code, isPaused && what != "ledger" ? Is.Zero.Or.EqualTo(1) : Is.EqualTo(1), run.Said);
        Assert.That(run.Said, Does.Contain("retry 1"));
        if (code == 0)
        {
            Assert.That(night.Loaded, Is.EqualTo(TroubledNight.Whole), run.Said);
        }

        night.Retry();
        Tell($"PostgreSQL as {what} {(isPaused ? "paused" : "stopped")} for 20 s", said, code, status,
            "0, rows equal");
    }

    private static string PathIn(TroubledNight night, string place) => night.PathOf(place);

    /// <summary>A run that says within ten seconds why it does not begin.</summary>
    private static void NotBegun(TroubledNight night, string code, string resource)
    {
        var begun = TimeProvider.System.GetTimestamp();
        using var run = night.Start("run", "--allow", "process");
        Assert.That(run.ExitCode(), Is.EqualTo(4), run.Said);
        var said = TimeProvider.System.GetElapsedTime(begun);

        Assert.That(run.Said, Does.Contain(code).And.Contain(resource));
        Assert.That(said, IsFull ? Is.LessThan(ToSay) : Is.GreaterThan(TimeSpan.Zero), run.Said);
        Assert.That(night.Status().Said, Does.Contain("nothing has run yet").Or.Not.Contain("ended unexpectedly"));
        Tell($"{TestContext.CurrentContext.Test.Name}", said, 4, night.Status(), "not needed");
    }

    private static void Begun(TroubledNight night)
    {
        night.LetGo();
        using var run = night.Start("run", "--allow", "process");
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(night.Loaded, Is.EqualTo(TroubledNight.Whole));
    }

    private static void Failed(RunningCommand run, string code, string words,
        (int Code, string Said, TimeSpan Time) status)
    {
        var begun = TimeProvider.System.GetTimestamp();
        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        var said = TimeProvider.System.GetElapsedTime(begun);

        Assert.That(run.Said, Does.Contain(code).And.Contain(words));
        Assert.That(run.Said, Does.Match(@"next: .*retry 1"));
        Assert.That(said, IsFull ? Is.LessThan(ToSay) : Is.GreaterThan(TimeSpan.Zero), run.Said);
        Tell(TestContext.CurrentContext.Test.Name, said, 1, status, "0, rows equal (asserted behind)");
    }

    private static (int Code, string Said, TimeSpan Time) Answered(TroubledNight night, int code)
    {
        var status = night.Status();
        Assert.That(status.Code, Is.EqualTo(code), status.Said);
        Assert.That(
            status.Time,
            IsFull ? Is.LessThan(ToAnswer + Starts * night.StartTime()) : Is.GreaterThan(TimeSpan.Zero), status.Said);
        return status;
    }

    private static void Tell(string what, TimeSpan said, int code, (int Code, string Said, TimeSpan Time)? status,
        string retry) => TestContext.Out.WriteLine(
            $"{what}: said after {said.TotalSeconds:0.0} s, exit {code}, status "
            + $"{(status is { } one ? $"{one.Time.TotalSeconds:0.0} s (exit {one.Code})" : "-")}, retry {retry}");
}
