using System.Diagnostics;
using System.Globalization;
using System.Text;

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
        Assert.That(ArtifactsAgainstLedger.AssertEqual(solution.Folder, 1), Is.EqualTo("Cancelled"));
        AssertComplete(solution, 1);
    }

    /// <summary>
    /// From before the solution is read to after the last package has ended; a third of them with a second signal.
    /// </summary>
    [Test]
    [Category("Full")]
    public void A_hundred_signals_at_random_moments_leave_artifacts_equal_to_the_ledger_each_time()
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("ORCHESTRATOR_TEST_SEED") ?? "20161114",
            CultureInfo.InvariantCulture);
        var random = new Random(seed);
        using var solution = SomeSeconds();
        HashSet<string> compared = [];
        for (var moment = 1; moment <= 100; moment++)
        {
            using var run = Start(solution.Folder, "run");
            _ = run.StandardOutput.ReadToEndAsync();
            var said = Gather(run);
            run.WaitForExit(random.Next(150, 1500));
            var (signal, code) = random.Next(2) == 0 ? ("INT", 130) : ("TERM", 143);
            Kill(run, signal);
            var twice = random.Next(3) == 0;
            if (twice)
            {
                run.WaitForExit(random.Next(0, 50));
                Kill(run, signal);
            }

            AwaitExit(run);
            Assert.That(run.ExitCode, Is.EqualTo(code), $"moment {moment}, seed {seed}: {said}");
            foreach (var number in RunsOf(solution).Except(compared).ToArray())
            {
                compared.Add(number);
                var verdict = ArtifactsAgainstLedger.AssertEqual(
                    solution.Folder, long.Parse(number, CultureInfo.InvariantCulture));
                // A second signal abandons what is at work, and that counts as failed.
                string[] right = twice ? ["Cancelled", "Succeeded", "Failed"] : ["Cancelled", "Succeeded"];
                Assert.That(right, Does.Contain(verdict), $"moment {moment}, seed {seed}");
            }
        }

        var next = solution.Call("run");
        Assert.That(next.ExitCode, Is.Zero, next.Out + next.Error);
        TestContext.Out.WriteLine($"100 signals, {compared.Count} of them after the run had its number; seed {seed}");
    }

    private static string[] RunsOf(SmallSolution solution)
    {
        var runs = new DirectoryInfo(Path.Combine(solution.Folder, ".orchestrator", "runs"));
        return runs.Exists ? [.. runs.EnumerateDirectories().Select(folder => folder.Name)] : [];
    }

    private static StringBuilder Gather(Process run)
    {
        var said = new StringBuilder();
        run.ErrorDataReceived += (_, line) => said.AppendLine(line.Data);
        run.BeginErrorReadLine();
        return said;
    }

    /// <summary>A dozen packages, one after the other and side by side, which take some seconds together.</summary>
    private static SmallSolution SomeSeconds()
    {
        var solution = Endless();
        for (var i = 0; i < 12; i++)
        {
            solution.Write($"projects/Staging/objects/counts{i}.yaml", $"""
                object: counts{i}
                kind: sql
                sql: |
                  with recursive n(i) as (select 1 union all select i + 1 from n where i < 900000)
                  select count(*) from n
                """);
        }

        File.Delete(Path.Combine(solution.Folder, "projects/Staging/objects/endless.yaml"));
        return solution;
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
