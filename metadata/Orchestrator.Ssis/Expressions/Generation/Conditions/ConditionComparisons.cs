using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Generation.Terms;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Conditions;

/// <summary>Comparisons, `and` and `or`.</summary>
internal sealed class ConditionComparisons(ConditionWriter writer)
{
    public SqlPart Of(SsisBinaryTerm term) => term.Operator switch
    {
        SsisBinaryOperator.And => Joined(term, "and", SqlLevel.And),
        SsisBinaryOperator.Or => Joined(term, "or", SqlLevel.Or),
        _ => Contains(term) ?? Compared(term),
    };

    private SqlPart Joined(SsisBinaryTerm term, string word, SqlLevel level) =>
        new($"{writer.Of(term.Left).In(level)} {word} {writer.Of(term.Right).In(level)}", level);

    private SqlPart Compared(SsisBinaryTerm term)
    {
        if (term.Left.Type is { IsBlob: true } or { Kind: SsisKind.Bytes or SsisKind.Guid or SsisKind.R4 }
            || term.Left.Type.IsTime)
        {
            throw ConditionWriter.None($"a comparison of {term.Left.Type}", term);
        }

        var (left, right) = (TermConstants.Bare(term.Left), TermConstants.Bare(term.Right));
        return new SqlPart(
            $"{Side(left, right)} {SignOf(term.Operator)} {Side(right, left)}", SqlLevel.Comparison);
    }

    // A constant beside a name is read as its type, and refused where that cannot hold it.
    private string Side(SsisTerm term, SsisTerm other)
    {
        var part = writer.Of(term);
        return !TermConstants.IsConstant(term) || other is not SsisSymbolTerm { Type: var type } ? part.In(SqlLevel.Sum)
            : term.Type.IsText && type.Length > 0 && part.Longest > type.Length ? $"{part.Text} || ''"
            : term.Type.IsNumber && !Holds(type, TermConstants.Evaluated(term, default).Content)
                ? $"{part.Text} + 0" : part.In(SqlLevel.Sum);
    }

    private static bool Holds(SsisType type, object? number) => number switch
    {
        long whole => Holds(type, new SsisNumeric(whole, 0)),
        ulong whole => Holds(type, new SsisNumeric(whole, 0)),
        SsisNumeric exact => Holds(type, exact),
        _ => type.IsFloat,
    };

    private static bool Holds(SsisType type, SsisNumeric number) => type switch
    {
        { IsFloat: true } => true,
        { IsInteger: true } => number.Scale == 0 && SqlSpan.Of(type).Has(number.Digits),
        _ => number.Scale <= type.Scale
            && BigInteger.Abs(number.Cut(0).Digits) < BigInteger.Pow(10, Math.Max(0, type.Precision - type.Scale)),
    };

    // `FINDSTRING(a, "b", 1) > 0` and the like ask whether it is there.
    private SqlPart? Contains(SsisBinaryTerm term)
    {
        var isThere = (term.Operator, TermConstants.Bare(term.Right)) switch
        {
            (SsisBinaryOperator.Greater or SsisBinaryOperator.Unequal, SsisLiteralTerm { Value.Content: 0L }) => true,
            (SsisBinaryOperator.GreaterOrEqual, SsisLiteralTerm { Value.Content: 1L }) => true,
            (SsisBinaryOperator.Equal, SsisLiteralTerm { Value.Content: 0L }) => false,
            (SsisBinaryOperator.Less, SsisLiteralTerm { Value.Content: 1L }) => false,
            _ => (bool?)null,
        };
        if (isThere is null || TermConstants.Bare(term.Left) is not SsisCallTerm
            {
                Function: SsisFunction.FindString,
                Arguments: [var text, SsisLiteralTerm { Value.Content: string { Length: > 0 } } sought,
                    SsisLiteralTerm { Value.Content: 1L }],
            })
        {
            return null;
        }

        var found = $"contains({writer.Of(TermConstants.Bare(text)).Text}, {writer.Of(sought).Text})";
        return isThere.Value ? new SqlPart(found) : new SqlPart($"not {found}", SqlLevel.Not);
    }

    private static string SignOf(SsisBinaryOperator binary) => binary switch
    {
        SsisBinaryOperator.Equal => "=",
        SsisBinaryOperator.Unequal => "<>",
        SsisBinaryOperator.Less => "<",
        SsisBinaryOperator.LessOrEqual => "<=",
        SsisBinaryOperator.Greater => ">",
        _ => ">=",
    };
}
