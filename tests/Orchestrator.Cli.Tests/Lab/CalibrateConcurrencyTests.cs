using System.Text.Json;

namespace Orchestrator.Cli.Tests.Lab;

/// <summary>A batch at several gates, as ordinary runs.</summary>
internal sealed class CalibrateConcurrencyTests
{
    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        for (var table = 1; table <= 3; table++)
        {
            _folder.Write($"data/table{table}.csv", "Id,Name\n1,Ann\n2,Bob\n");
        }

        Solution("STG", "");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void Each_gate_is_a_few_runs_that_the_ledger_keeps_and_the_answer_goes_into_the_metadata()
    {
        var called = Call("calibrate", "concurrency", "--rounds", "1", "--gate-max", "2", "--yes", "-o", "json");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        var document = JsonDocument.Parse(called.Out).RootElement;
        var gates = document.GetProperty("gates").EnumerateArray().ToArray();
        Assert.That(gates.Select(gate => gate.GetProperty("gate").GetInt32()), Is.EqualTo((int[])[1, 2]));
        Assert.That(document.GetProperty("gate_automatic").GetInt32(), Is.EqualTo(Environment.ProcessorCount + 2));
        Assert.That(document.GetProperty("recommendation").GetProperty("yaml")[2].GetString(),
            Does.StartWith("    maxConcurrency: "));
        Assert.That(File.Exists(document.GetProperty("report").GetString()), Is.True);
        Assert.That(gates.SelectMany(gate => gate.GetProperty("runs").EnumerateArray().Select(run => run.GetInt64())),
            Is.EqualTo((long[])[2, 3]), "the first only warms up");
        Assert.That(Call("status", "3").ExitCode, Is.Zero);
    }

    [Test]
    public void Recorded_runs_answer_without_another_and_say_where_they_are_too_few()
    {
        foreach (var gate in (string[])["1", "1", "1", "3"])
        {
            Assert.That(Call("run", "-q", "--max-concurrency", gate).ExitCode, Is.Zero);
        }

        Call("run", "-q", "-s", "table1", "--max-concurrency", "2");
        var called = Call("calibrate", "concurrency", "--recorded");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Contain("   1     3  ").And.Contain("gate 3 had 1 run only, which may be chance"));
        // Which of the two depends on the machine.
        Assert.That(called.Out, Does.Contain("Gates of Nightly").And.Contain("maxConcurrency: ")
            .Or.Contain("no difference was found"));
    }

    [Test]
    public void Without_runs_there_is_nothing_to_look_at()
    {
        var called = Call("calibrate", "concurrency", "--recorded");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("nothing has run yet"));
    }

    [Test]
    public void A_dry_run_says_what_would_run_and_runs_nothing()
    {
        var called = Call("calibrate", "concurrency", "--dry-run");

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(called.Out, Does.Contain("run the batch 'Nightly' whole, 3 times at each of several gates"));
        Assert.That(Call("history").Out, Does.Not.Contain("Nightly"));
    }

    [Test]
    public void A_file_that_cannot_be_written_is_refused_before_the_first_run()
    {
        var called = Call("calibrate", "concurrency", "--yes", "--rounds", "1", "--file", "nowhere/page.html");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("there is no folder"));
        Assert.That(Call("history").Out, Does.Not.Contain("Nightly"));
    }

    [Test]
    public void Nobody_s_rows_are_loaded_again_and_again_unasked()
    {
        var called = Call("calibrate", "concurrency");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("not confirmed").And.Contain("--dry-run"));
    }

    [TestCase("TGT", "", "its stage is TGT")]
    [TestCase("STG", ", files: {take: new}", "takes each file once")]
    public void What_cannot_be_run_again_is_refused(string stage, string files, string why)
    {
        Solution(stage, files);

        var called = Call("calibrate", "concurrency", "--yes");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain(why));
    }

    [Test]
    public void A_run_that_fails_ends_it_with_the_way_to_its_reason()
    {
        _folder.Write("data/table2.csv", "Id,Name\n1\n");

        var called = Call("calibrate", "concurrency", "--yes");

        Assert.That(called.ExitCode, Is.EqualTo(1));
        Assert.That(called.Error, Does.Contain("did not succeed").And.Contain("status 1"));
    }

    [TestCase("inserts", "--batch", "Nightly")]
    [TestCase("concurrency", "--connection", "Staging")]
    [TestCase("concurency", "--batch", "Nightly")]
    public void Options_of_the_other_action_are_refused(string action, string option, string value) =>
        Assert.That(Call("calibrate", action, option, value).ExitCode, Is.EqualTo(2));

    [TestCase("--gate-max", "2")]
    [TestCase("--rounds", "2")]
    [TestCase("--time", "1m")]
    [TestCase("--allow", "process")]
    [TestCase("--dry-run")]
    [TestCase("--yes")]
    public void Options_of_runs_are_refused_where_nothing_is_run(params string[] options)
    {
        Assert.That(Call("run", "-q").ExitCode, Is.Zero);

        var called = Call(["calibrate", "concurrency", "--recorded", .. options]);

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain($"{options[0]}: `calibrate concurrency --recorded` runs nothing"));
    }

    private void Solution(string stage, string files) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Shop
        connections:
          - {connection: Files, platform: Files, folder: data{{files}}}
          - {connection: Staging, platform: Sqlite, stage: {{stage}}, reloadable: true}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - {project: Staging, source: Files, target: Staging, objects: "*"}
        """);

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);
}
