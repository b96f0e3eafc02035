using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>An exact number beside a float.</summary>
internal sealed class WidenedNode(ExpressionNode inner) : ExpressionNode(ExpressionKind.Float, inner.Place)
{
    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf) => inner.Of(valueOf) switch
    {
        // By its text: zeros that a number was reckoned with make no other float of it.
        decimal number => double.Parse(PlainTexts.Of(inner.Kind, number), CultureInfo.InvariantCulture),
        var other => other,
    };
}
