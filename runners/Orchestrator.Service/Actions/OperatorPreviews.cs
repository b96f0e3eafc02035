using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Requests;
using Orchestrator.Service.Pages;

namespace Orchestrator.Service.Actions;

/// <summary>What it means to ask something of a run at work: to cancel, hold, release or skip all or a part of it.
/// </summary>
internal sealed class OperatorPreviews(LedgerReader reader, string environment)
{
    private const int CandidatesMax = 8;

    public RequestPreview Of(ActionRequest request, RequestVerb verb)
    {
        var number = request.Run!.Value;
        var title = $"{Verb(verb)} {(request.Node.Length > 0 ? $"{request.Node} of " : "")}run {number}";
        if (reader.Run(number) is not { } run || run.Environment != environment)
        {
            return RequestPreview.Refused(title, 404, $"there is no run {number} in this environment");
        }

        var from = Paths.Run(number);
        if (OperatorRules.RefusalOf(run) is { } refusal)
        {
            return RequestPreview.Refused(title, 409, refusal, from: from);
        }

        var nodes = reader.Nodes(number);
        var named = request.Node.Length == 0 ? null : LedgerNames.Find(nodes, request.Node);
        if (named is { Node: null })
        {
            return RequestPreview.Refused(
                title, 404, NotFound(run, request.Node, named), ActionRequest.NodeField, from);
        }

        return named?.Node is { } node && OperatorRules.RefusalOf(verb, node) is { } wrong
            ? RequestPreview.Refused(title, 422, wrong, ActionRequest.NodeField, from)
            : Found(request, verb, run, nodes, named?.Node ?? nodes[0]) with { From = from };
    }

    private static RequestPreview Found(
        ActionRequest request, RequestVerb verb, RunRecord run, IReadOnlyList<NodeRecord> nodes, NodeRecord node)
    {
        var affected = Below(nodes, node).Where(each => IsMeant(verb, each.State)).ToList();
        var what = node == nodes[0] ? $"run {run.Number} of {run.Batch}" : $"{node.Name} in run {run.Number}";
        return new RequestPreview
        {
            Title = $"{Verb(verb)} {what}",
            Consequences = [.. Consequences(verb, request, node, affected)],
            NamesTitle = verb switch
            {
                RequestVerb.Cancel => "At work or not started",
                RequestVerb.Release => "Held",
                _ => "Not started",
            },
            Names = [.. affected.Select(each => each.Name)],
            Work = stamp => new RequestToRun(new RequestRecord
            {
                Run = run.Number,
                Verb = verb,
                Node = request.Node.Length == 0 ? 0 : node.Node,
                AsSuccess = request.As == ActionRequest.AsSuccess,
                Reason = request.Reason,
                Who = stamp.Who,
                Asked = stamp.At,
            }),
        };
    }

    private static IEnumerable<string> Consequences(
        RequestVerb verb, ActionRequest request, NodeRecord node, IReadOnlyList<NodeRecord> affected)
    {
        var atWork = affected.Count(each => each.State is NodeState.Running or NodeState.Cancelling);
        return verb switch
        {
            RequestVerb.Cancel when request.Node.Length == 0 =>
            [
                $"{Words.Count(atWork, "package")} at work "
                    + $"{(atWork == 1 ? "is" : "are")} asked to stop, and nothing more starts. The run ends cancelled.",
                "What has succeeded stays so; a retry goes on with the rest.",
            ],
            RequestVerb.Cancel =>
            [
                "The package is asked to stop and ends cancelled; what needs it is blocked. The run goes on with the "
                    + "rest.",
            ],
            RequestVerb.Hold =>
            [
                "What has not started does not start until somebody releases it. What is at work goes on.",
            ],
            RequestVerb.Release =>
            [
                "What was held starts when it is its turn; so does what was to be held and has not come to it yet.",
            ],
            _ =>
            [
                "What has not started is left out, and barriers behind it open. The run ends with a warning at best.",
                request.As == ActionRequest.AsSuccess
                    ? "It counts as a success: what needs it runs." : "What needs it is blocked, unless it is counted "
                    + "as a success.",
                node.Kind == NodeKind.Package ? "" : "All of the group that has not started is left out.",
            ],
        };
    }

    private static string NotFound(RunRecord run, string name, LedgerNames named) => named.Candidates.Count == 0
        ? $"run {run.Number} of {run.Batch} has no package, project or container '{name}'"
        : $"'{name}' may mean {named.Candidates.Count} packages: "
            + string.Join(", ", named.Candidates.Take(CandidatesMax).Select(node => node.Name));

    private static bool IsMeant(RequestVerb verb, NodeState state) => state switch
    {
        NodeState.Held => true,
        NodeState.Pending or NodeState.Ready => verb != RequestVerb.Release,
        NodeState.Running or NodeState.Cancelling => verb == RequestVerb.Cancel,
        _ => false,
    };

    // What only stands for what is in the turns of a loop is none of them, and means all of them.
    private static IEnumerable<NodeRecord> Below(IReadOnlyList<NodeRecord> nodes, NodeRecord top)
    {
        var withTurns = nodes.Select(node => node.Template).ToHashSet();
        return nodes.Where(node => node.Kind == NodeKind.Package && !withTurns.Contains(node.Node)
            && (node.Template == top.Node || IsBelow(nodes, node, top)));
    }

    private static bool IsBelow(IReadOnlyList<NodeRecord> nodes, NodeRecord node, NodeRecord top) =>
        node == top || (node.Parent >= 0 && IsBelow(nodes, nodes[node.Parent], top));

    private static string Verb(RequestVerb verb) => verb.ToString();
}
