using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>Something that is read where the expression is evaluated.</summary>
internal sealed class ReferenceNode(ExpressionReference reference, ExpressionKind kind, int place)
    : ExpressionNode(kind, place)
{
    public ExpressionReference Reference => reference;

    /// <summary>A typed value as expressions reckon with it.</summary>
    public static object Plain(TypedValue value) =>
        value.Type.Kind == SqlTypeKind.Bit ? value.Text == "1" : value.Plain;

    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf) => valueOf(reference) switch
    {
        null => null,
        { } value when ExpressionKinds.Of(value.Type) == Kind => Plain(value),
        { } value => throw new InvalidOperationException(
            $"{reference} is {reference.Type}, and was given {value.Type}"),
    };
}
