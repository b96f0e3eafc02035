using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What hooks say.</summary>
internal static class HookProperties
{
    /// <summary>Those of an object are among its own values.</summary>
    public static void Add(PropertyList list, ObjectDefinition definition)
    {
        if (definition.Hooks.Count > 0)
        {
            list.AddList("hooks", definition.Hooks.Select(hook => hook.Name), definition.Hooks[0].At);
        }

        foreach (var hook in definition.Hooks)
        {
            HookKeys.Section.Tell(list.Under($"hooks.{hook.Name}."), hook);
        }
    }

    /// <summary>One around a batch, project or container is a node of its own.</summary>
    public static IReadOnlyList<PlanProperty> Of(Hook hook)
    {
        var list = new PropertyList();
        list.Add("kind", KindTable.Hook.Word, hook.At);
        HookKeys.Section.Tell(list, hook);
        RetryKeys.Tell(list, hook.Retry);
        list.Add("packageTimeout", hook.PackageTimeout.Value, hook.PackageTimeout.At);
        return list.Properties;
    }
}
