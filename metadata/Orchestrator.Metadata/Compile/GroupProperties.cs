using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What batch, projects, containers and connections say.</summary>
internal static class GroupProperties
{
    public static IReadOnlyList<PlanProperty> Of(
        Batch batch, Setting<int> maxConcurrency, IReadOnlyList<Variable> variables)
    {
        var list = new PropertyList();
        list.AddList("projects", batch.Projects.Select(project => project.Project), batch.At);
        list.Add("failureHandling", batch.FailureHandling.ToString(), batch.At, nameof(FailureHandling.Level));
        list.Add("maxConcurrency", maxConcurrency.Value, maxConcurrency.At, -1);
        list.Add("timeout", batch.Timeout, batch.At);
        foreach (var variable in variables)
        {
            list.Add($"variables.{variable.Name}.dataType", variable.Type.ToString(), variable.At);
            list.Add($"variables.{variable.Name}.default", variable.Default, variable.At);
        }

        return list.Properties;
    }

    public static IReadOnlyList<PlanProperty> Of(Project project, IEnumerable<string> runsAfter, Origin runsAfterAt)
    {
        var list = new PropertyList();
        list.Add("source", project.Source, project.At);
        list.Add("target", project.Target, project.At);
        list.Add("maxConcurrency", project.MaxConcurrency, project.At);
        list.Add("inherit", project.Inherit, project.At);
        if (project.ForEach is { } each)
        {
            list.Add("forEach.variable", each.Variable, each.At);
            list.AddList("forEach.in", each.In, each.At);
        }

        list.Add("ordering", PropertyList.Word(project.Ordering), project.At, PropertyList.Word(Ordering.Levels));
        list.AddList("dependsOn", runsAfter.Order(StringComparer.Ordinal), runsAfterAt);
        return list.Properties;
    }

    public static IReadOnlyList<PlanProperty> Of(Container container, IEnumerable<string> packages)
    {
        var list = new PropertyList();
        list.Add("level", container.Level, container.At);
        list.Add("mode", container.Mode.ToString(), container.At, nameof(ContainerMode.Parallel));
        list.Add("maxConcurrency", container.MaxConcurrency, container.At);
        list.Add("order", PropertyList.Word(container.Order), container.At,
            PropertyList.Word(StartOrder.LongestFirst));
        list.Add("precedenceConstraint",
            container.RunsAfterFailure ? nameof(Outcome.Completion) : nameof(Outcome.Success),
            container.At, nameof(Outcome.Success));
        if (container.Mode == ContainerMode.Linear)
        {
            list.AddList("inOrder", packages, container.At);
        }

        return list.Properties;
    }

    public static IReadOnlyList<PlanProperty> Of(Connection connection)
    {
        var list = new PropertyList();
        list.Add("platform", connection.Platform.ToString(), connection.At);
        list.Add("stage", connection.Stage.ToString().ToUpperInvariant(), connection.At, "NONE");
        list.Add("connectionString", connection.ConnectionString, connection.At);
        list.Add("isolation", PropertyList.Word(connection.Isolation), connection.At,
            PropertyList.Word(Isolation.ReadCommitted));
        list.Add("rowSecurity", PropertyList.Word(connection.RowSecurity), connection.At,
            PropertyList.Word(RowSecurity.Refused));
        list.Add("reloadable", connection.Reloadable, connection.At, false);
        DurabilityKeys.Tell(list, connection);
        list.AddPath("folder", connection.Folder, connection.At);
        list.AddPath("file", connection.File, connection.At, "{connection}.db");
        list.Add("recordSource", connection.RecordSource, connection.At);
        list.Add("maxConcurrency", connection.MaxConcurrency, connection.At);
        LimitKeys.Section.Tell(list, connection);
        return list.Properties;
    }
}
