using System.Text.Json;

namespace Orchestrator.Cli.Tests.Status;

/// <summary>What `status` says of all batches at once.</summary>
internal sealed class StatusVerbTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        _solution.Write("batches/Weekly.yaml", "batch: Weekly\nprojects: [Staging]\n");
    }

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Each_batch_has_a_line_the_worst_first_with_what_to_type_next()
    {
        RunBroken("Weekly");
        _solution.Call("run", "Nightly", "-q");

        var status = _solution.Call("status");
        var json = JsonDocument.Parse(_solution.Call("status", "-o", "json").Out).RootElement.GetProperty("runs");

        var lines = status.Out.TrimEnd('\n').Split('\n');
        Assert.That(lines, Has.Length.EqualTo(3));
        Assert.That(lines[1], Does.Match(@"^ *1 +Weekly .* failed .*1 failed.*  orchestrator retry 1$"));
        Assert.That(lines[2], Does.Match(@"^ *2 +Nightly .* succeeded .*3 succeeded +orchestrator status 2$"));
        Assert.That(json.EnumerateArray().Select(run => run.GetProperty("next").GetString()),
            Is.EqualTo(lines.Skip(1).Select(line => line[line.IndexOf("orchestrator", StringComparison.Ordinal)..])));
    }

    [Test]
    public void Freshness_tells_when_each_target_was_last_loaded_well_the_stalest_first()
    {
        _solution.Write("projects/Staging/objects/never.yaml",
            "object: never\nsource: {file: invoice.csv}\nenabled: false\n");
        _solution.Call("run", "Nightly", "-q");
        RunBroken("Weekly");

        var fresh = _solution.Call("status", "--freshness");
        var json = _solution.Call("status", "--freshness", "-o", "json");
        var refused = _solution.Call("status", "--freshness", "--why");

        var rows = fresh.Out.TrimEnd('\n').Split('\n').Skip(1)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToArray();
        Assert.That(rows.Select(row => (row[0], row[^1])), Is.EqualTo(new[]
        {
            ("Staging/never", "never"), ("Staging/invoice", "1"), ("Staging/customer", "2"),
        }), fresh.Out + fresh.Error);
        Assert.That(json.Out, Does.Contain("\"name\": \"Staging/invoice\"").And.Contain("\"rows\": 3"));
        Assert.That(refused.ExitCode, Is.EqualTo(2));
    }

    [TestCase("custmer", "did you mean 'customer'?")]
    [TestCase("Staging/custmer", "did you mean 'Staging/customer'?")]
    public void The_history_of_a_package_that_is_not_there_is_refused_with_the_nearest_name(string name, string near)
    {
        var before = _solution.Call("history", name);
        _solution.Call("run", "Nightly", "-q");

        var after = _solution.Call("history", name);

        Assert.That((before.ExitCode, before.Out, after.ExitCode, after.Out), Is.EqualTo((2, "", 2, "")));
        Assert.That(before.Error, Does.Contain($"there is no package '{name}'").And.Contain(near));
        Assert.That(after.Error, Does.Contain($"there is no package '{name}'").And.Contain(near));
    }

    [Test]
    public void The_history_of_a_package_that_has_not_run_is_empty_and_needs_no_metadata_for_one_that_has()
    {
        _solution.Call("run", "Nightly", "-q");
        _solution.Write("projects/Staging/objects/never.yaml", "object: never\nsource: {file: invoice.csv}\n");

        var never = _solution.Call("history", "never");
        _solution.Write("solution.yaml", "broken: [");
        var broken = _solution.Call("history", "customer");

        Assert.That((never.ExitCode, broken.ExitCode), Is.EqualTo((0, 0)), never.Error + broken.Error);
        Assert.That(never.Error, Does.Contain("no attempt of 'Staging/never' is in the ledger"));
        Assert.That(broken.Out, Does.Contain("Succeeded").IgnoreCase);
    }

    private void RunBroken(string batch)
    {
        var file = Path.Combine(_solution.Folder, "data", "invoice.csv");
        var good = File.ReadAllText(file);
        File.WriteAllText(file, good + "103,x,1.00\n");
        _solution.Call("run", batch, "-q");
        File.WriteAllText(file, good);
    }

    [TestCase("status")]
    [TestCase("status", "--freshness")]
    public void An_environment_in_which_nothing_ran_is_told_from_one_where_all_is_well(params string[] arguments)
    {
        _solution.Call("run", "Nightly", "-q");

        var status = _solution.Call([.. arguments, "--environment", "nosuch"]);

        Assert.That(status.Error,
            Does.Contain("nothing has run in the environment 'nosuch'; there are runs in: default"));
        Assert.That(_solution.Call([.. arguments, "--environment", "default"]).Error, Is.Empty);
    }
}
