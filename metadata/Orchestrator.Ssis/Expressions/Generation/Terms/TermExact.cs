using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>
/// Exact numbers: each result has the digits that the language gives it, rounded where it has too many, or cut where
/// one is divided.
/// </summary>
internal sealed class TermExact(TermWriter writer)
{
    private const string MoneyMin = "-922337203685477.5808";
    private const string MoneyMax = "922337203685477.5807";

    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisBinaryTerm term)
    {
        if (term.Type.Kind == SsisKind.Cy)
        {
            return Money(term);
        }

        var isQuotient = term.Operator == SsisBinaryOperator.Divide;
        if (isQuotient && !Forms.DividesExactly)
        {
            throw writer.NoEqual("the digits that a division of DT_NUMERIC gives", term);
        }

        var (left, right) = (Side(term.Left, term.Right, isQuotient), Side(term.Right, term.Left, isQuotient));
        var raw = isQuotient
            ? new TermNumbers(writer).Divided(left, right, term, (over, under) =>
                new SqlPart(Forms.ExactQuotient(over, under, term.Type.Scale), SqlLevel.Product))
            : Raw(term, left, right);
        return raw with
        {
            CanFail = raw.CanFail || left.CanFail || right.CanFail,
            IsKnown = left.IsKnown && right.IsKnown,
        };
    }

    // Each result has four digits, and as many in front of them as 64 bits have room for.
    private SqlPart Money(SsisBinaryTerm term)
    {
        var (one, other) = (TermConstants.Bare(term.Left), TermConstants.Bare(term.Right));
        var (left, right) = (writer.Value(one), writer.Value(other));
        var raw = Forms.Money(term.Operator, left, one.Type, right, other.Type)
            ?? throw writer.NoEqual($"this operator of {term.Type}", term);
        var known = raw with
        {
            CanFail = true,
            IsKnown = left.IsKnown && right.IsKnown,
        };
        return Forms.HasMoney ? known : writer.Let(known, sum => writer.Unless(
            $"{sum.In(SqlLevel.Join)} NOT BETWEEN {MoneyMin} AND {MoneyMax}", "the result does not fit into money", sum,
            term.Type));
    }

    private SqlPart Raw(SsisBinaryTerm term, SqlPart left, SqlPart right)
    {
        var (level, sign) = term.Operator switch
        {
            SsisBinaryOperator.Add => (SqlLevel.Sum, "+"),
            SsisBinaryOperator.Subtract => (SqlLevel.Sum, "-"),
            _ => (SqlLevel.Product, "*"),
        };
        if (IsShortened(term))
        {
            throw writer.NoEqual("a result of more than 38 digits; cast the operands to fewer", term);
        }

        var raw = new SqlPart($"{left.In(level)} {sign} {right.In(level + 1)}", level);
        return Forms.HasExactNumbers ? raw : new SqlPart(Forms.Rounded(raw.Text, term.Type.Scale));
    }

    // Where no digit is lost each result has room.
    private static bool IsShortened(SsisBinaryTerm term)
    {
        var (left, right) = (term.Left.Type, term.Right.Type);
        var (scale, precision) = term.Operator == SsisBinaryOperator.Multiply
            ? (left.Scale + right.Scale, left.Precision + right.Precision + 1)
            : (Math.Max(left.Scale, right.Scale), Math.Max(left.Precision - left.Scale,
                right.Precision - right.Scale) + Math.Max(left.Scale, right.Scale) + 1);
        return term.Type.Scale != scale || term.Type.Precision != precision;
    }

    // A whole number becomes exact by itself beside one that is, but for where its digits decide.
    private SqlPart Side(SsisTerm term, SsisTerm other, bool isQuotient)
    {
        var (bare, beside) = (TermConstants.Bare(term), TermConstants.Bare(other));
        writer.Needs(bare);
        if (isQuotient)
        {
            return bare is SsisSymbolTerm { Type.IsExact: true } ? writer.Value(bare) : Cast(term);
        }

        return bare.Type.IsExact || TermConstants.IsConstant(term) ? writer.Value(term)
            : beside.Type.IsExact ? writer.Value(bare) : Cast(term);
    }

    private SqlPart Cast(SsisTerm term)
    {
        var value = writer.Value(TermConstants.Bare(term));
        return value.As(Forms.Cast(value.Text, term.Type)) with { Span = null };
    }
}
