using Orchestrator.Ssis.Expressions.Generation.Conditions;

namespace Orchestrator.Ssis.Expressions.Generation;

/// <summary>
/// Expressions in the language of `when`, `enabled` and kind value. Variables of packages are never null, so that a
/// choice has no third case. Whole numbers are reckoned to 20 digits: a result that Integration Services have no place
/// for finds none in the variable that it is for.
/// </summary>
public static class SsisConditionText
{
    public static SsisGenerated Of(SsisBoundExpression expression, SsisConditionNames names) => SsisGenerated.Of(
        expression.Text, () => new ConditionWriter(names).Of(expression.Root).Text);
}
