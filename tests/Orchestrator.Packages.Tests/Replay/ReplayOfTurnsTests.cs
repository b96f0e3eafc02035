using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Replay;

namespace Orchestrator.Packages.Tests.Replay;

/// <summary>What only stands for the turns of a loop has rejected nothing that could be loaded under its name.
/// </summary>
internal sealed class ReplayOfTurnsTests
{
    [Test]
    public void What_stands_in_turns_that_a_run_finds_out_is_refused()
    {
        var load = Rig.Load("city_${var:Code}");

        Assert.That(ReplayContract.Refusal(load), Is.Null);
        Assert.That(ReplayContract.Refusal(load with { InTurn = _ => new TurnObject(load, null) }),
            Does.Contain("the turns of a loop"));
    }
}
