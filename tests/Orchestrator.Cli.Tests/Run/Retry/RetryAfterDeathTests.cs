namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>A retry of a run that was cancelled, killed, or is still at work, with the built command.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class RetryAfterDeathTests
{
    private const string Endless =
        "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";

    private RetryNight _night = null!;

    [SetUp]
    public void Make()
    {
        RunningCommand.OnLinuxOnly();
        _night = new RetryNight();
        Last(Endless);
    }

    [TearDown]
    public void Remove() => _night?.Dispose();

    [Test]
    public void Cancelled_a_run_is_continued_with_what_was_cancelled()
    {
        using (var run = new RunningCommand(_night.Folder, "run"))
        {
            run.AwaitLine("start  Later/last");
            run.Send("INT");
            Assert.That(run.ExitCode(), Is.EqualTo(130), run.Said);
            Assert.That(run.Said, Does.Contain("next: ").And.Contain(" retry 1"));
        }

        Last("select 1");
        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(2, "Succeeded"), Does.Contain("Later/last"));
        Assert.That(_night.In(2, "Done"), Is.EqualTo(_night.In(1, "Succeeded")));
    }

    [Test]
    public void Killed_a_run_is_ended_first_and_its_retry_that_is_killed_as_well_is_continued_by_the_next()
    {
        _night.Object("Early", "customer", "source: {file: customer.csv}", "load: {pattern: Append}",
            $"hooks: [{{hook: slow, when: after, sql: \"{Endless}\"}}]");
        _night.Object("Early", "invoice", "source: {file: invoice.csv}", "load: {pattern: Append}");
        KillOnce("run", "start  Early/customer", () => Rows("customer") == 2);
        KillOnce("retry", "start  Early/customer", () => Rows("customer") is 2 or 4);
        _night.Object("Early", "customer", "source: {file: customer.csv}", "load: {pattern: Append}");
        Last("select 1");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.Ledger("select verdict, continues from runs order by run"), Is.EqualTo(new[]
        {
            "EndedUnexpectedly | ", "EndedUnexpectedly | 1", "Succeeded | 2",
        }));
        Assert.That(retry.Error, Does.Contain("run 2 ended unexpectedly"));
        Assert.That(_night.Ids("Staging.db", "customer"), Is.EqualTo(new[] { "1", "2" }), "no row is there twice");
        Assert.That(_night.Ids("Staging.db", "invoice"), Is.EqualTo(new[] { "1", "2" }), "no row is there twice");
        Assert.That(_night.Call("retry").Out, Does.StartWith("nothing to do"));
    }

    [Test]
    public void A_retry_that_died_before_its_first_turn_makes_nothing_run_again_that_was_done()
    {
        _night.Object("Early", "customer", "source: {file: customer.csv}", "load: {pattern: Append}");
        _night.Bad("invoice");
        _night.Call("run", "-q");
        _night.Good("invoice");
        Last("select 1");
        Die("retry");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.Ledger("select verdict from runs where run = 2").Single(), Is.EqualTo("EndedUnexpectedly"));
        Assert.That(_night.In(3, "Done"), Does.Contain("Early/customer"));
        Assert.That(_night.Ids("Staging.db", "customer"), Is.EqualTo(new[] { "1", "2" }), "no row is there twice");
    }

    [Test]
    public void A_run_that_died_before_its_first_turn_is_continued_with_what_it_was_asked_for()
    {
        Die("run", "-s", "*/invoice");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.Zero, retry.Error);
        Assert.That(_night.In(2, "Succeeded"), Is.EqualTo(new[] { "Early/invoice", "Later/invoice" }));
    }

    [Test]
    public void A_run_at_work_is_not_continued_and_who_asks_is_told_who_it_is()
    {
        using var run = new RunningCommand(_night.Folder, "run");
        run.AwaitLine("start  Later/last");

        var retry = _night.Call("retry");

        Assert.That(retry.ExitCode, Is.EqualTo(3));
        Assert.That(retry.Error, Does.Contain("run 1, process "));
        run.Send("INT");
        run.ExitCode();
    }

    private void Last(string sql) => _night.Write("projects/Later/objects/last.yaml", $"""
        object: last
        kind: sql
        sql: {sql}
        """);

    private long Rows(string table)
    {
        try
        {
            return _night.Ids("Staging.db", table).Length;
        }
        catch (Microsoft.Data.Sqlite.SqliteException)
        {
            return 0;
        }
    }

    private void KillOnce(string verb, string line, Func<bool> isThere)
    {
        using var run = new RunningCommand(_night.Folder, verb);
        run.AwaitLine(line);
        Assert.That(isThere, Is.True.After(300).Seconds.PollEvery(20).MilliSeconds);
        run.Send("KILL");
        Assert.That(run.ExitCode(), Is.EqualTo(137), run.Said);
    }

    /// <summary>It is in the ledger, and its machine has not begun.</summary>
    private void Die(params string[] arguments)
    {
        using var command = new RunningCommand(_night.Folder,
            new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = "artifacts.manifest.before" }, arguments);
        Assert.That(command.ExitCode(), Is.EqualTo(137), command.Said);
    }
}
