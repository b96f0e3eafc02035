using Orchestrator.Core;

namespace Orchestrator.Ledger;

/// <summary>The loops of a run, as the ledger has it.</summary>
public static class RecordedLoops
{
    /// <summary>The worst first.</summary>
    public static IReadOnlyList<LoopState> Of(IEnumerable<NodeRecord> nodes) => LoopState.Of(nodes.Select(node =>
        new LoopNode(node.Node, node.Parent, node.Kind, node.Name, node.State)
        {
            Template = node.Template,
            IsTemplate = node.IsTemplate,
            IsNotSelected = node.IsNotSelected,
        }));
}
