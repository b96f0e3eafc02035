using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>One bug for each rule that the referees watch, with the rule that it must be caught by.</summary>
internal static class PlantedBugs
{
    public static PlantedBug[] All { get; } =
    [
        new("one slot too many", "the gate")
        {
            Options = options => options with { Slots = options.Slots + 1 },
        },
        new("one slot never used", "unheld ready work starts within one turn of an open gate")
        {
            Options = options => options with { Slots = Math.Max(1, options.Slots - 1) },
        },
        new("caps one too high", "each cap")
        {
            Plan = plan => plan with { Caps = [.. plan.Caps.Select(OneMore)] },
        },
        new("no barriers", "constraints, barriers and the line hold before a start")
        {
            Node = node => node.Kind == NodeKind.Level ? node with { Constraints = [] } : node,
        },
        new("no order of projects", "constraints, barriers and the line hold before a start")
        {
            Node = node => node.Kind == NodeKind.Project ? node with { Constraints = [] } : node,
        },
        new("no precedence", "constraints, barriers and the line hold before a start")
        {
            Node = node => node.Kind == NodeKind.Package ? node with { Constraints = [] } : node,
        },
        new("no lines", "constraints, barriers and the line hold before a start")
        {
            Node = node => node with { Mode = ContainerMode.Parallel },
        },
        new("one attempt too many", "no more attempts than allowed")
        {
            Node = node => Retry(node, node.Retry with { Count = node.Retry.Count + 1 }),
        },
        new("back-off too short", "waiting is back-off and being held up")
        {
            Node = node => Retry(node, node.Retry with { Delay = node.Retry.Delay / 2 }),
        },
        new("Level handled as DependencyChain", "nothing starts behind its failure")
        {
            Plan = Handled(FailureHandling.Level, FailureHandling.DependencyChain),
        },
        new("Stop handled as Level", "nothing starts after a failure under Stop")
        {
            Plan = Handled(FailureHandling.Stop, FailureHandling.Level),
        },
        new("Level handled as Stop", "Blocked only by the table of failure handling")
        {
            Plan = Handled(FailureHandling.Level, FailureHandling.Stop),
        },
        new("DependencyChain handled as Level", "Blocked only by the table of failure handling")
        {
            Plan = Handled(FailureHandling.DependencyChain, FailureHandling.Level),
        },
        new("reads forgotten", "nothing starts behind its failure")
        {
            Node = node => node with { Reads = [] },
        },
        new("Completion forgotten", "Blocked only by the table of failure handling")
        {
            Node = node => node with { RunsAfterFailure = false },
        },
        new("disabled runs", "what is disabled or not selected never starts")
        {
            Node = node => node with { Enabled = true },
        },
        new("selection forgotten", "what is disabled or not selected never starts")
        {
            Options = options => options with { Selected = null },
        },
        new("times lost", "its times are recorded")
        {
            Command = command => command is RecordTimes ? [] : [command],
        },
        new("times twice", "times are recorded once for each attempt")
        {
            Command = command => command is RecordTimes ? [command, command] : [command],
        },
        new("waiting counted as working", "waiting is back-off and being held up")
        {
            Command = command => command is RecordTimes times ? [AllWorking(times)] : [command],
        },
        new("an end told twice", "each transition begins where the last one ended")
        {
            Command = command => command is RecordTransition { Attempt: > 0 } ? [command, command] : [command],
        },
        new("Running not recorded", "Running is recorded before the start")
        {
            Command = command => command is RecordTransition { To: NodeState.Running } ? [] : [command],
        },
        new("always green", "the verdict is true")
        {
            Command = command => command is EndRun end ? [end with { Verdict = RunVerdict.Succeeded }] : [command],
        },
        new("blocked called done", "Done and Disabled only as told")
        {
            Command = command => command is RecordTransition { To: NodeState.Blocked } blocked
                ? [blocked with { To = NodeState.Done }] : [command],
        },
        new("readers of a relaxed database forgotten", "what reads a relaxed database starts after its flush")
        {
            Node = node => node with { ReadsRelaxed = [] },
        },
        new("no flush behind a level", "a level ends after its flush")
        {
            Plan = Flushed(FlushWhen.Level, FlushWhen.Run),
        },
        new("no flush behind a package", "a flush comes in time: Package")
        {
            Plan = Flushed(FlushWhen.Package, FlushWhen.Run),
        },
        new("no flush in between", "a flush comes in time: Every")
        {
            Plan = Flushed(FlushWhen.Every, FlushWhen.Run),
        },
        new("nothing flushed", "no run ends unhardened")
        {
            Options = options => options with { Relaxed = null },
        },
        new("a flush not asked for who reads", "a flush comes in time: for who reads")
        {
            Command = command => command is HardenDatabase ? [] : [command],
        },
        new("a loss overlooked", "hardened is what the flush says")
        {
            Command = command => command is RecordTransition { From: NodeState.Succeeded, Attempt: > 0 } lost
                ? [lost with { To = NodeState.Hardened }] : [command],
        },
        new("two flushes at once", "one flush under way per database")
        {
            Command = command => command is HardenDatabase ? [command, command] : [command],
        },
        new("a flush forgets an attempt", "a flush is for all that is not hardened")
        {
            Command = command => command is HardenDatabase { Attempts.Count: > 1 } flush
                ? [flush with { Attempts = [.. flush.Attempts.Skip(1)] }] : [command],
        },
        new("Hardened not recorded", "the end of a flush is recorded")
        {
            Command = command => command is RecordTransition { To: NodeState.Hardened } ? [] : [command],
        },
        new("a loss kept from its groups", "the groups around a loss fail")
        {
            Command = command => command is RecordTransition { From: NodeState.Succeeded, Attempt: 0 } ? [] : [command],
        },
        new("a held package starts", "what is held does not start")
        {
            Event = e => e is HoldRequested hold
                ? new ReleaseRequested(hold.At, hold.Request, hold.Node, hold.By, hold.Reason) : e,
        },
        new("a released package stays held", "Held only while somebody holds it")
        {
            Event = e => e is ReleaseRequested release
                ? new HoldRequested(release.At, release.Request, release.Node, release.By, release.Reason) : e,
        },
        new("reason missing for what is held", "a reason for each unfinished node only")
        {
            Reason = reason => reason is { Reason: WaitReason.Held } ? null : reason,
        },
        new("a group that is held says that it works", "who is held says so")
        {
            Reason = reason => reason is { Reason: WaitReason.Held } held
                ? held with { Reason = WaitReason.Working } : reason,
        },
        new("a skip does not block its readers", "nothing starts behind its failure")
        {
            Event = e => e is SkipRequested skip ? skip with { AsSuccess = true } : e,
        },
        new("a skip as success blocks its readers", "Blocked only by the table of failure handling")
        {
            Event = e => e is SkipRequested skip ? skip with { AsSuccess = false } : e,
        },
        new("a skip forgotten", "what is skipped or cancelled ends at once")
        {
            Event = e => e is SkipRequested skip
                ? new PrioritiseRequested(skip.At, skip.Request, skip.Node, skip.By, skip.Reason) : e,
        },
        new("slot not returned on cancel", "unheld ready work starts within one turn of an open gate")
        {
            Inside = KeepSlotOfCancelled,
        },
        new("what was cancelled is tried again", "what was cancelled does not start again")
        {
            Event = e => e is AttemptEnded { Outcome: NodeState.Cancelled } ended
                ? ended with { Outcome = NodeState.Failed, Error = ErrorClass.Transient } : e,
            Inside = (board, _) => board.Packages.ForEach(one => board.Nodes[one].Package!.Cancelled = null),
        },
        new("prioritise forgotten", "what was prioritised starts first")
        {
            Event = e => e is PrioritiseRequested { Node: var node } first ? new ReleaseRequested(
                first.At, first.Request, node, first.By, first.Reason) : e,
        },
        new("a request without an answer", "each request is answered in its turn")
        {
            Command = command => command is RecordAnswer ? [] : [command],
        },
        new("end forgotten", "every run ends")
        {
            Command = command => command is EndRun ? [] : [command],
        },
    ];

    private static void KeepSlotOfCancelled(RunBoard board, RunEvent e)
    {
        if (e is AttemptEnded { Outcome: NodeState.Cancelled } ended)
        {
            board.Queue.Occupy(ended.Node, board.Now);
        }
    }

    private static Cap OneMore(Cap cap) => cap with { MaxConcurrency = cap.MaxConcurrency + 1 };

    private static PlanNode Retry(PlanNode node, RetryPolicy retry) => node with { Retry = retry };

    private static RecordTimes AllWorking(RecordTimes times) =>
        times with { Waiting = TimeSpan.Zero, Working = times.Working + times.Waiting };

    private static Func<Plan, Plan> Flushed(FlushWhen right, FlushWhen wrong) => plan => plan with
    {
        Relaxed = [.. plan.Relaxed.Select(one => one.Flush == right ? one with { Flush = wrong } : one)],
    };

    private static Func<Plan, Plan> Handled(FailureHandling right, FailureHandling wrong) =>
        plan => plan.FailureHandling == right ? plan with { FailureHandling = wrong } : plan;
}
