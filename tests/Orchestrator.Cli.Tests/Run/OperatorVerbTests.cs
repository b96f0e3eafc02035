namespace Orchestrator.Cli.Tests.Run;

/// <summary>What people ask of a run at work, which is a process of its own, from another one.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for a process.
internal sealed class OperatorVerbTests
{
    private SmallSolution _solution = null!;
    private HangingFile _source = null!;

    [SetUp]
    public void Before()
    {
        RunningCommand.OnLinuxOnly();
        _solution = new SmallSolution();
        _source = new HangingFile(Path.Combine(_solution.Folder, "data", "customer.csv"));
    }

    [TearDown]
    public void After()
    {
        _source?.Dispose();
        _solution?.Dispose();
    }

    [Test]
    public void What_is_held_waits_until_it_is_released_also_where_somebody_has_just_broken_the_YAML()
    {
        using var run = Start();
        _solution.Write("projects/Staging/project.yaml", "project: Staging\n  source: [");

        var hold = _solution.Ask("hold", "invoice_check", "--reason", "index rebuild");
        _source.LetGo();
        run.AwaitLine("end    Staging/customer");
        var why = AwaitStatus("held by", "status", "latest", "--why");
        var bare = AwaitStatus("held by", "status");
        var release = _solution.Ask("release", "invoice_check");

        Assert.That((hold.ExitCode, hold.Out), Is.EqualTo((0, "run 1: Staging/invoice_check is held\n")), hold.Error);
        Assert.That(why, Does.Match(@"Staging/invoice_check +held +\S+ \S+ +held by \S+@\S+"));
        Assert.That(bare, Does.Match("held by .*release --run 1"));
        Assert.That((release.ExitCode, release.Out), Is.EqualTo((0, "run 1: Staging/invoice_check is released\n")));
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(Rows("select from_state, to_state, who <> '', why like '% by %' from transitions "
            + "where 'Held' in (from_state, to_state)"),
            Is.EqualTo(new[] { "Ready | Held | 1 | 1", "Held | Ready | 1 | 1" }));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Succeeded"));
        Assert.That(_solution.Call("status", "1").Out, Does.Match(
            @"  hold by \S+@\S+, .* \(index rebuild\): Staging/invoice_check is held\n"));
    }

    [Test]
    public void A_secret_in_a_reason_is_kept_by_nobody()
    {
        using var run = Start();
        var file = Path.Combine(_solution.Folder, "solution.yaml");
        _solution.Write("solution.yaml", File.ReadAllText(file).Replace("connections:\n",
            "connections:\n  - {connection: Pg, platform: PostgreSql, connectionString: \"${env:STG}\"}\n"));
        var variables = new Dictionary<string, string> { ["STG"] = "Host=db;Username=etl;Password=Hunter2-Geheim" };

        var hold = Called.With(_solution.Folder, variables, false,
            "hold", "invoice_check", "--reason", "pw is Hunter2-Geheim;", "-o", "json");
        var endless = Called.With(_solution.Folder, variables, false,
            "release", "invoice_check", "--reason", new string('x', 1001));
        Called.With(_solution.Folder, variables, false, "release", "invoice_check");
        _source.LetGo();

        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(hold.Out, Does.Contain("pw is ***").And.Not.Contain("Geheim"));
        Assert.That(Rows("select reason from requests order by request")[0], Is.EqualTo("pw is ***;"));
        Assert.That(endless.ExitCode, Is.EqualTo(2));
        Assert.That(endless.Error, Does.Contain("at most 1000 characters"));
    }

