using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Cli.Tests;

/// <summary>The built command as a process of its own, stopped by signals.</summary>
internal sealed class SignalTests
{
    [TestCase("INT", 130)]
    [TestCase("TERM", 143)]
    public void A_signal_ends_the_run_with_its_code_and_complete_artifacts(string signal, int code)
    {
        using var solution = Endless();
        using var run = Start(solution.Folder, "run");
        WaitForStart(run);

        Kill(run, signal);
        AwaitExit(run);

        Assert.That(run.ExitCode, Is.EqualTo(code));
        AssertComplete(solution, 1);
    }

    [Test]
    [Category("Full")]
    public void A_hundred_signals_at_random_moments_leave_complete_artifacts_each_time()
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED") ?? "20161114",
            CultureInfo.InvariantCulture);
        var random = new Random(seed);
        using var solution = Endless();
        for (var moment = 1; moment <= 100; moment++)
        {
            using var run = Start(solution.Folder, "run");
            WaitForStart(run);
            run.WaitForExit(random.Next(0, 400));
            var (signal, code) = random.Next(2) == 0 ? ("INT", 130) : ("TERM", 143);
            Kill(run, signal);
            AwaitExit(run);
            Assert.That(run.ExitCode, Is.EqualTo(code), $"moment {moment}, seed {seed}");
            AssertComplete(solution, moment);
        }
    }

    /// <summary>The small solution with a statement that never ends by itself.</summary>
    private static SmallSolution Endless()
    {
        if (!OperatingSystem.IsLinux())
        {
            Assert.Ignore("the signals are sent and reset by Linux's kill and env");
        }

        var solution = new SmallSolution();
        solution.Write("projects/Staging/objects/endless.yaml", """
            object: endless
            kind: sql
            sql: "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
            """);
        return solution;
    }

    private static void AssertComplete(SmallSolution solution, int number)
    {
        var folder = Path.Combine(solution.Folder, ".orchestrator", "runs",
            number.ToString(CultureInfo.InvariantCulture));
        var events = File.ReadAllLines(Path.Combine(folder, "events.jsonl"));
        Assert.That(events.Count(line => line.Contains("\"event\":\"end\"", StringComparison.Ordinal)), Is.EqualTo(1));
        Assert.That(events[^1], Does.Contain("\"event\":\"end\""));
        Assert.That(File.Exists(Path.Combine(folder, "run_results.json")), Is.True);
        var status = solution.Call("status", number.ToString(CultureInfo.InvariantCulture));
        Assert.That(status.Out, Does.Contain("cancelled"));
    }

    // A shell that starts the tests in the background has them ignore SIGINT, and a child inherits that.
    private static Process Start(string folder, params string[] arguments) =>
        Process.Start(new ProcessStartInfo("env",
            ["--default-signal=INT,TERM", "dotnet", Path.Combine(AppContext.BaseDirectory, "orchestrator.dll"),
                .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;

    private static void WaitForStart(Process run)
    {
        while (run.StandardError.ReadLine() is { } line
            && !line.Contains("start  Staging/endless", StringComparison.Ordinal))
        {
        }
    }

    private static void AwaitExit(Process run)
    {
        if (!run.WaitForExit(TimeSpan.FromMinutes(2)))
        {
            run.Kill(entireProcessTree: true);
            Assert.Fail("the run went on for two minutes after the signal");
        }
    }

    private static void Kill(Process run, string signal)
    {
        using var kill = Process.Start("kill", ["-" + signal, run.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }
}
