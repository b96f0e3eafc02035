using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Syntax;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Choices, and truth values of which some may be unknown.</summary>
internal sealed class TermLogic(TermWriter writer)
{
    private TermForms Forms => writer.Forms;

    /// <summary>Null where the condition is; what is not chosen is not evaluated.</summary>
    public SqlPart Conditional(SsisConditionalTerm term)
    {
        var (condition, then, otherwise) =
            (writer.Predicate(term.Condition), writer.Value(term.Then), writer.Value(term.Else));
        var second = condition.IsKnown ? $"ELSE {otherwise.Text}" : $"WHEN {Opposite(condition)} THEN {otherwise.Text}";
        return new SqlPart($"CASE WHEN {condition.Text} THEN {then.Text} {second} END")
        {
            CanFail = condition.CanFail || then.CanFail || otherwise.CanFail,
            IsKnown = condition.IsKnown && then.IsKnown && otherwise.IsKnown,
            Span = then.Span is { } one && otherwise.Span is { } other ? one.With(other) : null,
            Longest = Math.Max(then.Longest, otherwise.Longest),
            IsPlain = then.IsPlain && otherwise.IsPlain,
            IsAscii = then.IsAscii && otherwise.IsAscii,
        };
    }

    /// <summary>`&amp;&amp;` and `||`; the right side is evaluated where the left one does not decide.</summary>
    public SqlPart Junction(SsisBinaryTerm term)
    {
        var isAnd = term.Operator == SsisBinaryOperator.And;
        var (left, right) = (writer.Predicate(term.Left), writer.Predicate(term.Right));
        var (level, word) = isAnd ? (SqlLevel.And, "AND") : (SqlLevel.Or, "OR");
        var plain = new SqlPart($"{left.In(level)} {word} {right.In(level)}", level)
        {
            CanFail = left.CanFail || right.CanFail,
            IsKnown = left.IsKnown && right.IsKnown,
            IsPredicate = left.IsPredicate,
        };
        return plain.CanFail ? InOrder(plain, left, right, isAnd) : plain;
    }

    public SqlPart Not(SsisUnaryTerm term)
    {
        var operand = writer.Predicate(term.Operand);
        return operand with { Text = Opposite(operand), Level = SqlLevel.Not, Opposite = operand.In(SqlLevel.Not) };
    }

    public SqlPart IsNull(SsisCallTerm call)
    {
        var operand = writer.Value(call.Arguments[0]);
        return new SqlPart($"{operand.Atom} IS NULL", SqlLevel.Comparison)
        {
            CanFail = operand.CanFail,
            IsKnown = true,
            IsPredicate = Forms.HasPredicates,
            Opposite = $"{operand.Atom} IS NOT NULL",
        };
    }

    /// <summary>What replaces is evaluated only where it is needed.</summary>
    public SqlPart ReplaceNull(SsisCallTerm call)
    {
        var (value, instead) = (writer.Value(call.Arguments[0]), writer.Value(call.Arguments[1]));
        return new SqlPart($"COALESCE({value.Text}, {instead.Text})")
        {
            CanFail = value.CanFail || instead.CanFail,
            IsKnown = value.IsKnown || instead.IsKnown,
            Span = value.Span is { } one && instead.Span is { } other ? one.With(other) : null,
            Longest = Math.Max(value.Longest, instead.Longest),
            IsPlain = value.IsPlain && instead.IsPlain,
            IsAscii = value.IsAscii && instead.IsAscii,
        };
    }

    // Servers evaluate conditions in any order; only CASE has one.
    private SqlPart InOrder(SqlPart plain, SqlPart left, SqlPart right, bool isAnd)
    {
        var (one, all) = (Forms.Value(right).Text, Forms.Value(plain).Text);
        var text = (isAnd, left.IsKnown) switch
        {
            (true, true) => $"CASE WHEN {left.Text} THEN {one} ELSE {Forms.Flag(false)} END",
            (true, false) => $"CASE WHEN {Opposite(left)} THEN {Forms.Flag(false)} ELSE {all} END",
            (false, true) => $"CASE WHEN {left.Text} THEN {Forms.Flag(true)} ELSE {one} END",
            _ => $"CASE WHEN {left.Text} THEN {Forms.Flag(true)} ELSE {all} END",
        };
        return plain with { Text = text, Level = SqlLevel.Atom, IsPredicate = false };
    }

    private static string Opposite(SqlPart condition) => condition.Opposite ?? $"NOT {condition.In(SqlLevel.Atom)}";
}
