using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>`is null` and `is not null`, which are never unknown.</summary>
internal sealed class NullTestNode(ExpressionNode inner, bool isNot, int place)
    : ExpressionNode(ExpressionKind.Flag, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        var value = inner.Of(valueOf);
        return value is ExpressionFault ? value : (value is null) != isNot;
    }
}
