using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Comparisons; NULL where one side is.</summary>
internal sealed class TermComparisons(TermWriter writer)
{
    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisBinaryTerm term)
    {
        writer.Knows(term.Left);
        writer.Knows(term.Right);
        var (sign, opposite) = SignsOf(term.Operator);
        var (left, right) = (Side(term.Left, term.Right), Side(term.Right, term.Left));
        return new SqlPart(Written(term, left, sign, right), SqlLevel.Comparison)
        {
            CanFail = left.CanFail || right.CanFail,
            IsKnown = left.IsKnown && right.IsKnown,
            IsPredicate = Forms.HasPredicates,
            Opposite = Written(term, left, opposite, right),
        };
    }

    private string Written(SsisBinaryTerm term, SqlPart left, string sign, SqlPart right) => term.Left.Type switch
    {
        { IsText: true } => Forms.Texts.Compared(left, sign, right),
        { IsBlob: true } => throw writer.NoEqual($"a comparison of {term.Left.Type}", term),
        _ => $"{left.In(SqlLevel.Join)} {sign} {right.In(SqlLevel.Join)}",
    };

    private SqlPart Side(SsisTerm term, SsisTerm other)
    {
        var bare = TermConstants.Bare(term);
        return term.Type switch
        {
            { IsText: true } => writer.Value(bare),
            { IsFloat: true } => Real(term, bare, TermConstants.Bare(other)),
            { IsNumber: true } => Number(bare, other),
            { IsDate: true } when Forms.Moments.MixesDays && bare.Type.Kind == SsisKind.DBDate => writer.Value(bare),
            { IsDate: true } when bare is SsisSymbolTerm && IsFiner(TermConstants.Bare(other)) => Finer(bare),
            _ => writer.Value(term),
        };
    }

    private bool IsFiner(SsisTerm other) => Forms.Moments.MayBeCoarse && other is not SsisSymbolTerm
        && other.Type.Kind != SsisKind.DBDate && writer.Constant(other) is not DateTime { Millisecond: 0 };

    private SqlPart Finer(SsisTerm moment)
    {
        var value = writer.Value(moment);
        return moment.Type.Kind is SsisKind.DBTimestamp or SsisKind.Date
            ? value.As(Forms.Moments.ToMoment(value.Text)) : value;
    }

    // Where the other side is a floating point number, a number becomes one by itself; a long one maybe otherwise.
    private SqlPart Real(SsisTerm term, SsisTerm bare, SsisTerm other)
    {
        writer.Needs(bare);
        var isByItself = bare.Type.Kind == SsisKind.R8 || (other.Type.Kind == SsisKind.R8 && !IsLong(bare.Type));
        return TermConstants.IsConstant(term) || !isByItself ? writer.Value(term) : writer.Value(bare);
    }

    private SqlPart Number(SsisTerm bare, SsisTerm other)
    {
        writer.Knows(bare);
        if (bare is SsisLiteralTerm { Value.Content: long number })
        {
            return TermLiterals.Plain(number);
        }

        // Whether there is any character hangs on no way of counting them.
        return bare is SsisCallTerm { Function: SsisFunction.Len } length
            && TermConstants.Bare(other) is SsisLiteralTerm { Value.Content: 0L }
            ? new TermMeasures(writer).Counted(length) : writer.Value(bare);
    }

    private bool IsLong(SsisType type) => !Forms.MixesNumbers && type.IsInteger
        && !SqlSpan.Of(type).LiesIn(new SqlSpan(-BigInteger.Pow(2, 53), BigInteger.Pow(2, 53)));

    private static (string Sign, string Opposite) SignsOf(SsisBinaryOperator binary) => binary switch
    {
        SsisBinaryOperator.Equal => ("=", "<>"),
        SsisBinaryOperator.Unequal => ("<>", "="),
        SsisBinaryOperator.Less => ("<", ">="),
        SsisBinaryOperator.LessOrEqual => ("<=", ">"),
        SsisBinaryOperator.Greater => (">", "<="),
        _ => (">=", "<"),
    };
}
