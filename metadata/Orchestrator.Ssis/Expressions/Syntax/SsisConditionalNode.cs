namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>`condition ? then : else`.</summary>
public sealed record SsisConditionalNode(SsisNode Condition, SsisNode Then, SsisNode Else) : SsisNode
{
    public override IReadOnlyList<SsisNode> Children => [Condition, Then, Else];
}
