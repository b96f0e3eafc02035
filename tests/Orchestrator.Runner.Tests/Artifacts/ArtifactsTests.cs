using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Artifacts;

internal sealed class ArtifactsTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Run_results_say_what_the_ledger_says_in_the_words_of_dbt()
    {
        _solution.Kind.On("a", _ => FakeKind.Loaded(7)).On("b", _ => FakeKind.Failure("too long"));

        Run(_solution.Request("a", "b"));

        using var results = Json("run_results.json");
        using var reader = Ledger();
        var packages = reader.Nodes(1).Where(node => node.Kind == NodeKind.Package).ToArray();
        var rows = results.RootElement.GetProperty("results").EnumerateArray().ToArray();
        Assert.That(rows.Select(row => row.GetProperty("unique_id").GetString()),
            Is.EqualTo(packages.Select(package => package.Name)));
        Assert.That(rows.Select(row => row.GetProperty("status").GetString()),
            Is.EqualTo(new[] { "success", "error" }));
        Assert.That(rows[0].GetProperty("adapter_response").GetProperty("rows_affected").GetInt64(), Is.EqualTo(7));
        Assert.That(rows[0].GetProperty("thread_id").GetString(), Is.EqualTo(packages[0].Last!.Thread));
        Assert.That(rows[1].GetProperty("message").GetString(), Is.EqualTo("too long"));
    }

    [Test]
    public void Events_are_the_transitions_of_the_ledger_between_one_start_and_one_end()
    {
        Run(_solution.Request("a", "b"));

        var events = Events();
        using var reader = Ledger();
        var expected = reader.Transitions(1).Select(transition => $"{transition.From} {transition.To}");
        Assert.That(events[0], Does.StartWith("start"));
        Assert.That(events[^1], Is.EqualTo("end"));
        Assert.That(events.Count(line => line == "end"), Is.EqualTo(1));
        Assert.That(events[1..^1], Is.EqualTo(expected));
    }

    [Test]
    public void What_a_process_that_died_was_about_to_put_in_place_goes_and_what_is_being_written_stays()
    {
        var folder = Directory.CreateDirectory(_solution.Artifacts(1)).FullName;
        var (left, whole) = (Path.Combine(folder, "left.new"), Path.Combine(folder, "run_results.json"));
        File.WriteAllText(left, "{");

        PrivateFiles.WriteWhole(whole, stream =>
        {
            stream.Write("{}"u8);
            PrivateFiles.Sweep(folder);
        });

        Assert.That(Directory.GetFiles(folder), Is.EqualTo(new[] { whole }));
    }

    [Test]
    public void A_report_that_cannot_be_written_leaves_the_run_as_it_was()
    {
        var inTheWay = Path.Combine(_solution.Artifacts(1), "report.html");

        var summary = Run(_solution.Request("a") with { Observer = _ => Directory.CreateDirectory(inTheWay) });

        Assert.That((summary.Verdict, summary.ExitCode, summary.Report), Is.EqualTo((RunVerdict.Succeeded, 0, "")));
        Assert.That(File.ReadAllText(Path.Combine(_solution.Artifacts(1), "run.log")),
            Does.Contain("the report of run 1 could not be written"));
    }

    [Test]
    public void A_log_whose_disk_is_full_loses_lines_and_not_the_run()
    {
        if (!File.Exists("/dev/full"))
        {
            Assert.Ignore("there is no disk that is always full");
        }

        using var log = new RunLog("/dev/full", OutsideText.WithoutSecrets, _solution.Request("a"));

        log.Information("a line");

        Assert.That(log.Dispose, Throws.Nothing);
        Assert.That(log.Lost, Does.Contain("No space left"));
    }

    [Test]
    public void A_run_whose_folder_cannot_be_made_runs_and_says_so()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_solution.Artifacts(1))!);
        File.WriteAllText(_solution.Artifacts(1), "");

        var summary = Run(_solution.Request("a"));

        using var reader = Ledger();
        Assert.That(reader.Run(1)!.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That((summary.Verdict, summary.ExitCode), Is.EqualTo((RunVerdict.Succeeded, 1)));
        Assert.That(summary.Warnings.Select(each => each.Text),
            Has.Some.StartsWith(RunCodes.NoArtifacts).And.Some.StartsWith("lines of run.log are lost"));
    }

    [Test]
    public void The_report_names_the_first_error_and_the_command_that_goes_on_by_the_runs_number()
    {
        _solution.Kind.On("b", _ => FakeKind.Failure("<too> long"));

        var summary = Run(_solution.Request("a", "b") with { Command = verb => $"orc {verb}" });

        var page = System.Net.WebUtility.HtmlDecode(File.ReadAllText(summary.Report));
        Assert.That(page, Does.Contain("ORC3001").And.Contain("<too> long"));
        Assert.That(page, Does.Contain("<code>orc retry 1</code>"));
    }

    [Test]
    public void Artifacts_are_complete_after_a_request_to_stop()
    {
        using var started = new ManualResetEventSlim();
        _solution.Kind.On("a", context =>
        {
            started.Set();
            context.Cancellation.WaitHandle.WaitOne();
            return FakeKind.Cancelled;
        });
        var request = _solution.Request("a", "b") with { MaxConcurrency = 1 };
        var run = Task.Run(() => Run(request));
        started.Wait();

        request.Stop.Request("SIGINT", 130);
        run.GetAwaiter().GetResult();

        Assert.That(Events().Count(line => line == "end"), Is.EqualTo(1));
        using var results = Json("run_results.json");
        Assert.That(results.RootElement.GetProperty("metadata").GetProperty("verdict").GetString(),
            Is.EqualTo("Cancelled"));
    }

    [Test]
    public void A_run_that_died_is_found_by_the_next_and_its_artifacts_are_completed()
    {
        var request = _solution.Request("a");
        Die(request);

        var next = Run(request);

        Assert.That(next.Header.EndedUnexpectedly, Is.EqualTo(new[] { 1L }));
        Assert.That(next.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(Events().Count(line => line == "end"), Is.EqualTo(1));
        Assert.That(File.Exists(Path.Combine(_solution.Artifacts(1), "manifest.json")));
    }

    [Test]
    public void The_manifest_names_plan_options_and_where_each_comes_from()
    {
        var request = _solution.Request("a") with { Options = [new RunOption("fail-fast", "true", "flag")] };

        Run(request);

        using var manifest = Json("manifest.json");
        Assert.That(manifest.RootElement.GetProperty("plan_hash").GetString(), Is.EqualTo(request.Plan.Hash));
        Assert.That(manifest.RootElement.GetProperty("options").EnumerateArray()
            .Select(option => option.GetProperty("name").GetString()), Is.EqualTo(new[] { "fail-fast", "gate" }));
        Assert.That(manifest.RootElement.GetProperty("nodes").GetArrayLength(), Is.EqualTo(request.Plan.Nodes.Count));
    }

    [Test]
    public void A_secret_is_in_no_file_of_the_run()
    {
        const string secret = "s3;'\"@%\nsecond{line}";
        _solution.Variables["ORCHESTRATOR_SECRET_DB"] = secret;
        _solution.Kind
            .On("a", context => FakeKind.Failure("login failed: " + context.Resolve("Password=${secret:DB}")))
            .On("b", context => throw new InvalidOperationException("threw " + context.Resolve("${secret:DB}")))
            .On("c", context => FakeKind.Success with { Warnings = [context.Resolve("${secret:DB}")] });
        List<string> told = [];

        Run(_solution.Request("a", "b", "c") with { Observer = notice => told.Add(notice.ToString()) });

        var files = Directory.EnumerateFiles(Path.Combine(_solution.Folder, ".orchestrator"), "*",
            SearchOption.AllDirectories).Select(ReadShared).Concat(told).ToArray();
        Assert.That(files, Has.None.Contains("s3;").And.None.Contains("second{").And.None.Contains("second\\u007B"));
        Assert.That(files, Has.Some.Contains("login failed: Password=***"));
    }

    [Test]
    [Platform(Exclude = "Win")]
    public void Folders_and_files_are_the_owner_s_alone()
    {
        Run(_solution.Request("a"));

        const UnixFileMode others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
            | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;
        var root = Path.Combine(_solution.Folder, ".orchestrator");
        var open = Directory.EnumerateFileSystemEntries(root, "*", SearchOption.AllDirectories).Append(root)
            .Where(path => !OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & others) != 0);
        Assert.That(open, Is.Empty);
    }

    private static RunSummary Run(RunRequest request) => ((RunEnded)RunHost.Run(request)).Summary;

    /// <summary>Records the beginning of a run as a process does that is killed then.</summary>
    private void Die(RunRequest request)
    {
        var location = LedgerLocation.OfSolution(_solution.Folder);
        var origin = RunOrigin.OfThisProcess();
        var now = _solution.Time.GetUtcNow();
        using var held = RunLock.Acquire(location, request.Plan.Batch, request.Plan.Environment);
        using var ledger = LedgerWriter.Open(location, _solution.Time);
        ledger.Begin(new RunBeginning
        {
            Plan = request.Plan,
            PlanJson = Metadata.Compile.PlanJson.Write(request.Document),
            GateSlots = 4,
            Processors = 2,
            Started = now,
            Origin = origin,
        }, held);
    }

    private LedgerReader Ledger() =>
        LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), _solution.Time)!;

    private JsonDocument Json(string name) =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(_solution.Artifacts(1), name)));

    private string[] Events() => [.. File.ReadLines(Path.Combine(_solution.Artifacts(1), "events.jsonl")).Select(line =>
    {
        using var json = JsonDocument.Parse(line);
        var root = json.RootElement;
        return root.GetProperty("event").GetString() is var name && name == "progress"
            ? $"{root.GetProperty("from").GetString()} {root.GetProperty("to").GetString()}" : name!;
    })];

    private static string ReadShared(string file)
    {
        using var reader = new StreamReader(
            new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite), System.Text.Encoding.Latin1);
        return reader.ReadToEnd();
    }
}
