using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Which steps of a package always come before which.</summary>
internal static class StepOrder
{
    /// <summary>Whether a way of constraints leads from the one to the other.</summary>
    public static bool Precedes(Step first, Step second) =>
        first.Beside(second) is { } pair && Leads(pair.First, pair.Second.Path);

    /// <summary>Whether whatever waits for a step waits for its success, and for nothing else of it.</summary>
    public static bool IsPlainBehind(Step step) => Siblings(step).Where(each => each.From == step.Path).All(each =>
        each is { Test: ConstraintTest.Constraint, Value: ConstraintValue.Success, IsLogicalAnd: true });

    /// <summary>The constraints of what a step stands in.</summary>
    public static IReadOnlyList<SsisConstraint> Siblings(Step step) => step.Parent?.Executable.Constraints ?? [];

    private static bool Leads(Step from, string to)
    {
        var constraints = Siblings(from).ToLookup(each => each.From, each => each.To);
        var (open, seen) = (new Stack<string>([from.Path]), new HashSet<string>(StringComparer.Ordinal));
        while (open.TryPop(out var next))
        {
            foreach (var behind in constraints[next].Where(seen.Add))
            {
                if (behind == to)
                {
                    return true;
                }

                open.Push(behind);
            }
        }

        return false;
    }
}
