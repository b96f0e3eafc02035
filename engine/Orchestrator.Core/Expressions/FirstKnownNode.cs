using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>`coalesce(a, b, …)`: the first that is not NULL; what is behind it is not evaluated.</summary>
internal sealed class FirstKnownNode(IReadOnlyList<ExpressionNode> parts, int place)
    : ExpressionNode(parts[0].Kind, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        foreach (var part in parts)
        {
            if (part.Of(valueOf) is { } value)
            {
                return value;
            }
        }

        return null;
    }
}
