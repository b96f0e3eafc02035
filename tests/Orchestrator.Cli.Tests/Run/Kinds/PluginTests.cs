using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Run.Kinds;

/// <summary>Kind dataflow: code of a plug-in runs in runs that allow it, and for no other verb.</summary>
[NonParallelizable]
internal sealed class PluginTests
{
    private const string Trace = "ORCHESTRATOR_TEST_TRACE";

    private static readonly string Built = Path.GetFullPath(Path.Combine(AppContext.BaseDirectory,
        "../../Orchestrator.TestPlugin", Path.GetFileName(AppContext.BaseDirectory.TrimEnd('/', '\\')),
        "Orchestrator.TestPlugin.dll"));

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make() => _folder = new TemporaryFolder();

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void No_verb_but_run_and_retry_loads_a_plugin()
    {
        var trace = Path.Combine(_folder.Path, "trace");
        WriteSolution();
        string[][] reading =
        [
            ["plugins", "pin"], ["plugins", "list"], ["validate"], ["validate", "--online"], ["plan"],
            ["plan", "-o", "json"], ["show", "Staging/sales"], ["show", "Staging/sales", "--sql"], ["ls", "-v"],
            ["connections", "test"], ["doctor"], ["status"], ["history"], ["run"], ["schema"],
        ];

        // Whatever of the assembly runs first leaves it, in this process or in another one.
        Environment.SetEnvironmentVariable(Trace, trace);
        try
        {
            foreach (var call in reading)
            {
                Called.With(_folder.Path, call);
                Assert.That(File.Exists(trace), Is.False, string.Join(' ', call));
            }

            var run = Called.With(_folder.Path, "run", "--allow", "plugins");
            Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
            Assert.That(File.Exists(trace), Is.True);
        }
        finally
        {
            Environment.SetEnvironmentVariable(Trace, null);
        }
    }

    [Test]
    public void A_run_that_is_not_allowed_to_load_it_does_not_begin()
    {
        WriteSolution();
        Called.With(_folder.Path, "plugins", "pin");

        var called = Called.With(_folder.Path, "run", "--allow", "process");

        Assert.That(called.ExitCode, Is.EqualTo(2));
        Assert.That(called.Error, Does.Contain("Staging/sales runs 'Orchestrator.TestPlugin.Made'")
            .And.Contain("--allow plugins"));
    }

    [Test]
    public void A_run_does_not_begin_with_another_file_than_was_pinned()
    {
        WriteSolution();

        var listed = Called.With(_folder.Path, "plugins", "list");
        var refused = Called.With(_folder.Path, "run", "--allow", "plugins");
        var pinned = Called.With(_folder.Path, "plugins", "pin");
        var again = Called.With(_folder.Path, "plugins", "list");
        var run = Called.With(_folder.Path, "run", "--allow", "process,plugins");

        Assert.That((listed.ExitCode, refused.ExitCode), Is.EqualTo((1, 2)), listed.Out + refused.Error);
        Assert.That(refused.Error, Does.Contain("solution.yaml:13:19").And.Contain(new string('0', 64)));
        Assert.That(pinned.Out, Does.Contain("pinned"));
        Assert.That(again.Out, Does.Contain("as pinned"));
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(run.Out, Does.Contain("250"));
    }

    [Test]
    public void Files_that_cannot_be_pinned_are_told_apart_with_their_reasons_and_fail_the_verb()
    {
        WriteSolution();
        var file = Path.Combine(_folder.Path, "plugins", Path.GetFileName(Built));
        using (var large = File.OpenWrite(file))
        {
            large.SetLength((256L << 20) + 1);
        }

        var refused = Called.With(_folder.Path, "plugins", "pin");
        var listed = Called.With(_folder.Path, "plugins", "list", "-o", "json");
        File.Delete(file);
        var missing = Called.With(_folder.Path, "plugins", "pin");
        var dry = Called.With(_folder.Path, "plugins", "pin", "--dry-run");

        Assert.That((refused.ExitCode, missing.ExitCode, dry.ExitCode), Is.EqualTo((1, 1, 1)));
        Assert.That(refused.Out, Does.Contain("  refused").And.Not.Contain("missing"));
        Assert.That(refused.Error, Does.Contain("is longer than 268,435,456 bytes"));
        Assert.That(listed.Out, Does.Contain("\"reason\": \"").And.Contain("is longer than 268,435,456 bytes"));
        Assert.That(missing.Out, Does.Contain("  missing"));
        Assert.That(missing.Error, Does.Contain("it is not there"));
    }

