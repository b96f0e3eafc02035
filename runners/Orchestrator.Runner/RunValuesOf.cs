using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Packages;

namespace Orchestrator.Runner;

/// <summary>
/// Values of the run between the machine, which knows variables by their places in the plan, and packages, which know
/// them by name.
/// </summary>
internal static class RunValuesOf
{
    /// <summary>What an attempt reads, and what the turns are given that it stands in.</summary>
    public static IReadOnlyDictionary<string, RunValue> ByName(Plan plan, Attempt attempt)
    {
        var values = attempt.Values.ToDictionary(
            one => plan.Variables[one.Key].Name, one => one.Value, StringComparer.Ordinal);
        foreach (var turn in attempt.Node.Turns)
        {
            for (var place = 0; place < turn.Columns.Count; place++)
            {
                values[turn.Columns[place].Name] = Scalar(turn.Columns[place], turn.Values[place]);
            }
        }

        return values;
    }

    /// <summary>What a success has set; nothing where it is none.</summary>
    public static IReadOnlyDictionary<int, RunValue> ByIndex(Plan plan, PackageResult result) =>
        result.Outcome != NodeState.Succeeded ? new Dictionary<int, RunValue>()
        : result.Sets.ToDictionary(one => IndexOf(plan, one.Key), one => one.Value);

    /// <summary>What else is known of an attempt that has ended.</summary>
    public static AttemptFacts Facts(PlanNode node, PackageResult result) => Counted(node.Purpose, result.Counts) with
    {
        ErrorCode = result.Error?.Code,
        ErrorText = result.Error?.Message,
        ErrorClass = result.Error?.Class,
    };

    /// <summary>The rows of an attempt; who moves none has not counted any.</summary>
    public static AttemptFacts Counted(PackagePurpose purpose, RowCounts counts) =>
        purpose is PackagePurpose.Load or PackagePurpose.Replay || counts != default
            ? new AttemptFacts(counts.Read, counts.Inserted, counts.Updated, counts.Rejected) : AttemptFacts.None;

    /// <summary>What is wrong with what a success of a package has set, as the end of a sentence; null = nothing.
    /// </summary>
    public static string? Problem(Plan plan, PlanNode node, PackageResult result)
    {
        if (result.Outcome != NodeState.Succeeded)
        {
            return null;
        }

        var wanted = node.Sets.Select(index => plan.Variables[index]).ToArray();
        return wanted.FirstOrDefault(one => !result.Sets.ContainsKey(one.Name)) is { } missing
            ? $"it has not set '{missing.Name}'"
            : wanted.Length != result.Sets.Count ? "it has set a variable that its object does not name"
            : wanted.FirstOrDefault(one => !result.Sets[one.Name].Type.Equals(one.Type)) is { } other
                ? $"it has set '{other.Name}', which is {other.Type}, to a value of another type"
            : null;
    }

    private static RunValue Scalar(RunColumn column, TypedValue? value)
    {
        return RunValueType.TryOf(column.Type, out var type, out var problem)
            && RunValue.TryMake(type, [[value?.Text]], out var made, out problem) ? made
            : throw new InvalidOperationException($"'{column.Name}' has no value in its turn: {problem}");
    }

    private static int IndexOf(Plan plan, string name)
    {
        for (var index = 0; index < plan.Variables.Count; index++)
        {
            if (plan.Variables[index].Name == name)
            {
                return index;
            }
        }

        throw new InvalidOperationException($"the plan has no variable '{name}'");
    }
}
