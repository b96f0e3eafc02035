using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>A number with its sign turned round.</summary>
internal sealed class SignNode(ExpressionNode inner, int place) : ExpressionNode(inner.Kind, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf) => inner.Of(valueOf) switch
    {
        decimal number => -number,
        double number => -number,
        var other => other,
    };
}
