using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Runner.Tests.Artifacts;

internal sealed class RunFoldersTests
{
    [Test]
    public void Run_1_of_another_ledger_does_not_overwrite_run_1_of_the_solution()
    {
        var own = RunFolders.Of("/shop", LedgerLocation.OfSolution("/shop"), 1);

        var other = RunFolders.Of("/shop", new LedgerLocation("/elsewhere/ledger.db"), 1);
        var third = RunFolders.Of("/shop", new LedgerLocation("/elsewhere/second.db"), 1);

        Assert.That(own, Is.EqualTo(Path.Combine("/shop", ".orchestrator", "runs", "1")));
        Assert.That(new[] { own, other, third }, Is.Unique);
        Assert.That(other, Does.StartWith(Path.Combine("/shop", ".orchestrator", "runs", "ledger-")));
    }

    [Test]
    public void The_ledger_of_the_solution_named_by_hand_is_still_its_own()
    {
        var named = new LedgerLocation(Path.Combine("/shop", "x", "..", ".orchestrator", "ledger.db"));

        Assert.That(RunFolders.Of("/shop", named, 3), Is.EqualTo(Path.Combine("/shop", ".orchestrator", "runs", "3")));
    }
}
