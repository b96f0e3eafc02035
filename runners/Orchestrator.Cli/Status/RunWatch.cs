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
    private static readonly TimeSpan LoopsEvery = TimeSpan.FromSeconds(10);

    private readonly Dictionary<int, (WaitReason, string)> _waits = [];
    private string[] _loops = [];
    private DateTimeOffset _loopsAt = DateTimeOffset.MinValue;
    private long _after;

    public int Follow(long run)
    {
        RunAtMoment at;
        do
        {
            // Asked before the transitions are read, or what happens in between would never be shown.
            at = StatusVerb.Moment(call, reader, run);
            var nodes = at.Nodes;
            foreach (var transition in reader.Transitions(run, _after))
            {
                _after = transition.Sequence;
                // A loop may have had its turns just now.
                nodes = transition.Node < nodes.Count ? nodes : reader.Nodes(run);
                Show(transition, nodes[transition.Node]);
            }

            ShowLoops(at);
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

    /// <summary>How far loops are, where that has changed, now and then.</summary>
    private void ShowLoops(RunAtMoment at)
    {
        if (call.IsJson || at.Now - _loopsAt < LoopsEvery)
        {
            return;
        }

        Line[] lines = [.. TurnsScreen.Loops(at).Take(LoopState.ListedMax).Select(LoopLine.Of)];
        string[] told = [.. lines.Select(line => line.ToString())];
        call.Results.Write(lines.Where((_, place) => !_loops.Contains(told[place])));
        (_loops, _loopsAt) = (told, at.Now);
    }

    private void Show(TransitionRecord transition, NodeRecord node)
    {
        if (node.IsTemplate)
        {
            return;
        }

        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RunJson.Transition(transition, node)));
        }
        else if ((node.Kind == NodeKind.Package || node.HasFailedItself)
            && (isWhy || !IsUsual(transition.To, node)))
        {
            call.Results.Write(
                $"{Words.Moment(transition.At)} {Words.Of(transition.To)}  {node.Name}  {transition.Why}");
        }
    }

    // In a loop it is usual that what is at work ends well: there is a line for all turns now and then.
    private static bool IsUsual(NodeState state, NodeRecord node) => state is NodeState.Pending or NodeState.Ready
        || (node.Template >= 0 && (state == NodeState.Running || StatusScreen.IsWell(state)));

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
