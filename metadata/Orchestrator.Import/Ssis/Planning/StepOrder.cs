using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Planning;

/// <summary>Which steps of a package always come before which.</summary>
internal static class StepOrder
{
    /// <summary>Whether a way of constraints leads from the one to the other.</summary>
    public static bool Precedes(Step first, Step second) =>
        first.Beside(second) is { } pair && Leads(pair.First, pair.Second.Path);

    /// <summary>Whether whatever waits for a step waits for its success, and for nothing else of it.</summary>
    public static bool IsPlainBehind(Step step) =>
        Siblings(step).Where(each => each.From == step.Path).All(IsPlain);

    /// <summary>Whether what waits for a step could wait for what the step itself waits for: nobody asks for its
    /// failure, and a condition has something before it, or is asked by what has nothing behind it.</summary>
    public static bool MayBePassed(Step step)
    {
        var all = Siblings(step);
        var isBehind = all.Any(each => each.To == step.Path);
        return all.Where(each => each.From == step.Path).All(each => each.IsLogicalAnd
            && each.Value != ConstraintValue.Failure && each.Test switch
            {
                ConstraintTest.Constraint => true,
                ConstraintTest.ExpressionOrConstraint => false,
                _ => isBehind || (step.Parent!.Children.Find(other => other.Path == each.To) is { } behind
                    && !behind.Executable.IsContainer && all.All(next => next.From != each.To)),
            });
    }

    /// <summary>Whether a constraint asks for a success, whatever else is asked, and for nothing besides.</summary>
    public static bool IsPlain(SsisConstraint constraint) => constraint.Test == ConstraintTest.Constraint
        && constraint.Value == ConstraintValue.Success && constraint.IsLogicalAnd;

    /// <summary>The paths of all that a way of constraints leads from to a step.</summary>
    public static HashSet<string> Before(Step step)
    {
        var constraints = Siblings(step).ToLookup(each => each.To, each => each.From);
        var (open, seen) = (new Stack<string>([step.Path]), new HashSet<string>(StringComparer.Ordinal));
        while (open.TryPop(out var next))
        {
            foreach (var former in constraints[next].Where(seen.Add))
            {
                open.Push(former);
            }
        }

        return seen;
    }

    /// <summary>The constraints of what a step stands in.</summary>
    public static IReadOnlyList<SsisConstraint> Siblings(Step step) => step.Parent?.Executable.Constraints ?? [];

    private static bool Leads(Step from, string to)
    {
        // Where one of several is enough, what stands behind may run before any of them.
        var all = Siblings(from);
        var either = all.GroupBy(each => each.To, StringComparer.Ordinal)
            .Where(each => each.Count() > 1 && each.Any(one => !one.IsLogicalAnd)).Select(each => each.Key)
            .ToHashSet(StringComparer.Ordinal);
        var constraints = all.Where(each => !either.Contains(each.To)).ToLookup(each => each.From, each => each.To);
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
