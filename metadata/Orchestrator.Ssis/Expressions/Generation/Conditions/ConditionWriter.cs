using System.Globalization;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Generation.Terms;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Conditions;

/// <summary>Writes an expression in the language of conditions, part by part.</summary>
internal sealed class ConditionWriter(SsisConditionNames names)
{
    /// <summary>The longest text of an expression there.</summary>
    private const int LengthMax = 4000;

    // Digits of an exact number, in all and behind the point.
    private const int DigitsMax = 28;

    public SsisConditionNames Names => names;

    public SqlPart Of(SsisTerm term)
    {
        var part = term switch
        {
            SsisLiteralTerm literal => Literal(literal.Value, term),
            _ when TermConstants.IsConstant(term) =>
                Literal(TermConstants.Evaluated(term, SsisTruncation.Fail), term),
            SsisSymbolTerm symbol => Symbol(symbol),
            SsisCastTerm cast => new ConditionCasts(this).Of(cast),
            SsisConditionalTerm choice => Choice(choice),
            SsisBinaryTerm { Type.Kind: SsisKind.Bool } flag => new ConditionComparisons(this).Of(flag),
            SsisBinaryTerm computed => new ConditionNumbers(this).Of(computed),
            SsisUnaryTerm { Operator: SsisUnaryOperator.Not } negated =>
                new SqlPart($"not {Of(negated.Operand).Atom}", SqlLevel.Not),
            SsisUnaryTerm { Operator: SsisUnaryOperator.Negate } negated =>
                new SqlPart($"-{Of(negated.Operand).Atom}", SqlLevel.Sign),
            SsisCallTerm call => new ConditionCalls(this).Of(call),
            _ => throw None("this operator", term),
        };
        return part.Text.Length <= LengthMax ? part
            : throw SsisOpenException.TooLong($"a condition has at most {LengthMax} characters", term);
    }

    /// <summary>What the language has nothing for.</summary>
    public static SsisOpenException None(string what, SsisTerm term) =>
        SsisOpenException.NoEqual($"conditions have no equal for {what}", term);

    public static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private SqlPart Symbol(SsisSymbolTerm term) => new(
        names.Values(term.Symbol) ?? throw SsisOpenException.NoName(term.Symbol, term))
    {
        Span = term.Type.IsInteger ? SqlSpan.Of(term.Type) : null,
        Longest = term.Type.IsText && term.Type.Length > 0 ? term.Type.Length : int.MaxValue,
    };

    private SqlPart Choice(SsisConditionalTerm term)
    {
        var (then, otherwise) = (Of(term.Then), Of(term.Else));
        return new SqlPart($"if({Of(term.Condition).Text}, {then.Text}, {otherwise.Text})")
        {
            Span = then.Span is { } one && otherwise.Span is { } other ? one.With(other) : null,
            Longest = Math.Max(then.Longest, otherwise.Longest),
            IsAscii = then.IsAscii && otherwise.IsAscii,
        };
    }

    private static SqlPart Literal(SsisValue value, SsisTerm term) => value.Content switch
    {
        null => throw None("NULL", term),
        bool flag => new SqlPart(flag ? "true" : "false"),
        long number => TermLiterals.Plain(number),
        ulong number => TermLiterals.Plain(number),
        double number => Number(Real(number)),
        SsisNumeric number when number.Precision <= DigitsMax && number.Scale < DigitsMax =>
            Number(number.ToString()),
        string text when !text.Contains("${", StringComparison.Ordinal) => new SqlPart(Quoted(text))
        {
            Longest = text.Length,
            IsAscii = text.All(char.IsAscii),
        },
        DateOnly day => new SqlPart($"date('{day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}')"),
        DateTime moment => new SqlPart(
            $"date('{moment.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture)}')"),
        _ => throw None($"this constant of {value.Type}", term),
    };

    // With an exponent it is a floating point number there, too.
    private static string Real(double number)
    {
        var text = number.ToString("R", CultureInfo.InvariantCulture);
        return text.Contains('E', StringComparison.Ordinal) ? text : text + "E0";
    }

    private static SqlPart Number(string text) => new(text, text[0] == '-' ? SqlLevel.Sign : SqlLevel.Atom);
}
