using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>A function of values that are all known: a fault or NULL among them is what it comes to.</summary>
internal sealed class CallNode(ExpressionFunction function, IReadOnlyList<ExpressionNode> arguments, int place)
    : ExpressionNode(function.Gives, place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf)
    {
        object?[] values = [.. arguments.Select(argument => argument.Of(valueOf))];
        if (IsBlocked(out var blocker, new ReadOnlySpan<object?>(values)))
        {
            return blocker;
        }

        var result = function.Apply(values!);
        return result switch
        {
            ExpressionFault fault => fault with { Place = Place },
            string { Length: > TextFunctions.LengthMax } => new ExpressionFault(TextFunctions.TooLong, Place),
            _ => result,
        };
    }
}
