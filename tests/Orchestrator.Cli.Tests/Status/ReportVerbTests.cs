using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Orchestrator.Cli.Tests.Status;

internal sealed class ReportVerbTests
{
    [Test]
    public void A_run_leaves_its_report_and_its_summary_names_it()
    {
        using var solution = new SmallSolution();

        var run = solution.Call("run");

        var file = Path.Combine(solution.Folder, ".orchestrator", "runs", "1", "report.html");
        Assert.That(run.Out, Does.Contain($"report: {file} "));
        Assert.That(File.ReadAllText(file), Does.StartWith("<!DOCTYPE html>").And.Contain("run 1: succeeded"));
        if (!OperatingSystem.IsWindows())
        {
            Assert.That(File.GetUnixFileMode(file), Is.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite));
        }
    }

    [Test]
    public void The_report_is_written_once_more_on_request_where_somebody_wants_it()
    {
        using var solution = new SmallSolution();
        solution.Call("run");
        var file = Path.Combine(solution.Folder, "night.html");

        var called = solution.Call("report", "1", "--file", "night.html");
        var again = solution.Call("report", "latest", "--file", "night.html", "-o", "json");

        Assert.That((called.ExitCode, called.Out.Trim()), Is.EqualTo((0, file)));
        using var json = JsonDocument.Parse(again.Out);
        Assert.That(json.RootElement.GetProperty("run").GetInt64(), Is.EqualTo(1));
        Assert.That(json.RootElement.GetProperty("bytes").GetInt64(), Is.EqualTo(new FileInfo(file).Length));
    }

    [Test]
    public void The_command_in_the_report_works_from_any_folder()
    {
        using var solution = new SmallSolution();
        solution.Call("run");

        var page = File.ReadAllText(Path.Combine(solution.Folder, ".orchestrator", "runs", "1", "report.html"));

        Assert.That(page, Does.Contain($"<code>orchestrator status 1 -C {solution.Folder}</code>"));
    }

    [Test]
    public void A_file_that_is_no_report_stays_as_it_is()
    {
        using var solution = new SmallSolution();
        solution.Call("run");
        solution.Write("mine.html", "<html>mine</html>");

        var file = solution.Call("report", "--file", "mine.html");
        var folder = solution.Call("report", "--file", ".");

        Assert.That((file.ExitCode, folder.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(file.Error, Does.Contain("is there and is no report of a run"));
        Assert.That(folder.Error, Does.Contain("is a folder"));
        Assert.That(File.ReadAllText(Path.Combine(solution.Folder, "mine.html")), Is.EqualTo("<html>mine</html>"));
    }

    [Test]
    public void What_stands_beside_the_file_stays_and_a_link_stays_one()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        solution.Call("run");
        solution.Write("night.html.new", "mine");
        var link = Path.Combine(solution.Folder, "last.html");
        File.CreateSymbolicLink(link, "night.html");

        var codes = (solution.Call("report", "--file", "last.html").ExitCode,
            solution.Call("report", "--file", "night.html").ExitCode);

        Assert.That(codes, Is.EqualTo((0, 0)));
        Assert.That(new FileInfo(link).LinkTarget, Is.EqualTo("night.html"));
        Assert.That(File.ReadAllText(link), Does.StartWith("<!DOCTYPE html>"));
        Assert.That(File.ReadAllText(Path.Combine(solution.Folder, "night.html.new")), Is.EqualTo("mine"));
        Assert.That(Directory.EnumerateFiles(solution.Folder, "*.new").Count(), Is.EqualTo(1));
    }

    [Test, CancelAfter(300_000)]
    public void A_pipe_is_no_place_for_a_report_and_not_waited_for()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        solution.Call("run");
        NamedPipe.Make(Path.Combine(solution.Folder, "pipe"));

        using var called = new RunningCommand(solution.Folder, "report", "--file", "pipe");

        Assert.That(called.ExitCode(), Is.EqualTo(2), called.Said);
        Assert.That(called.Said, Does.Contain("is a pipe, a device or a socket").And.Contain("name a file"));
    }

    [Test]
    public void Where_nothing_can_be_written_the_folder_or_the_file_is_named()
    {
        RunningCommand.OnLinuxOnly();
        using var solution = new SmallSolution();
        solution.Call("run");

        var folder = solution.Call("report", "--file", "nowhere/night.html");
        var kernel = solution.Call("report", "--file", "/proc/night.html");

        Assert.That((folder.ExitCode, kernel.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(folder.ErrorLines[0], Does.Contain("there is no folder").And.EndsWith("nowhere'"));
        Assert.That(kernel.ErrorLines[0], Does.Contain("'/proc/night.html' could not be written"));
        Assert.That((folder.ErrorLines[1], kernel.ErrorLines[1]),
            Is.EqualTo(("make it, or name another file", "name another file with --file")));
    }

    [Test]
    public void Without_a_run_there_is_no_report()
    {
        using var solution = new SmallSolution();

        var before = solution.Call("report");
        solution.Call("run");
        var other = solution.Call("report", "7");

        Assert.That((before.ExitCode, other.ExitCode), Is.EqualTo((2, 2)));
        Assert.That(before.Error, Does.Contain("nothing has run yet"));
        Assert.That(other.Error, Does.Contain("no run '7'"));
    }

    [Test]
    public void The_report_works_from_the_ledger_alone()
    {
        using var solution = new SmallSolution();
        solution.Call("run");
        solution.Write("solution.yaml", "{ broken");

        Assert.That(solution.Call("report").ExitCode, Is.Zero);
    }

    [Test]
    public void What_renders_pages_is_loaded_for_a_report_alone_and_a_run_without_it_is_what_it_was()
    {
        using var solution = new SmallSolution();

        var codes = new[] { "version", "plan", "status", "run", "report" }
            .Select(verb => (verb, WithoutPages(solution.Folder, verb))).ToList();

        Assert.That(codes, Is.EqualTo(new[] { ("version", 0), ("plan", 0), ("status", 0), ("run", 0), ("report", 2) }));
        var folder = Path.Combine(solution.Folder, ".orchestrator", "runs", "1");
        Assert.That(Directory.EnumerateFiles(folder).Select(file => Path.GetFileName(file)!)
            .Order(StringComparer.Ordinal),
            Is.EqualTo(new[] { "events.jsonl", "manifest.json", "run.log", "run_results.json" }));
        Assert.That(File.ReadAllText(Path.Combine(folder, "run.log")), Does.Contain("WRN").And.Contain(
            "the report of run 1 could not be written"));
    }

    /// <summary>Runs the command on a runtime without the libraries that render pages.</summary>
    private static int WithoutPages(string folder, string verb)
    {
        var config = Path.Combine(AppContext.BaseDirectory, "orchestrator.runtimeconfig.json");
        var reduced = Path.Combine(folder, "without-pages.json");
        var json = JsonNode.Parse(File.ReadAllText(config))!;
        var frameworks = json["runtimeOptions"]!["frameworks"]!.AsArray();
        frameworks.Remove(frameworks.Single(each => $"{each!["name"]}" == "Microsoft.AspNetCore.App"));
        File.WriteAllText(reduced, json.ToJsonString());
        using var process = Process.Start(new ProcessStartInfo("dotnet",
            ["exec", "--runtimeconfig", reduced, Path.Combine(AppContext.BaseDirectory, "orchestrator.dll"), verb])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var errors = process.StandardError.ReadToEndAsync();
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        TestContext.Out.WriteLine(errors.GetAwaiter().GetResult());
        return process.ExitCode;
    }
}
