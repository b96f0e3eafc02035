using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>
/// `and` and `or`. One side that decides does so whatever the other one is, NULL or fault, so that the order of the two
/// never matters.
/// </summary>
/// <param name="decides">What decides alone: false of `and`, true of `or`.</param>
internal sealed class JunctionNode(ExpressionNode left, ExpressionNode right, bool decides, int place)
    : ExpressionNode(ExpressionKind.Flag, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        var one = left.Of(valueOf);
        if (Equals(one, decides))
        {
            return one;
        }

        var other = right.Of(valueOf);
        return Equals(other, decides) ? other
            : IsBlocked(out var blocker, one, other) ? blocker
            : !decides;
    }
}
