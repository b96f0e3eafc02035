using System.Globalization;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>The built command as a process of its own, stopped by signals.</summary>
internal sealed class SignalTests
{
    [TestCase("INT", 130)]
    [TestCase("TERM", 143)]
    public void A_signal_ends_the_run_with_its_code_and_complete_artifacts(string signal, int code)
    {
        using var solution = Endless();
        using var run = new RunningCommand(solution.Folder, "run");
        run.AwaitLine("start  Staging/endless");

        run.Send(signal);

        Assert.That(run.ExitCode(), Is.EqualTo(code), run.Said);
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
            using var run = new RunningCommand(solution.Folder, "run");
            run.HasEndedWithin(TimeSpan.FromMilliseconds(random.Next(150, 1500)));
            var (signal, code) = random.Next(2) == 0 ? ("INT", 130) : ("TERM", 143);
            run.Send(signal);
            if (random.Next(3) == 0)
            {
                run.HasEndedWithin(TimeSpan.FromMilliseconds(random.Next(0, 50)));
                run.Send(signal);
            }

            Assert.That(run.ExitCode(), Is.EqualTo(code), $"moment {moment}, seed {seed}: {run.Said}");
            foreach (var number in RunsOf(solution).Except(compared).ToArray())
            {
                compared.Add(number);
                var verdict = ArtifactsAgainstLedger.AssertEqual(
                    solution.Folder, long.Parse(number, CultureInfo.InvariantCulture));
                Assert.That(verdict, Is.AnyOf("Cancelled", "Succeeded"), $"moment {moment}, seed {seed}");
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
        RunningCommand.OnLinuxOnly();
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
}