    [Test]
    public void A_skipped_package_does_not_start_and_the_run_says_so_at_its_end()
    {
        using var run = Start();

        var skip = _solution.Ask("skip", "invoice_check", "--reason", "known to fail", "-o", "json");
        var again = _solution.Ask("skip", "invoice_check", "--reason", "known to fail");
        _source.LetGo();

        Assert.That(skip.ExitCode, Is.Zero, skip.Error);
        Assert.That(skip.Out, Does.Contain("\"outcome\": \"Done\"").And.Contain("0 packages released, 0 blocked"));
        Assert.That((again.ExitCode, again.Error), Is.EqualTo(
            (1, "refused by run 1: Staging/invoice_check has ended already: SkippedByOperator\n")));
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(run.Said, Does.Contain("known to fail"));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("SucceededWithWarnings"));
    }

    [Test]
    public void What_needs_a_skipped_package_is_blocked_unless_it_counts_as_a_success()
    {
        using var run = Start("--max-concurrency", "1");

        var blocked = _solution.Ask("skip", "invoice", "--reason", "no file today");
        _source.LetGo();

        Assert.That(blocked.Out, Is.EqualTo("run 1: Staging/invoice is skipped: 0 packages released, 1 blocked\n"));
        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        Assert.That(State("invoice_check"), Is.EqualTo("Blocked"));

        _source.Replace();
        _source = new HangingFile(Path.Combine(_solution.Folder, "data", "customer.csv"));
        using var next = Start("--max-concurrency", "1");
        _solution.Ask("skip", "invoice", "--reason", "no file today", "--as", "success");
        _source.LetGo();
        next.ExitCode();
        Assert.That(State("invoice_check"), Is.Not.EqualTo("Blocked"));

        var retry = _solution.Call("retry");
        Assert.That(State("invoice"), Is.EqualTo("Done"), retry.Error);
    }

    [Test]
    public void A_package_that_is_cancelled_ends_so_and_the_run_goes_on()
    {
        using var run = Start();

        var cancel = _solution.Ask("cancel", "Staging/customer", "--reason", "it blocks the shop");
        _source.LetGo();

        Assert.That((cancel.ExitCode, cancel.Out), Is.EqualTo((0, "run 1: Staging/customer is asked to stop\n")));
        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        Assert.That((State("customer"), State("invoice"), State("invoice_check")),
            Is.EqualTo(("Cancelled", "Succeeded", "Blocked")));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Failed"));
    }

    [Test]
    public void A_run_that_is_cancelled_from_another_terminal_stops_as_by_a_signal_and_exits_1()
    {
        using var run = Start();

        var cancel = _solution.Ask("cancel", "--run", "latest", "--reason", "maintenance");
        run.AwaitLine("stopping (");
        _source.LetGo();

        Assert.That(cancel.ExitCode, Is.Zero, cancel.Error);
        // Another package beside the one that waits may not have ended yet.
        Assert.That(cancel.Out, Does.Match(
            @"^run 1: the run stops: (1 package at work is|2 packages at work are) asked to stop\n$"));
        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        Assert.That(run.Said, Does.Contain("maintenance"));
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Cancelled"));
    }

    [Test]
    public void What_is_prioritised_starts_before_the_others()
    {
        _solution.Write("projects/Staging/objects/zebra.yaml",
            "object: zebra\nsource: {file: invoice.csv}\ncontainer: Core\n");
        using var run = Start("--max-concurrency", "1");

        var prioritise = _solution.Ask("prioritise", "zebra");
        _source.LetGo();

        Assert.That(prioritise.ExitCode, Is.Zero, prioritise.Error);
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(Rows("select name from attempts join nodes using (run, node) order by attempt").Take(3),
            Is.EqualTo(new[] { "Staging/customer", "Staging/zebra", "Staging/invoice" }));
    }

    [Test]
    public void An_attempt_without_progress_warns_while_it_is_at_work_and_other_terminals_see_it()
    {
        var file = Path.Combine(_solution.Folder, "projects", "Staging", "objects", "customer.yaml");
        File.AppendAllText(file, "expect: {noProgress: 500ms, rowsRead: \">7000\"}\n");
        using var run = Start();

        run.AwaitLine("warning Staging/customer: It has made no progress for");
        var during = _solution.Call("status", "latest").Out;
        _source.LetGo();

        Assert.That(during, Does.Match("running Staging/customer").And.Match("warning Staging/customer .*no progress"));
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("SucceededWithWarnings"));
        Assert.That(Rows("select count(*) from warnings"), Is.EqualTo(new[] { "1" }));
    }

    [Test]
    public void Names_are_looked_up_in_the_run_at_work_and_mistakes_are_named()
    {
        using var run = Start();

        var unknown = _solution.Ask("hold", "invoise_check");
        var group = _solution.Ask("cancel", "Staging", "--reason", "x");
        var noReason = _solution.Ask("skip", "invoice_check");
        var nothing = _solution.Ask("hold");
        var other = _solution.Ask("skip", "invoice_check", "--reason", "x", "--as", "failure");
        var whole = _solution.Ask("hold", "Staging/Checks");
        _source.LetGo();
        var released = _solution.Ask("release", "--run", "1");

        Assert.That((unknown.ExitCode, unknown.Error), Is.EqualTo((2, "orchestrator: run 1 of batch Nightly has no "
            + "node 'invoise_check'\ndid you mean 'invoice_check'?\n")));
        Assert.That((group.ExitCode, group.Error), Is.EqualTo((2, "orchestrator: 'Staging' is a project; only a "
            + "package is cancelled by its name\n--run RUN cancels the whole run\n")));
        Assert.That((noReason.ExitCode, nothing.ExitCode, other.ExitCode), Is.EqualTo((2, 2, 2)));
        Assert.That(whole.Out, Is.EqualTo("run 1: 1 package of Staging/Checks is held\n"));
        Assert.That(released.ExitCode, Is.Zero, released.Error);
        Assert.That(run.ExitCode(), Is.Zero, run.Said);
    }

    [Test]
    public void Without_a_run_at_work_nothing_is_asked_of_anybody()
    {
        _source.Replace();
        var before = _solution.Ask("hold", "customer");
        _solution.Call("run", "-q");

        var after = _solution.Ask("hold", "customer");
        var named = _solution.Ask("release", "--run", "1", "-o", "json");

        Assert.That((before.ExitCode, after.ExitCode, named.ExitCode), Is.EqualTo((1, 1, 1)));
        Assert.That(before.Error, Does.StartWith("refused: nothing has run yet"));
        Assert.That(after.Error, Is.EqualTo("refused: no run is at work; run 1 of Nightly succeeded\n"));
        Assert.That(named.Out, Does.Contain("\"outcome\": \"Refused\"").And.Contain("run 1 is not at work"));
        Assert.That(Rows("select count(*) from requests"), Is.EqualTo(new[] { "0" }));
    }

    private RunningCommand Start(params string[] options)
    {
        var run = new RunningCommand(_solution.Folder, ["run", .. options]);
        run.AwaitLine("start  Staging/customer");
        _source.AwaitReader();
        return run;
    }

    /// <summary>What a look verb says, once it says that: reasons are in the ledger within a second.</summary>
    private string AwaitStatus(string text, params string[] verb)
    {
        for (var tries = 0; tries < 3_000; tries++)
        {
            var said = _solution.Call(verb).Out;
            if (said.Contains(text, StringComparison.Ordinal))
            {
                return said;
            }

            TestContext.CurrentContext.CancellationToken.WaitHandle.WaitOne(100);
        }

        return $"nobody said '{text}'";
    }

    private List<string> Rows(string sql) => LedgerTables.Rows(_solution.Folder, sql);

    private string State(string name) =>
        Rows($"select state from nodes where name = 'Staging/{name}' order by run desc limit 1").Single();
}
