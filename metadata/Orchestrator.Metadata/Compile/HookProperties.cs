using Orchestrator.Core;
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
            Add(list, $"hooks.{hook.Name}.", hook);
        }
    }

    /// <summary>One around a batch, project or container is a node of its own.</summary>
    public static IReadOnlyList<PlanProperty> Of(Hook hook)
    {
        var list = new PropertyList();
        list.Add("kind", KindTable.Hook.Word, hook.At);
        Add(list, "", hook);
        RetryKeys.Tell(list, hook.Retry);
        list.Add("packageTimeout", hook.PackageTimeout.Value, hook.PackageTimeout.At);
        return list.Properties;
    }

    private static void Add(PropertyList list, string prefix, Hook hook)
    {
        list.Add(prefix + "when", PropertyList.Word(hook.When), hook.At);
        list.Add(prefix + "outcome", hook.Outcome.ToString(), hook.At, nameof(Outcome.Success));
        list.Add(prefix + "connection", hook.Connection, hook.At);
        list.Add(prefix + "transaction", PropertyList.Word(hook.Transaction), hook.At,
            PropertyList.Word(HookTransaction.Own));
        list.Add(prefix + "sql", hook.Sql);
    }
}
