using Orchestrator.Core;
using Orchestrator.Core.Expressions;

namespace Orchestrator.Cli.Solutions;

/// <summary>Conditions, and what is waited for under them, in a line.</summary>
internal static class ConditionText
{
    public static string Of(Expression when) =>
        string.Join(' ', when.Text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

    /// <summary>What is waited for: `Staging/a`, `Staging/a (Completion when Rows > 0)`.</summary>
    public static string Of(Plan plan, PrecedenceConstraint constraint)
    {
        var how = constraint.Outcome == Outcome.Success ? "" : $"{constraint.Outcome}";
        how = constraint.When is { } when ? $"{how} when {Of(when)}".TrimStart() : how;
        return plan.Nodes[constraint.Node].Name + (how.Length == 0 ? "" : $" ({how})");
    }

    /// <summary>What of several is enough.</summary>
    public static string Of(Plan plan, IReadOnlyList<PrecedenceConstraint> any) =>
        "after any of " + string.Join(", ", any.Select(constraint => Of(plan, constraint)));
}
