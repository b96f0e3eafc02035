using Orchestrator.Engine.Machine;

namespace Orchestrator.Engine.Tests.Simulation;

/// <summary>Compares the machine's answers with what the referee knows: one true reason per unfinished node.</summary>
internal sealed class ReasonReferee(Plan plan, Referee referee)
{
    public void Watch(RunMachine machine)
    {
        for (var node = 0; node < plan.Nodes.Count; node++)
        {
            Require(machine.StateOf(node) == referee.States[node], "the machine knows the state that it recorded");
            var reason = machine.ReasonOf(node);
            var hasEnded = referee.IsEnded(node);
            Require((reason is null) == hasEnded, "a reason for each unfinished node only");
            if (reason is { } known)
            {
                Require(known.Since <= machine.Now && known.Since >= TimeSpan.Zero, "since when");
                Require(IsTrue(plan.Nodes[node], known, machine.Now), $"the reason {known} of {plan.Nodes[node].Name}");
            }
        }

        Require(machine.SlotsInUse == referee.HoldSlots.Count(), "slots in use");
    }

    private bool IsTrue(PlanNode node, NodeReason reason, TimeSpan now)
    {
        var state = referee.States[node.Index];
        var other = plan.Nodes.FirstOrDefault(one => one.Name == reason.Object);
        var isUnfinished = other is not null && !referee.IsEnded(other.Index);
        return reason.Reason switch
        {
            WaitReason.Barrier => state == NodeState.Pending && isUnfinished && other!.Kind < NodeKind.Container,
            WaitReason.Predecessor => state == NodeState.Pending && isUnfinished,
            WaitReason.Linear => state == NodeState.Pending && isUnfinished
                && other!.Parent == node.Parent && other.Index < node.Index,
            WaitReason.RetryAt => state == NodeState.Ready && referee.AwaitsRetry(node.Index, now),
            WaitReason.Cap => state == NodeState.Ready
                && node.Caps.Any(cap => plan.Caps[cap].Owner == reason.Object && referee.IsFull(cap)),
            WaitReason.Gate => state == NodeState.Ready && referee.IsGateClosed && !node.Caps.Any(referee.IsFull),
            WaitReason.WriterTurn or WaitReason.Claim or WaitReason.Server =>
                state is NodeState.Running or NodeState.Cancelling && node.Kind == NodeKind.Package,
            WaitReason.Flush => IsUnhardened(reason.Object) && (state == NodeState.Succeeded
                || (state == NodeState.Ready && referee.Flushes.MustWait(node.Index))
                || (state == NodeState.Running && plan.Nodes.All(one => one.Parent != node.Index
                    || referee.IsEnded(one.Index)))),
            WaitReason.Working => state is NodeState.Running or NodeState.Cancelling,
            _ => false,
        };
    }

    private bool IsUnhardened(string connection) => Enumerable.Range(0, plan.Relaxed.Count)
        .Any(database => plan.Relaxed[database].Connection == connection && referee.Flushes.IsUnhardened(database));

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}
