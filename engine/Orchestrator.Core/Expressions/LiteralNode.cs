using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>A value that is written in the expression.</summary>
/// <param name="written">As it stands there, with its quotes or its sign.</param>
/// <param name="given">The same without quotes.</param>
internal sealed class LiteralNode(ExpressionKind kind, int place, string written, string given, object value)
    : ExpressionNode(kind, place)
{
    /// <summary>As it stands there, without quotes.</summary>
    public string Given => given;

    private bool IsQuoted => written[0] == '\'';

    public static LiteralNode OfNumber(string text, int place)
    {
        if (TypedNumbers.TryRead(text, out var exact))
        {
            return new LiteralNode(ExpressionKind.Number, place, text, text, exact);
        }

        var number = double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
        return double.IsFinite(number)
            ? new LiteralNode(ExpressionKind.Float, place, text, text, number)
            : throw new ExpressionException($"{text} is beyond every number", place);
    }

    public static LiteralNode OfText(string quoted, int place)
    {
        var text = quoted[1..^1].Replace("''", "'", StringComparison.Ordinal);
        return new LiteralNode(ExpressionKind.Text, place, quoted, text, text);
    }

    public static LiteralNode OfFlag(string word, int place) => new(
        ExpressionKind.Flag, place, word, word, word.Equals("true", StringComparison.OrdinalIgnoreCase));

    /// <summary>A word that stands where a value is wanted.</summary>
    public static LiteralNode OfWord(string word, int place) => new(ExpressionKind.Text, place, word, word, word);

    public override object? Of(Func<ExpressionReference, TypedValue?> valueOf) => value;

    /// <summary>The same, read as the type of what it is compared with.</summary>
    /// <param name="name">What that is called; null = it has no name.</param>
    /// <exception cref="ExpressionException">It is no value of the type.</exception>
    public LiteralNode As(SqlType type, string? name)
    {
        if (type.IsNumber == IsQuoted)
        {
            var expected = type.IsNumber ? "a number, true or false" : "a value in quotes, 'A'";
            throw new ExpressionException($"expected {expected}, got: '{written}'", Place);
        }

        return TypedValue.TryParse(type, given, out var read, out var problem)
            ? new LiteralNode(ExpressionKinds.Of(type)!.Value, Place, written, given, ReferenceNode.Plain(read!))
            : throw new ExpressionException(name is null ? $"{written} can be no {type}: {problem}"
                : $"'{name}' is {type}, which {written} cannot be: {problem}", Place);
    }
}
