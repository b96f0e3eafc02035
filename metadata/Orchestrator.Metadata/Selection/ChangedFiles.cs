using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Selection;

/// <summary>Which packages a changed file concerns: those that anything written in it comes down to.</summary>
internal sealed class ChangedFiles(Plan plan, Solution solution, IReadOnlyCollection<string> paths)
{
    private readonly HashSet<string> _changed =
        paths.Select(path => path.Replace('\\', '/')).ToHashSet(StringComparer.Ordinal);

    private readonly Dictionary<string, Project> _projects =
        solution.Projects.ToDictionary(project => project.Name, StringComparer.Ordinal);

    private readonly Dictionary<string, Connection> _connections =
        solution.Connections.ToDictionary(connection => connection.Name, StringComparer.Ordinal);

    /// <summary>
    /// A value that was taken out leaves no trace in the model, so a changed file of the solution, of its environment
    /// or of the batch concerns everything, and the file of a project or connection everything in or on it.
    /// </summary>
    public IEnumerable<int> Packages()
    {
        var all = _changed.Contains("solution.yaml") || _changed.Contains("solution.yml")
            || _changed.Any(path => path.StartsWith($"environments/{solution.Environment}.", StringComparison.Ordinal))
            || solution.Batches.Any(batch => batch.Name == plan.Batch && _changed.Contains(batch.At.File));
        return plan.Nodes.Where(node => node.Payload is ObjectDefinition definition && (all || IsConcerned(definition)))
            .Select(node => node.Index);
    }

    private bool IsConcerned(ObjectDefinition definition) =>
        _changed.Contains(definition.At.File)
        || Scripts(definition).Any(script => script is not null && _changed.Contains(script.Replace('\\', '/')))
        || (_projects.TryGetValue(definition.Project, out var project) && IsChanged(project, definition))
        || IsChanged(definition.Source?.Connection)
        || definition.OtherConnections.Any(IsChanged)
        || IsChanged(definition.Target.Connection)
        || PackageProperties.Of(definition, null, null).Any(property => _changed.Contains(property.At.File));

    private static IEnumerable<string?> Scripts(ObjectDefinition definition) =>
    [
        definition.Sql?.Script, definition.Source?.Query?.Script, definition.Check?.ReturnsNothing?.Script,
        .. definition.Hooks.Select(hook => hook.Sql.Script),
    ];

    private bool IsChanged(Project project, ObjectDefinition definition) =>
        _changed.Contains(project.At.File)
        || project.Containers.Any(c => c.Name == definition.Container && _changed.Contains(c.At.File));

    private bool IsChanged(string? connection) =>
        connection is not null && _connections.TryGetValue(connection, out var known)
        && _changed.Contains(known.At.File);
}
