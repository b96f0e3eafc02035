using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>The functions of numbers. Of those with floating point results the last digit is the server's.</summary>
internal sealed class TermMath(TermWriter writer)
{
    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisCallTerm call)
    {
        foreach (var argument in call.Arguments)
        {
            writer.Needs(argument);
        }

        return call.Function switch
        {
            SsisFunction.Abs => Abs(call),
            SsisFunction.Sign => Number(call, Forms.Sign) with { Level = SqlLevel.Other, Span = new SqlSpan(-1, 1) },
            SsisFunction.Ceiling => Whole(call, "ceiling"),
            SsisFunction.Floor => Whole(call, "floor"),
            SsisFunction.Round => Round(call),
            SsisFunction.Hex => Hex(call),
            SsisFunction.Exp => Finite(Number(call, number => $"exp({number.Text})"), call),
            SsisFunction.Ln => Logarithm(call, Forms.LogarithmName),
            SsisFunction.Log => Logarithm(call, "log10"),
            SsisFunction.Sqrt => Root(call),
            SsisFunction.Square => writer.Let(Argument(call), number => Finite(
                number.As($"{number.Atom} * {number.Atom}", SqlLevel.Product), call)),
            _ => Power(call),
        };
    }

    private SqlPart Abs(SsisCallTerm call)
    {
        var number = Argument(call);
        var raw = number.As($"abs({number.Text})");
        return call.Type.IsInteger ? new TermNumbers(writer).Fitted(
            raw with { Span = new SqlSpan(0, (number.Span ?? SqlSpan.Of(call.Type)).Widened().Most) }, call.Type) : raw;
    }

    private SqlPart Whole(SsisCallTerm call, string function) => call.Type.IsInteger ? Argument(call)
        : Number(call, number => call.Type.IsExact || Forms.KeepsReals ? $"{function}({number.Text})"
            : Forms.Cast($"{function}({number.Text})", call.Type));

    private SqlPart Round(SsisCallTerm call)
    {
        var (type, digits) = (call.Arguments[0].Type, new TermTexts(writer).Number(call.Arguments[1], 0));
        if (digits is null || type.IsFloat)
        {
            throw writer.NoEqual(
                type.IsFloat ? "ROUND of floating point numbers" : "ROUND to digits that are not constant", call);
        }

        return type.IsInteger || digits >= type.Scale ? Argument(call)
            : !Forms.HasExactNumbers ? throw writer.NoEqual("ROUND, which its numbers would make another one of", call)
            : Number(call, number => Forms.Rounded(
                Forms.RoundsWider ? Forms.Cast(number.Text, call.Type) : number.Text, (int)digits));
    }

    private SqlPart Hex(SsisCallTerm call)
    {
        var bits = SsisIntegers.BitsOf(call.Arguments[0].Type.Kind);
        return Number(call, number => Forms.Hex(number, bits)) with
        {
            Longest = bits / 4,
            IsPlain = true,
            IsAscii = true,
        };
    }

    // Of what is not above zero it is null.
    private SqlPart Logarithm(SsisCallTerm call, string function) => writer.Let(Argument(call), number =>
        number.As($"CASE WHEN {number.In(SqlLevel.Join)} > 0 THEN {function}({number.Text}) END") with
        {
            IsKnown = false,
        });

    private SqlPart Root(SsisCallTerm call) => writer.Let(Argument(call), number => Forms.IsStrict
        ? number.As($"sqrt({number.Text})") with { CanFail = true }
        : writer.Unless($"{number.In(SqlLevel.Join)} < 0", "there is no root of a negative number",
            number.As($"sqrt({number.Text})"), call.Type));

    // Null where it is no real number; zero has no negative power.
    private SqlPart Power(SsisCallTerm call)
    {
        if (!Forms.HasPowers)
        {
            throw writer.NoEqual("POWER, which is null where it is no real number", call);
        }

        return writer.Let(Argument(call), number => writer.Let(
            writer.Value(call.Arguments[1]), power => Finite(Raised(number, power), call)));
    }

    private static SqlPart Raised(SqlPart number, SqlPart power)
    {
        var isReal = $"{number.In(SqlLevel.Join)} >= 0 OR {power.In(SqlLevel.Join)} = floor({power.Text})";
        return new SqlPart($"CASE WHEN {isReal} THEN power({number.Text}, {power.Text}) END") { CanFail = true };
    }

    private SqlPart Number(SsisCallTerm call, Func<SqlPart, string> change)
    {
        var number = Argument(call);
        return number.As(change(number)) with { Span = null };
    }

    private SqlPart Argument(SsisCallTerm call) => writer.Value(call.Arguments[0]);

    private SqlPart Finite(SqlPart raw, SsisCallTerm call) => new TermNumbers(writer).Finite(raw, call.Type);
}
