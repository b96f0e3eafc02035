namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>A function by the name that is written, in capitals, and its arguments.</summary>
public sealed record SsisCallNode(string Function, IReadOnlyList<SsisNode> Arguments) : SsisNode
{
    public override IReadOnlyList<SsisNode> Children => Arguments;

    public bool Equals(SsisCallNode? other) =>
        other is not null && base.Equals(other) && Function == other.Function
        && Arguments.SequenceEqual(other.Arguments);

    public override int GetHashCode() => HashCode.Combine(base.GetHashCode(), Function, Arguments.Count);
}