    [TestCase("Orchestrator.Plugins", "'Orchestrator'")]
    [TestCase("Acme.class", "'class'")]
    [TestCase("Acme.Flow", "'Flow'")]
    [TestCase("System", "'System'")]
    public void A_name_of_a_plugin_that_could_not_be_built_or_run_is_refused_before_anything_is_written(
        string name, string part)
    {
        var called = Called.With(_folder.Path, "init", "made", "--plugin", name);

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Error, Does.Contain(part));
        Assert.That(Directory.Exists(Path.Combine(_folder.Path, "made")), Is.False);
    }

    [Test]
    public void A_name_of_a_plugin_that_is_too_long_for_its_files_is_refused()
    {
        var called = Called.With(_folder.Path, "init", "made", "--plugin", new string('a', 300));

        Assert.That(called.ExitCode, Is.EqualTo(2), called.Out);
        Assert.That(called.Error, Does.Contain("at most 100 characters"));
        Assert.That(Directory.Exists(Path.Combine(_folder.Path, "made")), Is.False);
    }

    [Test]
    public void What_init_writes_is_built_pinned_tested_and_run_and_its_rows_are_in_the_ledger()
    {
        var made = Called.With(_folder.Path, "init", ".", "--plugin", "Acme.Flows");
        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(File.ReadAllLines(Path.Combine(_folder.Path, "plugin/RegionTotals.cs")), Has.Length.LessThan(100));
        Dotnet("publish", "plugin", "-o", "plugins");
        Dotnet("run", "--project", "test");

        var pinned = Called.With(_folder.Path, "plugins", "pin");
        var run = Called.With(_folder.Path, "run", "--allow", "plugins");
        var history = Called.With(_folder.Path, "history", "region_total", "-o", "json");

        Assert.That(pinned.ExitCode, Is.Zero, pinned.Error);
        Assert.That(run.ExitCode, Is.Zero, run.Out + run.Error);
        Assert.That(File.ReadAllText(Path.Combine(_folder.Path, "data/largest_region.txt")), Is.EqualTo("North"));
        Assert.That(history.Out, Does.Contain("\"read\": 4").And.Contain("\"inserted\": 1")
            .And.Contain("\"filtered\": 2").And.Contain("\"rejected\": 1").And.Contain("\"working_seconds\": "));
    }

    private void Dotnet(params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(
            Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "../../../dotnet"), arguments)
        {
            WorkingDirectory = _folder.Path,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            // What the SDK's analysers would say of it stops no build, and takes longer than to compile it.
            Environment = { ["RunAnalyzers"] = "false" },
        })!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();

        Assert.That(process.ExitCode, Is.Zero, output + error.GetAwaiter().GetResult());
    }

    [Test]
    public void A_thread_of_a_plugin_that_nobody_watches_ends_the_run_with_one_message_and_no_trace()
    {
        WriteSolution("Unwatched");
        Called.With(_folder.Path, "plugins", "pin");

        using var run = new RunningCommand(_folder.Path, "run", "--allow", "plugins");

        Assert.That(run.ExitCode(), Is.EqualTo(5), run.Said);
        Assert.That(run.Said, Does.Contain("a thread that nobody watches").And.Contain("InvalidOperationException"));
        Assert.That(run.Said, Does.Not.Contain("   at "));
        Assert.That(Directory.GetFiles(Path.Combine(_folder.Path, ".orchestrator"), "orchestrator-crash-*")
            .Select(File.ReadAllText), Has.One.Contains("nobody saw it"));
    }

    private void WriteSolution(string name = "Made")
    {
        Directory.CreateDirectory(Path.Combine(_folder.Path, "plugins"));
        // Another file each time, as what has been loaded by a test before would not be loaded anew.
        File.WriteAllBytes(Path.Combine(_folder.Path, "plugins", Path.GetFileName(Built)),
            [.. File.ReadAllBytes(Built), .. Guid.NewGuid().ToByteArray()]);
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections: [{connection: Staging, platform: Sqlite}]
            batches: [{batch: Nightly, projects: [Staging]}]
            projects:
              - project: Staging
                target: Staging
                objects:
                  - object: sales
                    kind: dataflow
                    plugin:
                      assembly: Orchestrator.TestPlugin.dll
                      sha256: "{{new string('0', 64)}}"
                      class: Orchestrator.TestPlugin.{{name}}
                    {{(name == "Made" ? "options: {count: 250}" : "idempotent: true")}}
            """);
    }
}
