using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>
/// A part of an expression whose kind is known. Its value is a bool, decimal, double, string, DateTime or Guid, as the
/// kind says; null is NULL, and an <see cref="ExpressionFault"/> stands where there can be none.
/// </summary>
internal abstract class ExpressionNode(ExpressionKind kind, int place)
{
    public ExpressionKind Kind => kind;

    /// <summary>Where it stands in the text, from 0.</summary>
    public int Place => place;

    /// <summary>The value with these values in it. Never throws but for bugs.</summary>
    public abstract object? Of(Func<ExpressionReference, TypedValue?> valueOf);

    /// <summary>What stands in the way of a value that is made of several: the first fault, or else NULL.</summary>
    /// <param name="blocker">That; meaningless where nothing does.</param>
    /// <param name="values">All of them.</param>
    protected static bool IsBlocked(out object? blocker, params ReadOnlySpan<object?> values)
    {
        blocker = null;
        var isNull = false;
        foreach (var value in values)
        {
            if (value is ExpressionFault)
            {
                blocker = value;
                return true;
            }

            isNull |= value is null;
        }

        return isNull;
    }
}
