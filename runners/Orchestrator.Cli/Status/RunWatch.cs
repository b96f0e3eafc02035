using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>
/// Follows a run in the ledger until it ends: its transitions and what packages wait for, then how it stands.
/// </summary>
internal sealed class RunWatch(Call call, LedgerReader reader, bool isWhy, TimeSpan poll)
{
    private readonly Dictionary<int, (WaitReason, string)> _waits = [];
    private long _after;

    public int Follow(long run)
    {
        var nodes = reader.Nodes(run).ToDictionary(node => node.Node);
        RunAtMoment at;
        do
        {
            // Asked before the transitions are read, or what happens in between would never be shown.
            at = StatusVerb.Moment(call, reader, run);
            foreach (var transition in reader.Transitions(run, _after))
            {
                _after = transition.Sequence;
                Show(transition, nodes[transition.Node]);
            }

            foreach (var node in at.Work.Where(IsNews).ToArray())
            {
                Show(at, node);
            }
        }
        while (at.Run.Verdict is null && !call.Host.Pause(poll));

        at = StatusVerb.Moment(call, reader, run);
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RunJson.End(at)));
        }
        else
        {
            call.Results.Write(StatusVerb.Lines(at, isWhy).Concat(StatusVerb.Next(call, at)));
        }

        return ExitCode.Done;
    }

    private void Show(TransitionRecord transition, NodeRecord node)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RunJson.Transition(transition, node)));
        }
        else if (node.Kind == NodeKind.Package
            && (isWhy || transition.To is not (NodeState.Pending or NodeState.Ready)))
        {
            call.Results.Write(
                $"{Words.Moment(transition.At)} {Words.Of(transition.To)}  {node.Name}  {transition.Why}");
        }
    }

    /// <summary>
    /// Whether it waits for something that was not shown yet, or goes on. What has not begun is of interest only to who
    /// asks why.
    /// </summary>
    private bool IsNews(NodeRecord node)
    {
        var hasBegun = node.State is NodeState.Running or NodeState.Cancelling || node.Reason is WaitReason.RetryAt
            or WaitReason.Held;
        if (node.Reason is not { } reason || !(isWhy || hasBegun))
        {
            _waits.Remove(node.Node);
            return false;
        }

        var before = _waits.GetValueOrDefault(node.Node, (WaitReason.Working, ""));
        _waits[node.Node] = (reason, node.ReasonObject);

        // From the queue it goes to work by a transition, which is shown as such.
        return reason == WaitReason.Working
            ? before.Item1 is WaitReason.WriterTurn or WaitReason.Claim or WaitReason.Server
            : before != (reason, node.ReasonObject);
    }

    private void Show(RunAtMoment at, NodeRecord node)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RunJson.Wait(at, node)));
        }
        else
        {
            var reason = node.Reason!.Value;
            var text = reason == WaitReason.Working ? "goes on" : "waits";
            call.Results.Write($"{Words.Moment(node.ReasonSince!.Value)} {text}  {node.Name}  "
                + Words.Of(reason, StatusScreen.What(at, node)));
        }
    }
}
