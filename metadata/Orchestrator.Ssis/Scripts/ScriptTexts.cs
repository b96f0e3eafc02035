using System.Globalization;
using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Texts that a script makes.</summary>
internal static class ScriptTexts
{
    // The most characters of a whole number.
    private const int DigitsMax = 20;

    // A sign of two halves might be cut between them.
    public static ScriptValue Literal(string text) => text.Any(char.IsSurrogate)
        ? ScriptValue.Open("a text holds signs that have two places", ScriptType.Text)
        : ScriptValue.Atom(ScriptType.Text, SsisStringLiteral.Write(text)) with { Literal = text };

    /// <summary>What `ToString` says of a value, whoever runs it.</summary>
    public static ScriptValue Of(ScriptValue value) => value switch
    {
        { Text: null } => ScriptValue.Open(value.Why, ScriptType.Text),
        { Type: ScriptType.Text } => value with { IsObject = false },
        { Type: ScriptType.Character } => Literal(value.Literal!),
        { Type: ScriptType.Flag } =>
            ScriptValue.Made(ScriptType.Text, $"{value.Operand} ? \"True\" : \"False\""),
        { Type: ScriptType.Whole or ScriptType.Long, Literal: { } digits } =>
            Literal(digits) with { Number = value },
        { Type: ScriptType.Whole or ScriptType.Long } =>
            ScriptValue.Atom(ScriptType.Text, $"(DT_WSTR,{DigitsMax}){value.Operand}") with { Number = value },
        _ => ScriptValue.Open("a date is written as whoever runs it does: say its format", ScriptType.Text),
    };

    /// <summary>Both, one behind the other.</summary>
    public static ScriptValue Join(ScriptValue first, ScriptValue second)
    {
        var (left, right) = (Of(first), Of(second));
        return ScriptValue.Open(ScriptType.Text, left, right)
            ?? (left.Literal is { } one && right.Literal is { } other ? Literal(one + other)
                : left.Literal == "" ? right
                : right.Literal == "" ? left
                : ScriptValue.Made(ScriptType.Text,
                    $"{(left.IsJoined ? left.Text : left.Operand)} + {right.Operand}") with
                { IsJoined = true });
    }

    /// <summary>Zeros before a text, up to so many characters.</summary>
    public static ScriptValue Pad(ScriptValue text, int length) => ScriptValue.Open(ScriptType.Text, text)
        ?? ScriptValue.Made(ScriptType.Text, $"LEN({text.Text}) >= {Number(length)} ? {text.Operand} : "
            + $"RIGHT(\"{new string('0', length)}\" + {text.Operand},{Number(length)})");

    /// <summary>A text with holes `{0}`, `{1:yyyyMMdd}`.</summary>
    public static ScriptValue Format(string format, IReadOnlyList<ScriptValue> values)
    {
        var made = Literal("");
        for (var at = 0; at < format.Length;)
        {
            var next = format.IndexOfAny(['{', '}'], at);
            made = Join(made, Literal(format[at..(next < 0 ? format.Length : next)]));
            if (next < 0)
            {
                break;
            }

            if (next + 1 < format.Length && format[next + 1] == format[next])
            {
                made = Join(made, Literal(format[next].ToString()));
                at = next + 2;
                continue;
            }

            var end = format.IndexOf('}', next);
            if (format[next] == '}' || end < 0)
            {
                return ScriptValue.Open("a text with holes is not written as it is known", ScriptType.Text);
            }

            var hole = format[(next + 1)..end].Split(':', 2);
            if (!int.TryParse(hole[0], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                || number >= values.Count)
            {
                return ScriptValue.Open($"the hole {{{hole[0]}}} of a text has no equal", ScriptType.Text);
            }

            made = Join(made, Formatted(values[number], hole.Length == 2 ? hole[1] : ""));
            at = end + 1;
        }

        return made;
    }

    /// <summary>A value in a format; empty = none is said.</summary>
    /// <param name="value">The value.</param>
    /// <param name="format">The format.</param>
    /// <param name="isInvariant">Whether it is written the same whoever runs it.</param>
    public static ScriptValue Formatted(ScriptValue value, string format, bool isInvariant = false)
    {
        var zeros = format.Length > 0 && format.All(each => each == '0') ? format.Length
            : format is ['D' or 'd', var digit] && char.IsAsciiDigit(digit) ? digit - '0' : 0;
        return format.Length == 0 || value.Type == ScriptType.Text ? Of(value)
            : value.Text is null ? ScriptValue.Open(value.Why, ScriptType.Text)
            : value.Type == ScriptType.Moment ? ScriptMoments.Format(value, format, isInvariant)
            : zeros is > 0 and < 10 && value.IsNatural ? Pad(Of(value), zeros)
            : ScriptValue.Open($"the format '{format}' has no equal", ScriptType.Text);
    }

    /// <summary>A number as an expression.</summary>
    public static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);
}
