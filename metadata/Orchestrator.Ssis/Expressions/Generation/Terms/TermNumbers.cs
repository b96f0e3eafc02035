using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>The operators of numbers. A result that its type has no place for stops the statement.</summary>
internal sealed class TermNumbers(TermWriter writer)
{
    private const string TooLarge = "the result does not fit into its type";
    private const string AtZero = "the divisor is zero";

    // The greatest number of 64 bits, from which on there is none of its kind.
    private const string RealMax = "1.7976931348623157e308";

    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisBinaryTerm term)
    {
        writer.Needs(term);
        writer.Needs(term.Left);
        writer.Needs(term.Right);
        return term.Type.IsInteger ? Whole(term) : term.Type.IsFloat ? Real(term) : new TermExact(writer).Of(term);
    }

    public SqlPart Of(SsisUnaryTerm term)
    {
        writer.Needs(term);
        var operand = writer.Value(term.Operand);
        if (term.Operator == SsisUnaryOperator.BitNot)
        {
            var bits = term.Type.IsUnsigned
                ? new SqlPart($"{SqlSpan.Of(term.Type).Most} - {operand.In(SqlLevel.Product)}", SqlLevel.Sum)
                : Forms.BitNot(operand);
            return operand.As(bits.Text, bits.Level) with { Span = SqlSpan.Of(term.Type) };
        }

        var negated = operand.As($"-{operand.Atom}", SqlLevel.Sign);
        return term.Type.IsInteger
            ? Fitted(negated with { Span = SqlSpan.At(0) - (operand.Span ?? SqlSpan.Of(term.Type)) }, term.Type)
            : negated;
    }

    /// <summary>A whole number that may be none of its type any more.</summary>
    public SqlPart Fitted(SqlPart raw, SsisType type)
    {
        var all = SqlSpan.Of(type);
        if (raw.Span is { } span && span.LiesIn(all))
        {
            return raw;
        }

        if (Forms.Limited(raw, type) is { } limited)
        {
            return limited with { CanFail = true, Span = all };
        }

        return writer.Let(
            raw, number => writer.Unless(Forms.Beyond(number.In(SqlLevel.Join), all), TooLarge, number, type))
            with
        { Span = all };
    }

    /// <summary>A result, or what stops the statement where the divisor is zero.</summary>
    public SqlPart Divided(SqlPart left, SqlPart right, SsisBinaryTerm term, Func<SqlPart, SqlPart, SqlPart> divide)
    {
        // A constant one is not zero, or the expression would have been refused.
        var isConstant = TermConstants.IsConstant(term.Right);
        if (Forms.IsStrict || isConstant)
        {
            return divide(left, right) with { CanFail = !isConstant || left.CanFail };
        }

        return writer.Let(right, under => writer.Let(left, over => writer.Unless(
            $"{under.In(SqlLevel.Join)} = 0{TermWriter.Known(over)}", AtZero, divide(over, under), term.Type)));
    }

    /// <summary>A floating point number that may be too large.</summary>
    public SqlPart Finite(SqlPart raw, SsisType type) => Forms.FailsAtInfinity ? raw with { CanFail = true }
        : writer.Let(raw, number => writer.Unless($"abs({number.Text}) > {RealMax}", TooLarge, number, type));

    private SqlPart Whole(SsisBinaryTerm term)
    {
        var (left, right) = (Side(term.Left, term.Right), Side(term.Right, term.Left));
        var span = SpanOf(term, left.Span ?? SqlSpan.Of(term.Type), right.Span ?? SqlSpan.Of(term.Type));
        var raw = term.Operator is SsisBinaryOperator.Divide or SsisBinaryOperator.Modulo
            ? Divided(left, right, term, (over, under) => Raw(term, over, under)) : Raw(term, left, right);
        return Fitted(
            raw with
            {
                Span = span,
                CanFail = raw.CanFail || left.CanFail || right.CanFail,
                IsKnown = left.IsKnown && right.IsKnown,
            }, term.Type);
    }

    private SqlPart Raw(SsisBinaryTerm term, SqlPart left, SqlPart right) => term.Operator switch
    {
        SsisBinaryOperator.Divide => Forms.Quotient(left, right),
        SsisBinaryOperator.BitAnd => new SqlPart(Forms.BitAnd(left, right), SqlLevel.Other),
        SsisBinaryOperator.BitOr => new SqlPart(Forms.BitOr(left, right), SqlLevel.Other),
        SsisBinaryOperator.BitXor => new SqlPart(Forms.BitXor(left, right), SqlLevel.Other),
        _ => Signed(term.Operator, left, right),
    };

    private SqlPart Real(SsisBinaryTerm term)
    {
        var (left, right) = (RealSide(term.Left, term.Right), RealSide(term.Right, term.Left));
        var raw = term.Operator == SsisBinaryOperator.Divide
            ? Divided(left, right, term, (over, under) =>
                new SqlPart($"{over.In(SqlLevel.Product)} / {under.In(SqlLevel.Sign)}", SqlLevel.Product))
            : Signed(term.Operator, left, right);
        return Finite(
            raw with
            {
                CanFail = raw.CanFail || left.CanFail || right.CanFail,
                IsKnown = left.IsKnown && right.IsKnown,
            }, term.Type);
    }

    // Beside a floating point number any other becomes one.
    private SqlPart RealSide(SsisTerm term, SsisTerm other)
    {
        var bare = TermConstants.Bare(term);
        writer.Needs(bare);
        return TermConstants.IsConstant(term) || TermConstants.Bare(other).Type.Kind != SsisKind.R8
            ? writer.Value(term) : writer.Value(bare);
    }

    // A constant takes the type of the other side, unless both would be of 32 bits.
    private SqlPart Side(SsisTerm term, SsisTerm other)
    {
        var (bare, beside) = (TermConstants.Bare(term), TermConstants.Bare(other));
        writer.Needs(bare);
        var isPlain = term.Type.Kind != SsisKind.I8
            || (beside.Type.Kind == SsisKind.I8 && !TermConstants.IsConstant(beside));
        return bare is SsisLiteralTerm { Value.Content: long number } && isPlain ? TermLiterals.Plain(number)
            : TermConstants.IsConstant(term) ? writer.Value(term) : writer.Value(bare);
    }

    private static SqlPart Signed(SsisBinaryOperator binary, SqlPart left, SqlPart right)
    {
        var (level, sign) = binary switch
        {
            SsisBinaryOperator.Add => (SqlLevel.Sum, "+"),
            SsisBinaryOperator.Subtract => (SqlLevel.Sum, "-"),
            SsisBinaryOperator.Multiply => (SqlLevel.Product, "*"),
            _ => (SqlLevel.Product, "%"),
        };
        return new SqlPart($"{left.In(level)} {sign} {right.In(level + 1)}", level);
    }

    private static SqlSpan SpanOf(SsisBinaryTerm term, SqlSpan left, SqlSpan right) => term.Operator switch
    {
        SsisBinaryOperator.Add => left + right,
        SsisBinaryOperator.Subtract => left - right,
        SsisBinaryOperator.Multiply => left * right,
        SsisBinaryOperator.Divide => right.Least > 0
            ? new SqlSpan(BigInteger.Min(left.Least, 0), BigInteger.Max(left.Most, 0)) : left.Widened(),
        SsisBinaryOperator.Modulo => left.Widened(),
        _ => SqlSpan.Of(term.Type),
    };
}
