using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>Compares the machine's answers with what the referee knows: one true reason per unfinished node.</summary>
internal sealed class ReasonReferee(Plan plan, Referee referee)
{
    private readonly Dictionary<int, NodeReason> _before = [];

    /// <summary>Looks at the answers of a machine, as somebody passes them on.</summary>
    public void Watch(RunMachine machine, Func<NodeReason?, NodeReason?> told)
    {
        for (var node = 0; node < plan.Nodes.Count; node++)
        {
            Require(machine.StateOf(node) == referee.States[node], "the machine knows the state that it recorded");
            var reason = told(machine.ReasonOf(node));
            var hasEnded = referee.IsEnded(node) || referee.IsTemplate(node);
            Require((reason is null) == hasEnded, "a reason for each unfinished node only");
            if (reason is { } known)
            {
                Require(known.Since <= machine.Now && known.Since >= TimeSpan.Zero, "since when");
                RequireForward(plan.Nodes[node], known);
                Require(known.Reason == WaitReason.Held || !MustBeHeld(plan.Nodes[node]), "who is held says so");
                Require(IsTrue(plan.Nodes[node], known, machine.Now), $"the reason {known} of {plan.Nodes[node].Name}");
            }
        }

        Require(machine.SlotsInUse == referee.HoldSlots.Count(), "slots in use");
    }

    /// <summary>
    /// Of a group: what stays the same began when it did, and what is new not before what was. A package that is let go
    /// waits for what it has waited for before.
    /// </summary>
    private void RequireForward(PlanNode node, NodeReason now)
    {
        if (node.Kind != NodeKind.Package && _before.TryGetValue(node.Index, out var before))
        {
            var goesForward = now.Since >= before.Since
                && (now.Since == before.Since || now.Reason != before.Reason || now.Reason != WaitReason.Working);
            var hasFewerHolds = (now.Reason, before.Reason) is (WaitReason.Held, WaitReason.Held);
            Require(goesForward || hasFewerHolds, $"since when, of {node.Name}: {now} behind {before}");
        }

        _before[node.Index] = now;
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
                && referee.Around(node.Index).Prepend(node.Index).Any(around =>
                    other!.Parent == plan.Nodes[around].Parent && other.Index < around),
            WaitReason.RetryAt => state == NodeState.Ready && referee.AwaitsRetry(node.Index, now),
            WaitReason.Cap => state == NodeState.Ready
                && node.Caps.Any(cap => plan.Caps[cap].Owner == reason.Object && referee.IsFull(cap)),
            WaitReason.Gate => state == NodeState.Ready && referee.IsGateClosed && !node.Caps.Any(referee.IsFull),
            WaitReason.WriterTurn or WaitReason.Claim or WaitReason.Server =>
                state is NodeState.Running or NodeState.Cancelling && node.Kind == NodeKind.Package,
            WaitReason.Flush => IsUnhardened(reason.Object) && (state == NodeState.Succeeded
                || (state == NodeState.Ready && referee.Flushes.MustWait(node.Index))
                || (state == NodeState.Running && plan.Nodes.All(one => one.Parent != node.Index
                    || referee.IsEnded(one.Index) || referee.IsTemplate(one.Index)))),
            WaitReason.Held => MustBeHeld(node),
            WaitReason.Working => state is NodeState.Running or NodeState.Cancelling,
            _ => false,
        };
    }

    /// <summary>A package that somebody holds, and a group in which nothing else is under way.</summary>
    private bool MustBeHeld(PlanNode node)
    {
        if (!referee.Operators.HoldsAny)
        {
            return false;
        }

        var state = referee.States[node.Index];
        if (node.Kind == NodeKind.Package)
        {
            return state is NodeState.Pending or NodeState.Held && referee.Operators.IsHeld(node.Index);
        }

        var open = plan.Nodes.Where(one => one.Kind == NodeKind.Package && one.Index > node.Index
            && !referee.IsTemplate(one.Index) && !referee.IsEnded(one.Index) && IsBelow(one, node.Index)).ToArray();
        return state == NodeState.Running && open.Any(MustBeHeld)
            && open.All(one => referee.States[one.Index] is NodeState.Pending or NodeState.Held)
            && !plan.Nodes.Any(one => one.Kind == NodeKind.Level && WaitsForFlush(one)
                && (one.Index == node.Index || IsBelow(one, node.Index)));
    }

    /// <summary>A level that has not ended although all in it has.</summary>
    private bool WaitsForFlush(PlanNode level) => referee.States[level.Index] == NodeState.Running
        && plan.Nodes.All(one => one.Parent != level.Index || referee.IsEnded(one.Index));

    private bool IsBelow(PlanNode node, int group)
    {
        var above = node.Parent;
        while (above > group)
        {
            above = plan.Nodes[above].Parent;
        }

        return above == group;
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
