using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>Two values of one kind compared: text by its code units, false before true.</summary>
internal sealed class ComparisonNode(string sign, ExpressionNode left, ExpressionNode right, int place)
    : ExpressionNode(ExpressionKind.Flag, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        var (one, other) = (left.Of(valueOf), right.Of(valueOf));
        if (IsBlocked(out var blocker, one, other))
        {
            return blocker;
        }

        var order = one is string text
            ? string.CompareOrdinal(text, (string)other!)
            : ((IComparable)one!).CompareTo(other);
        return sign switch
        {
            "=" => order == 0,
            "<>" => order != 0,
            "<" => order < 0,
            "<=" => order <= 0,
            ">" => order > 0,
            _ => order >= 0,
        };
    }
}
