using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Generation.Terms;
using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Conditions;

/// <summary>What is reckoned, and texts that are joined.</summary>
internal sealed class ConditionNumbers(ConditionWriter writer)
{
    // Each result is rounded there, and has so many digits before the point.
    private const int ScaleMax = 8;
    private const int WholeMax = 20;

    public SqlPart Of(SsisBinaryTerm term)
    {
        var (left, right) = (writer.Of(TermConstants.Bare(term.Left)), writer.Of(TermConstants.Bare(term.Right)));
        return term.Type switch
        {
            { IsText: true } => Joined(left, right),
            { IsInteger: true } => Whole(term, left, right),
            { Kind: SsisKind.R8 } when term.Operator != SsisBinaryOperator.Modulo => Written(term, left, right),
            { Kind: SsisKind.Numeric } when IsExact(term) => Written(term, left, right),
            _ => throw ConditionWriter.None($"this operator of {term.Type}", term),
        };
    }

    private static SqlPart Joined(SqlPart left, SqlPart right) =>
        new($"{left.In(SqlLevel.Sum)} || {right.In(SqlLevel.Product)}", SqlLevel.Sum)
        {
            Longest = (int)Math.Min((long)left.Longest + right.Longest, int.MaxValue),
            IsAscii = left.IsAscii && right.IsAscii,
        };

    private static SqlPart Whole(SsisBinaryTerm term, SqlPart left, SqlPart right) => term.Operator switch
    {
        SsisBinaryOperator.Add or SsisBinaryOperator.Subtract or SsisBinaryOperator.Multiply
            or SsisBinaryOperator.Modulo => Written(term, left, right),
        // What is left over is taken away first, so that nothing is rounded.
        SsisBinaryOperator.Divide => new SqlPart(
            $"({left.In(SqlLevel.Sum)} - {left.In(SqlLevel.Product)} % {right.In(SqlLevel.Sign)}) "
            + $"/ {right.In(SqlLevel.Sign)}", SqlLevel.Product),
        _ => throw ConditionWriter.None("operators of bits", term),
    };

    private static SqlPart Written(SsisBinaryTerm term, SqlPart left, SqlPart right)
    {
        var (level, sign) = term.Operator switch
        {
            SsisBinaryOperator.Add => (SqlLevel.Sum, "+"),
            SsisBinaryOperator.Subtract => (SqlLevel.Sum, "-"),
            SsisBinaryOperator.Multiply => (SqlLevel.Product, "*"),
            SsisBinaryOperator.Divide => (SqlLevel.Product, "/"),
            _ => (SqlLevel.Product, "%"),
        };
        return new SqlPart($"{left.In(level)} {sign} {right.In(level + 1)}", level);
    }

    private static bool IsExact(SsisBinaryTerm term) => term.Operator != SsisBinaryOperator.Divide
        && term.Type.Scale <= ScaleMax && term.Type.Precision - term.Type.Scale <= WholeMax;
}
