using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>`not`: what is unknown stays so.</summary>
internal sealed class NegationNode(ExpressionNode inner, int place) : ExpressionNode(ExpressionKind.Flag, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf) => inner.Of(valueOf) switch
    {
        bool flag => !flag,
        var other => other,
    };
}
