using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys that hold a condition which the run asks.</summary>
internal static class ConditionKeys
{
    /// <summary>Of objects, containers, projects and dependencies.</summary>
    public const string When = "when";

    /// <summary>Of hooks, whose `when` says before or after.</summary>
    public const string OfHook = "condition";

    private static readonly Shape Shape = new TextShape(TextForm.Argument);

    /// <summary>The key of an object, a container or a project.</summary>
    public static Key Key { get; } = Make(When, "The condition under which it is needed, asked in the run when all "
        + "that it waits for has ended: variables, ${run:asOf}, ${rows:P.inserted}, ${state:P}, ${error:P.code}.");

    /// <summary>The key of a hook.</summary>
    public static Key HookKey { get; } = Make(OfHook, "The condition under which it runs, asked when it could start.");

    /// <summary>The key of a dependency.</summary>
    public static Key DependencyKey { get; } = Make(When, "What must be true as well once it has ended.");

    /// <summary>Tells a condition.</summary>
    public static void Tell(PropertyList list, string key, WrittenCondition? condition)
    {
        if (condition is not null)
        {
            list.Add(key, condition.Text, condition.At);
        }
    }

    private static Key Make(string name, string summary) => new(name, Shape, summary);
}
