using System.Text.Json;

namespace Orchestrator.Cli.Tests.Evidence;

internal sealed class AdviceTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new SmallSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void Plan_and_validate_say_where_it_would_help_and_exit_as_ever()
    {
        _solution.Call("run");
        Slow();

        var (plan, validate) = (_solution.Call("plan"), _solution.Call("validate", "--warn-error"));

        Assert.That((plan.ExitCode, validate.ExitCode), Is.EqualTo((0, 0)));
        var advice = plan.Out.Split('\n').First(line => line.StartsWith("advice: ", StringComparison.Ordinal));
        Assert.That(advice, Does.Match(
            @"^advice: \w+: 20:00 min → about .+ if relaxed \(reloadable: true, "
            + @"delayedDurability: \{mode: forced\}\); .+ in run 1 waited .+ for the log$"));
        Assert.That(validate.Out, Does.Contain(advice));
    }

    [Test]
    public void Validate_says_once_for_each_connection_what_would_save_most_of_all_batches_that_write_it(
        [Values(1, 2)] int longer)
    {
        _solution.Write("batches/Weekly.yaml", "batch: Weekly\nprojects: [Staging]\n");
        _solution.Call("run", "Nightly");
        _solution.Call("run", "Weekly");
        Slow();
        LedgerTables.Execute(
            _solution.Folder, "UPDATE runs SET ended_at = started_at + 2400000000 WHERE run = " + longer);
        LedgerTables.Execute(_solution.Folder, "UPDATE attempts SET working = 600000000 WHERE run = " + longer);
        LedgerTables.Execute(_solution.Folder, "UPDATE attempt_evidence SET log_time = 590000000 WHERE attempt IN "
            + $"(SELECT attempt FROM attempts WHERE run = {longer})");

        var advice = _solution.Call("validate").Out.Split('\n')
            .Where(line => line.StartsWith("advice: Staging: ", StringComparison.Ordinal)).ToArray();

        Assert.That(advice, Has.Length.EqualTo(1).And.Some.StartsWith("advice: Staging: 40:00 min"));
    }

    [Test]
    public void Documents_have_it_too()
    {
        _solution.Call("run");
        Slow();

        using var plan = JsonDocument.Parse(_solution.Call("plan", "-o", "json").Out);
        using var validate = JsonDocument.Parse(_solution.Call("validate", "-o", "json").Out);

        var advice = plan.RootElement.GetProperty("advice")[0];
        Assert.That((advice.GetProperty("effect").GetString(), advice.GetProperty("seconds").GetDouble()),
            Is.EqualTo(("Helps", 1200.0)));
        Assert.That(advice.GetProperty("seconds_if_relaxed").GetDouble(), Is.LessThan(1200));
        Assert.That(Text(validate), Is.EqualTo(Text(plan)));
    }

    [Test]
    public void Before_the_first_run_and_where_nothing_would_be_saved_it_is_silent()
    {
        Assert.That(_solution.Call("plan").Out, Does.Not.Contain("advice"));
        _solution.Call("run");
        Assert.That(_solution.Call("plan").Out, Does.Not.Contain("advice"));
    }

    [Test]
    public void A_run_that_failed_is_not_what_it_is_made_from()
    {
        _solution.Call("run");
        Slow();
        LedgerTables.Execute(_solution.Folder, "UPDATE runs SET verdict = 'Failed'");

        Assert.That(_solution.Call("plan").Out, Does.Not.Contain("advice"));
    }

    [Test]
    public void A_run_that_had_relaxed_the_database_is_not_what_it_is_made_from()
    {
        _solution.Call("run");
        Slow();
        Assert.That(_solution.Call("plan").Out, Does.Contain("advice: Staging: "));
        LedgerTables.Execute(_solution.Folder, LedgerTables.Scope(run: 1, "Staging", "Closed", changed: "2"));

        Assert.That(_solution.Call("plan").Out, Does.Not.Contain("advice: Staging: "));
    }

    [Test]
    public void What_is_relaxed_already_is_not_told_as_if_it_were_not()
    {
        _solution.Call("run");
        Slow();
        var text = File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml"));
        _solution.Write("solution.yaml", text.Replace(
            "stage: STG", "stage: STG, reloadable: true, delayedDurability: {mode: forced}",
            StringComparison.Ordinal));

        var plan = _solution.Call("plan");

        Assert.That(plan.ExitCode, Is.Zero, plan.Error);
        Assert.That(plan.Out.Split('\n'), Has.One.Match(
            @"^advice: Staging: about .+ as it is relaxed, 20:00 min if it were not; .+ in run 1 waited .+ for the "
            + "log$"));
    }

    [TestCase("PSA")]
    [TestCase("TGT")]
    public void What_others_rely_on_is_never_advised(string stage)
    {
        _solution.Call("run");
        Slow();
        Assert.That(_solution.Call("plan").Out, Does.Contain("advice: Staging: "));
        var text = File.ReadAllText(Path.Combine(_solution.Folder, "solution.yaml"));
        _solution.Write("solution.yaml", text.Replace("stage: STG", $"stage: {stage}", StringComparison.Ordinal));

        var plan = _solution.Call("plan");

        Assert.That(plan.ExitCode, Is.Zero, plan.Error);
        Assert.That(plan.Out, Does.Not.Contain("advice: Staging: "));
    }

    [Test]
    public void A_ledger_that_cannot_be_read_is_told_and_changes_no_exit_code()
    {
        _solution.Call("run");
        LedgerTables.Execute(_solution.Folder, "PRAGMA user_version=999");

        var called = _solution.Call("validate");

        Assert.That((called.ExitCode, called.Error), Is.EqualTo((0, called.Error)));
        Assert.That(called.Error, Does.Contain("without advice: "));
    }

    private static string? Text(JsonDocument document) =>
        document.RootElement.GetProperty("advice")[0].GetProperty("text").GetString();

    /// <summary>A run of twenty minutes, nearly all of it in the log.</summary>
    private void Slow()
    {
        LedgerTables.Execute(_solution.Folder, "UPDATE runs SET ended_at = started_at + 1200000000");
        LedgerTables.Execute(_solution.Folder, "UPDATE attempts SET working = 300000000");
        LedgerTables.Execute(_solution.Folder,
            "UPDATE attempt_evidence SET commits = 100000, log_time = 290000000, missing = ''");
    }
}
