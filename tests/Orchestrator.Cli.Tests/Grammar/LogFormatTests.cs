using System.Text.Json;

namespace Orchestrator.Cli.Tests.Grammar;

internal sealed class LogFormatTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Each_line_of_the_log_is_an_object_where_that_is_asked_for()
    {
        var run = _solution.Call("run", "--log-format", "json");
        var lines = Log(1).Select(line => JsonDocument.Parse(line).RootElement).ToList();

        Assert.That(run.ExitCode, Is.Zero, run.Error);
        Assert.That(lines.Select(line => line.GetProperty("Level").GetString()), Has.Some.EqualTo("Information"));
        Assert.That(lines.Select(line => line.GetProperty("RenderedMessage").GetString()),
            Has.Some.StartsWith("run 1 (").And.Some.Contains("Staging/customer, attempt 1"));
        Assert.That(lines[0].GetProperty("Timestamp").GetDateTimeOffset(), Is.GreaterThan(DateTimeOffset.UnixEpoch));
    }

    [Test]
    public void A_variable_asks_for_it_as_well_and_an_option_says_more()
    {
        var asked = new Dictionary<string, string> { ["ORCHESTRATOR_LOG_FORMAT"] = "json" };
        Called.With(_solution.Folder, asked, false, "run");
        Called.With(_solution.Folder, asked, false, "run", "--log-format", "text");

        Assert.That(Log(1)[0], Does.StartWith("{"));
        Assert.That(Log(2)[0], Does.Match(@"^\d{4}-\d\d-\d\dT\S+ INF run 2 "));
    }

    [Test]
    public void Another_form_is_refused_before_anything_is_run()
    {
        var run = _solution.Call("run", "--log-format", "xml");

        Assert.That(run.ExitCode, Is.EqualTo(2));
        Assert.That(run.Error, Does.Contain("expected --log-format to be text or json, got: 'xml'"));
        Assert.That(Directory.Exists(Path.Combine(_solution.Folder, ".orchestrator", "runs", "1")), Is.False);
    }

    [Test]
    public void Where_a_log_is_gone_what_shows_the_run_all_the_same_is_said()
    {
        _solution.Call("run");
        File.Delete(Path.Combine(_solution.Folder, ".orchestrator", "runs", "1", "run.log"));

        var logs = _solution.Call("logs");

        Assert.That(logs.ExitCode, Is.EqualTo(2));
        Assert.That(logs.Error, Does.Contain("run 1 has no run.log").And.Contain("status 1 --why"));
    }

    private string[] Log(int run) =>
        File.ReadAllLines(Path.Combine(_solution.Folder, ".orchestrator", "runs", $"{run}", "run.log"));
}
