using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Terms;

namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>
/// Expressions as SQL that means the same: it gives what the evaluator gives, is NULL where that is null, and fails
/// where that has a fault. What a dialect has no equal for stays open.
/// </summary>
public static class SsisSqlText
{
    /// <summary>As a value of a list of columns.</summary>
    public static SsisGenerated Of(SsisBoundExpression expression, SsisSqlDialect dialect, SsisSqlNames names) =>
        SsisGenerated.Of(expression.Text, () => new TermWriter(TermForms.Of(dialect), names).Root(expression.Root));

    /// <summary>As a condition, behind WHERE or WHEN; where it is null it does not hold.</summary>
    public static SsisGenerated Condition(
        SsisBoundExpression expression, SsisSqlDialect dialect, SsisSqlNames names) => SsisGenerated.Of(
            expression.Text, () => new TermWriter(TermForms.Of(dialect), names).Predicate(expression.Root).Text);

    /// <summary>A name in the quotes of the dialect.</summary>
    public static string Name(string name, SsisSqlDialect dialect) => TermForms.Of(dialect).Quote(name);
}
