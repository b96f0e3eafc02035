namespace Orchestrator.Ssis.Scripts;

/// <summary>Operators of a script, where they do the same in expressions.</summary>
internal static class ScriptOperators
{
    public static ScriptValue Binary(string sign, ScriptValue left, ScriptValue right) => sign switch
    {
        // Visual Basic adds what it does not know for texts as numbers, if it can.
        "&" => ScriptTexts.Join(left, right),
        "&+" when IsText(left) && IsText(right) => ScriptTexts.Join(left, right),
        "&+" => left.IsNumber && right.IsNumber ? Binary("+", left, right)
            : ScriptValue.Open("what + does with these types has no equal"),
        "//" => ScriptValue.Open("a division with a point has no equal"),
        "+" when IsText(left) || IsText(right) => ScriptTexts.Join(left, right),
        "&&" or "||" => Of(ScriptType.Flag, sign, left, right, left.Type == ScriptType.Flag
            && right.Type == ScriptType.Flag),
        "==" or "!=" => Of(ScriptType.Flag, sign, left, right, (left.IsNumber && right.IsNumber)
            || (left.Type == right.Type && left.Type is ScriptType.Text or ScriptType.Flag)),
        "<" or ">" or "<=" or ">=" => Of(ScriptType.Flag, sign, left, right, (left.IsNumber && right.IsNumber)
            || (left.Type == ScriptType.Moment && right.Type == ScriptType.Moment)),
        _ => Of(left.Type == ScriptType.Whole && right.Type == ScriptType.Whole ? ScriptType.Whole
            : left.IsNumber && right.IsNumber ? ScriptType.Long : ScriptType.Unknown,
            sign, left, right, left.IsNumber && right.IsNumber),
    };

    public static ScriptValue Unary(string sign, ScriptValue of) =>
        ScriptValue.Open(of.Type, of) ?? sign switch
        {
            "!" when of is { Type: ScriptType.Flag, IsObject: false } =>
                ScriptValue.Made(ScriptType.Flag, $"!{of.Operand}"),
            "-" when of.IsNumber => ScriptValue.Made(of.Type, $"-{of.Operand}"),
            "+" when of.IsNumber => of,
            _ => ScriptValue.Open($"the operator {sign} has no equal there"),
        };

    public static ScriptValue Cast(string type, ScriptValue of)
    {
        var to = type switch
        {
            "string" or "String" => ScriptType.Text,
            "int" or "Int32" => ScriptType.Whole,
            "long" or "Int64" => ScriptType.Long,
            "bool" or "Boolean" => ScriptType.Flag,
            "DateTime" => ScriptType.Moment,
            "char" or "Char" => ScriptType.Character,
            _ => ScriptType.Unknown,
        };
        return type is "object" or "Object" ? of with { IsObject = true }
            : ScriptValue.Open(to, of)
                ?? (to == of.Type && to != ScriptType.Unknown ? of with { IsObject = false }
                    : to == ScriptType.Long && of is { Type: ScriptType.Whole, IsObject: false }
                        ? ScriptValue.Atom(ScriptType.Long, $"(DT_I8){of.Operand}")
                    : ScriptValue.Open($"a cast to {type} has no equal there", to));
    }

    // A text, or one that nobody knows: whatever stands beside it is written as text.
    private static bool IsText(ScriptValue value) => value is { Type: ScriptType.Text, IsObject: false };

    private static ScriptValue Of(
        ScriptType type, string sign, ScriptValue left, ScriptValue right, bool isKnown) =>
        ScriptValue.Open(type, left, right) ?? (isKnown && !left.IsObject && !right.IsObject
            ? ScriptValue.Made(type, $"{left.Operand} {sign} {right.Operand}")
            : ScriptValue.Open($"the operator {sign} between these types has no equal", type));
}
