using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Engine;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Verbs;

/// <summary>Follows a run in the ledger until it ends: its transitions, then how it stands.</summary>
internal sealed class RunWatch(Call call, LedgerReader reader, bool isWhy, TimeSpan poll)
{
    public int Follow(long run)
    {
        var nodes = reader.Nodes(run).ToDictionary(node => node.Node);
        long after = 0;
        do
        {
            // Asked before the transitions are read, or what happens in between would never be shown.
            var isOver = reader.Run(run)!.Verdict is not null;
            foreach (var transition in reader.Transitions(run, after))
            {
                after = transition.Sequence;
                Show(transition, nodes[transition.Node]);
            }

            if (isOver)
            {
                break;
            }
        }
        while (!call.Host.Stop.WaitHandle.WaitOne(poll));

        var at = StatusVerb.Moment(call, reader, run);
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RunDocument.End(at)));
        }
        else
        {
            call.Results.Write(StatusVerb.Lines(at, isWhy));
        }

        return ExitCode.Done;
    }

    private void Show(TransitionRecord transition, NodeRecord node)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RunDocument.Transition(transition, node)));
        }
        else if (node.Kind == NodeKind.Package
            && (isWhy || transition.To is not (NodeState.Pending or NodeState.Ready)))
        {
            call.Results.Write(
                $"{Words.Moment(transition.At)} {Words.Of(transition.To)}  {node.Name}  {transition.Why}");
        }
    }
}
