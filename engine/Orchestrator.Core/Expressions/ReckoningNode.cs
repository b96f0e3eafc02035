using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>+ - * / % of two exact numbers, or of two floats.</summary>
internal sealed class ReckoningNode(string sign, ExpressionNode left, ExpressionNode right, int place)
    : ExpressionNode(left.Kind, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        var (one, other) = (left.Of(valueOf), right.Of(valueOf));
        if (IsBlocked(out var blocker, one, other))
        {
            return blocker;
        }

        if (sign is "/" or "%" && other is 0m or 0d)
        {
            return new ExpressionFault("it divides by zero", Place);
        }

        return one is decimal number ? Exact(number, (decimal)other!) : Float((double)one!, (double)other!);
    }

    private object Exact(decimal one, decimal other)
    {
        var result = sign switch
        {
            "+" => ExactNumbers.Sum(one, other),
            "-" => ExactNumbers.Sum(one, -other),
            "*" => ExactNumbers.Product(one, other),
            "/" => ExactNumbers.Quotient(one, other),
            _ => ExactNumbers.Remainder(one, other),
        };
        return result is { } number ? number : new ExpressionFault(ExactNumbers.Beyond, Place);
    }

    private object Float(double one, double other)
    {
        var result = sign switch
        {
            "+" => one + other,
            "-" => one - other,
            "*" => one * other,
            "/" => one / other,
            _ => one % other,
        };
        return double.IsFinite(result) ? result : new ExpressionFault("it is beyond every float", Place);
    }
}
