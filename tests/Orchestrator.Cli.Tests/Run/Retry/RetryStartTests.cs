using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Run.Retry;

/// <summary>How long a retry takes to its first package where the ledger is full; printed.</summary>
[Category("Full")]
[Explicit("makes a ledger of a thousand runs")]
internal sealed class RetryStartTests
{
    private const int Packages = 600;
    private const int Runs = 1000;
    private const int Rounds = 5;

    [Test]
    public void A_retry_over_a_thousand_runs_of_six_hundred_packages()
    {
        RunningCommand.OnLinuxOnly();
        using var folder = new TemporaryFolder();
        var watch = Stopwatch.StartNew();
        FullLedger.Make(folder, Packages, Runs);
        TestContext.Out.WriteLine($"the ledger was made in {watch.Elapsed.TotalSeconds:F1} s");
        for (var round = 0; round < Rounds; round++)
        {
            watch.Restart();
            using var retry = new RunningCommand(folder.Path, "retry");
            retry.AwaitLine("start  Night/");
            var first = watch.Elapsed;
            Assert.That(retry.ExitCode(), Is.EqualTo(1), retry.Said);
            Assert.That(retry.Said, Does.Contain("597 packages done, 3 to run"));
            TestContext.Out.WriteLine(
                $"retry {round + 1}: {first.TotalSeconds:F3} s from its call to its first package");
        }
    }
}
