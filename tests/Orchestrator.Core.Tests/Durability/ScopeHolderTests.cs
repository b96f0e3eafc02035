using Orchestrator.Core.Durability;

namespace Orchestrator.Core.Tests.Durability;

internal sealed class ScopeHolderTests
{
    [Test]
    public void Those_of_one_ledger_come_by_their_runs_whatever_the_clocks_of_their_machines_said()
    {
        var ordered = ScopeHolder.NewestFirst([Holder("a", 3), Holder("b", 9), Holder("a", 7), Holder("b", 2)]);

        Assert.That(
            ordered.Select(holder => (holder.Ledger, holder.Run)),
            Is.EqualTo(new[] { ("a", 7L), ("b", 9L), ("a", 3L), ("b", 2L) }));
    }

    private static ScopeHolder Holder(string ledger, long run) => new(ledger, run, "DISABLED", IsAlive: false);
}
