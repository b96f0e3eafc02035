using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>`if(condition, a, b)`: b unless the condition is true. Only what is chosen is evaluated.</summary>
internal sealed class ChoiceNode(ExpressionNode condition, ExpressionNode chosen, ExpressionNode otherwise, int place)
    : ExpressionNode(chosen.Kind, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf) => condition.Of(valueOf) switch
    {
        ExpressionFault fault => fault,
        true => chosen.Of(valueOf),
        _ => otherwise.Of(valueOf),
    };
}
