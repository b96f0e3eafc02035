namespace Orchestrator.Metadata.Compile;

/// <summary>The loops around a node whose turns the run finds out.</summary>
internal static class LoopsAround
{
    /// <summary>All of them, the outermost first.</summary>
    public static IReadOnlyList<DraftNode> Of(DraftNode node)
    {
        var loops = new List<DraftNode>();
        for (var above = node.Parent; above is not null; above = above.Parent)
        {
            if (above.Loop is not null)
            {
                loops.Insert(0, above);
            }
        }

        return loops;
    }

    /// <summary>Those around a node that are not around another one, the outermost first.</summary>
    public static IEnumerable<DraftNode> Between(DraftNode node, DraftNode other) =>
        Of(node).Where(loop => loop != other && !other.IsWithin(loop));
}
