namespace Orchestrator.Core.Expressions;

/// <summary>Two operands that have to be of one kind.</summary>
internal static class Operands
{
    /// <summary>
    /// Both as they are compared: what is written beside something with a type is read as that type, and refused where
    /// it can be no value of it.
    /// </summary>
    /// <exception cref="ExpressionException">They are of kinds that do not go together.</exception>
    public static (ExpressionNode Left, ExpressionNode Right) Compared(
        ExpressionNode left, ExpressionNode right, int place) =>
        OfOneKind(Beside(right, left), Beside(left, right), place);

    /// <summary>Both, an exact number beside a float as a float.</summary>
    /// <exception cref="ExpressionException">They are of kinds that do not go together.</exception>
    public static (ExpressionNode Left, ExpressionNode Right) OfOneKind(
        ExpressionNode left, ExpressionNode right, int place)
    {
        (left, right) = (AsMoment(right, left), AsMoment(left, right));
        return (left.Kind, right.Kind) switch
        {
            var (one, other) when one == other => (left, right),
            (ExpressionKind.Number, ExpressionKind.Float) => (new WidenedNode(left), right),
            (ExpressionKind.Float, ExpressionKind.Number) => (left, new WidenedNode(right)),
            var (one, other) => throw new ExpressionException(
                $"{ExpressionKinds.Word(one)} does not go with {ExpressionKinds.Word(other)}", place),
        };
    }

    private static ExpressionNode Beside(ExpressionNode other, ExpressionNode node) =>
        node is LiteralNode literal && other is ReferenceNode { Reference: var typed }
            ? literal.As(typed.Type, typed.Name) : node;

    private static ExpressionNode AsMoment(ExpressionNode other, ExpressionNode node) =>
        node is LiteralNode { Kind: ExpressionKind.Text } literal && other is not LiteralNode
        && ExpressionKinds.OfQuoted(other.Kind) is { } type ? literal.As(type, null) : node;
}
