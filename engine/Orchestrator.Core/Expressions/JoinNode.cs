using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>One text behind another.</summary>
internal sealed class JoinNode(ExpressionNode left, ExpressionNode right, int place)
    : ExpressionNode(ExpressionKind.Text, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        var (one, other) = (left.Of(valueOf), right.Of(valueOf));
        if (IsBlocked(out var blocker, one, other))
        {
            return blocker;
        }

        var (first, second) = ((string)one!, (string)other!);
        return first.Length + second.Length <= TextFunctions.LengthMax
            ? first + second
            : new ExpressionFault(TextFunctions.TooLong, Place);
    }
}
