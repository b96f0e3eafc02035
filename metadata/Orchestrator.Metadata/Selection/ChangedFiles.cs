using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Selection;

/// <summary>Which packages a changed file concerns: those that anything written in it comes down to.</summary>
internal sealed class ChangedFiles(Plan plan, Solution solution, IReadOnlyCollection<string> paths)
{
    private readonly HashSet<string> changed =
        paths.Select(path => path.Replace('\\', '/')).ToHashSet(StringComparer.Ordinal);

    private readonly Dictionary<string, Project> projects =
        solution.Projects.ToDictionary(project => project.Name, StringComparer.Ordinal);

    private readonly Dictionary<string, Connection> connections =
        solution.Connections.ToDictionary(connection => connection.Name, StringComparer.Ordinal);

    /// <summary>
    /// A value that was taken out leaves no trace in the model, so a changed file of the solution, of its environment
    /// or of the batch concerns everything, and the file of a project or connection everything in or on it.
    /// </summary>
    public IEnumerable<int> Packages()
    {
        var all = changed.Contains("solution.yaml") || changed.Contains("solution.yml")
            || changed.Any(path => path.StartsWith($"environments/{solution.Environment}.", StringComparison.Ordinal))
            || solution.Batches.Any(batch => batch.Name == plan.Batch && changed.Contains(batch.At.File));
        return plan.Nodes.Where(node => node.Payload is ObjectDefinition definition && (all || IsConcerned(definition)))
            .Select(node => node.Index);
    }

    private bool IsConcerned(ObjectDefinition definition) =>
        changed.Contains(definition.At.File)
        || Scripts(definition).Any(script => script is not null && changed.Contains(script.Replace('\\', '/')))
        || (projects.TryGetValue(definition.Project, out var project) && IsChanged(project, definition))
        || IsChanged(definition.Source?.Connection)
        || IsChanged(definition.Target.Connection)
        || PackageProperties.Of(definition, null, null).Any(property => changed.Contains(property.At.File));

    private static IEnumerable<string?> Scripts(ObjectDefinition definition) =>
    [
        definition.Sql?.Script, definition.Source?.Query?.Script, definition.Check?.ReturnsNothing?.Script,
        .. definition.Hooks.Select(hook => hook.Sql.Script),
    ];

    private bool IsChanged(Project project, ObjectDefinition definition) =>
        changed.Contains(project.At.File)
        || project.Containers.Any(c => c.Name == definition.Container && changed.Contains(c.At.File));

    private bool IsChanged(string? connection) =>
        connection is not null && connections.TryGetValue(connection, out var known)
        && changed.Contains(known.At.File);
}
