namespace Orchestrator.Cli.Tests.Run;

/// <summary>Another process has a file locked that a run wants to write: the ledger, or a target.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for a process.
internal sealed class LockedFileTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        RunningCommand.OnLinuxOnly();
        _solution = new SmallSolution();
        _solution.Call("run", "-q");
    }

    [TearDown]
    public void After() => _solution?.Dispose();

    [TestCase("INT", 130)]
    [TestCase("TERM", 143)]
    public void A_run_says_that_it_waits_for_the_ledger_and_obeys_a_signal_meanwhile(string signal, int code)
    {
        using var held = new HeldLock(File("ledger.db"));
        using var run = new RunningCommand(_solution.Folder, "run");
        run.AwaitLine("waiting for the ledger");

        run.Send(signal);

        Assert.That(run.ExitCode(), Is.EqualTo(code), run.Said);
        Assert.That(run.Said, Does.Contain("stopped before the run began"));
        held.LetGo();
        Assert.That(LedgerTables.Rows(_solution.Folder, "select count(*) from runs").Single(), Is.EqualTo("1"));
        Assert.That(_solution.Call("run", "-q").ExitCode, Is.Zero);
    }

    [Test]
    [Category("Full")]
    public void A_run_gives_up_a_ledger_that_stays_locked_with_exit_code_4()
    {
        using var held = new HeldLock(File("ledger.db"));
        using var run = new RunningCommand(_solution.Folder, "run");

        Assert.That(run.ExitCode(), Is.EqualTo(4), run.Said);
        Assert.That(run.Said, Does.Contain("waiting for the ledger").And.Contain("ORC4109"));
    }

    [Test]
    public void Another_terminal_sees_whose_writer_turn_each_package_waits_for()
    {
        // A package that has waited for half a minute fails: it waits again until somebody has seen it.
        foreach (var file in Directory.GetFiles(Path.Combine(_solution.Folder, "projects", "Staging", "objects")))
        {
            System.IO.File.AppendAllText(
                file, "\nretry: {count: 100, delay: 10ms, backoff: constant, errors: [Transient]}\n");
        }

        using var held = new HeldLock(File("data/Staging.db"));
        using var run = new RunningCommand(_solution.Folder, "run");

        var why = AwaitWhy(run, "held by another process", "held by Staging/");
        var json = _solution.Call("status", "2", "--why", "-o", "json").Out;
        held.LetGo();

        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        const string waits = @"Staging/\w+ +running +\S+ \S+ +writer turn of Staging.db, held by ";
        Assert.That(why, Does.Match(waits + "another process").And.Match(waits + @"Staging/\w+"));
        Assert.That(why, Does.Match(@"Staging/invoice_check +pending +\S+ \S+ +barrier "));
        Assert.That(json, Does.Contain("\"reason\": \"WriterTurn\"").Or.Contain("\"reason\":\"WriterTurn\""));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select distinct reason from nodes").Single(), Is.Empty);
    }

    [Test]
    [Category("Full")]
    public void A_package_whose_file_is_busy_is_tried_again_after_its_delay()
    {
        System.IO.File.AppendAllText(Path.Combine(_solution.Folder, "projects/Staging/objects/customer.yaml"),
            "retry: {count: 2, delay: 2s, backoff: exponential, errors: [Transient]}\n");
        using var held = new HeldLock(File("data/Staging.db"));
        using var run = new RunningCommand(_solution.Folder, "run", "-s", "customer");

        run.AwaitLine("failed Staging/customer");
        held.LetGo();

        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(LedgerTables.Rows(_solution.Folder, """
            select a.number, a.state, coalesce(e.class || ' ' || e.server_code, 'no error'),
                   a.waiting >= case a.number when 2 then 2000000 else 25000000 end
            from attempts a left join errors e on e.attempt = a.attempt where a.run = 2 order by a.number
            """), Is.EqualTo(new[] { "1 | Failed | Transient SQLITE_BUSY (5) | 1", "2 | Succeeded | no error | 1" }));
        Assert.That(LedgerTables.Rows(_solution.Folder, "select reason from waits where attempt = 5"),
            Does.Contain("RetryAt"));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 2), Is.EqualTo("Succeeded"));
    }

    private string File(string name) => Path.Combine(_solution.Folder, ".orchestrator", name);

    private string AwaitWhy(RunningCommand run, params string[] texts)
    {
        var why = "";
        while (!texts.All(text => why.Contains(text, StringComparison.Ordinal)))
        {
            Assert.That(run.HasEndedWithin(TimeSpan.FromMilliseconds(50)), Is.False, $"{why}\n{run.Said}");
            why = _solution.Call("status", "2", "--why", "--environment", "default").Out;
        }

        return why;
    }
}
