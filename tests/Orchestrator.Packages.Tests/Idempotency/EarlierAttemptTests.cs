using Orchestrator.Core;

namespace Orchestrator.Packages.Tests.Idempotency;

/// <summary>What an attempt that came before leaves unknown.</summary>
internal sealed class EarlierAttemptTests
{
    [TestCase(NodeState.Succeeded, null, false, false)]
    [TestCase(NodeState.Failed, ErrorClass.Data, false, false)]
    [TestCase(NodeState.Failed, ErrorClass.TimedOut, false, true)]
    [TestCase(NodeState.Cancelled, null, false, true)]
    [TestCase(NodeState.Failed, ErrorClass.OutcomeUnknown, true, true)]
    [TestCase(NodeState.Running, null, true, true)]
    [TestCase(NodeState.EndedUnexpectedly, null, true, true)]
    public void Nobody_heard_of_its_last_step_or_it_may_have_done_half(
        NodeState state, ErrorClass? error, bool isUnheard, bool mayBeHalf)
    {
        var earlier = new EarlierAttempt(1, 2, state, error);

        Assert.That((earlier.IsUnheard, earlier.MayBeHalf), Is.EqualTo((isUnheard, mayBeHalf)));
    }
}
