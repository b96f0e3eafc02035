using Orchestrator.Cli.Run;
using Orchestrator.Runner;
using Orchestrator.Runner.Durability;

namespace Orchestrator.Cli.Tests.Run;

internal sealed class RunHeaderScreenTests
{
    [TestCase("", "  Staging: commits reach the disk later")]
    [TestCase("it was so before", "  Staging: commits reach the disk later (it was so before)")]
    public void A_relaxed_database_is_named_with_what_is_to_be_known_of_it(string why, string expected)
    {
        var header = Header() with { Durability = [new DurabilityLine("Staging", "dwh on db1", true, why)] };

        Assert.That(RunHeaderScreen.Lines(header).Select(line => $"{line}"), Has.Some.EqualTo(expected));
    }

    [Test]
    public void What_a_run_that_died_had_left_relaxed_is_told_with_what_became_of_it()
    {
        var header = Header() with { PutBack = ["The durability of Staging (dwh) is put back."] };

        Assert.That(RunHeaderScreen.Lines(header).Select(line => $"{line}"),
            Has.Some.EqualTo("  The durability of Staging (dwh) is put back."));
    }

    private static RunHeader Header() => new()
    {
        Run = 7,
        Id = Guid.Empty,
        Batch = "Nightly",
        Environment = "prod",
        StartedAt = DateTimeOffset.UnixEpoch,
        Gate = 4,
        GateWhy = "as asked",
        Processors = 2,
        PlanHash = "0123456789abcdef",
        Packages = 1,
        Folder = "runs/7",
    };
}
