using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What batch, projects and containers say.</summary>
internal static class GroupProperties
{
    public static IReadOnlyList<PlanProperty> Of(
        Batch batch, Setting<int> maxConcurrency, IReadOnlyList<Variable> variables,
        IReadOnlyList<RunVariableDefinition> ofRun)
    {
        var list = new PropertyList();
        BatchKeys.Section.Tell(list, batch with { MaxConcurrency = maxConcurrency });
        foreach (var variable in variables)
        {
            list.Add($"variables.{variable.Name}.dataType", variable.Type.ToString(), variable.At);
            list.Add($"variables.{variable.Name}.default", variable.Default, variable.At);
        }

        foreach (var variable in ofRun)
        {
            Add(list.Under($"variables.{variable.Name}."), variable);
        }

        return list.Properties;
    }

    private static void Add(PropertyList list, RunVariableDefinition variable)
    {
        list.Add("dataType", variable.Type.Scalar?.ToString(), variable.At);
        foreach (var column in variable.Type.Columns)
        {
            list.Add($"rows.{column.Name}", column.Type.ToString(), variable.At);
        }

        list.Add("scope", "run", variable.At, "plan");
        list.Add("sensitive", variable.Is.IsSensitive, variable.At, false);
    }

    public static IReadOnlyList<PlanProperty> Of(Project project, IEnumerable<string> runsAfter, Origin runsAfterAt)
    {
        var list = new PropertyList();
        ProjectKeys.Section.Tell(list, project);
        list.AddList("dependsOn", runsAfter.Order(StringComparer.Ordinal), runsAfterAt);
        return list.Properties;
    }

    /// <summary>The values of a turn: `Tenant = A`.</summary>
    public static string Given(IEnumerable<InstanceValue> values) => string.Join(
        ", ", values.Select(value => $"{value.Variable} = {value.Value?.Text ?? "NULL"}"));

    public static IReadOnlyList<PlanProperty> Of(Container container, IEnumerable<string> packages)
    {
        var list = new PropertyList();
        ContainerKeys.Section.Tell(list, container);
        AddOrder(list, container, packages);
        return list.Properties;
    }

    /// <summary>What a loop says, whose packages stand in its turns.</summary>
    public static IReadOnlyList<PlanProperty> OfLoop(Container container)
    {
        var list = new PropertyList();
        ContainerKeys.Section.Tell(list, container);
        return list.Properties;
    }

    /// <summary>What is said of the container in which the turns of a loop are found out.</summary>
    public static IReadOnlyList<PlanProperty> OfSetter(Container container)
    {
        var list = new PropertyList();
        ContainerKeys.When.Tell(list, container);
        return list.Properties;
    }

    /// <summary>What one turn of a loop says.</summary>
    public static IReadOnlyList<PlanProperty> OfTurn(
        Container container, InstanceTurn turn, IEnumerable<string> packages)
    {
        var list = new PropertyList();
        ContainerKeys.Mode.Tell(list, container);
        list.Add(LoopKeys.Section.Name, Given(turn.Values), container.At);
        AddOrder(list, container, packages);
        return list.Properties;
    }

    private static void AddOrder(PropertyList list, Container container, IEnumerable<string> packages)
    {
        if (container.Mode == ContainerMode.Linear)
        {
            list.AddList("inOrder", packages, container.At);
        }
    }
}
