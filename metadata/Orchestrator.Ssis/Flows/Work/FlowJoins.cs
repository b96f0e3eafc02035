using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>When rows of two sets belong together.</summary>
internal static class FlowJoins
{
    /// <summary>The condition that two values are equal as a flow compares them: texts by their characters.</summary>
    public static string Equal(
        string left, FlowType leftType, string right, FlowType rightType, bool isNullEqual, SsisSqlDialect dialect)
    {
        var equal = FlowExpressions.Condition(
            "[l] == [r]", [new("l", leftType, left), new("r", rightType, right)], dialect);
        return isNullEqual ? $"({equal} OR ({left} IS NULL AND {right} IS NULL))" : equal;
    }
}
