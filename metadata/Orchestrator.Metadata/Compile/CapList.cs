using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>The caps of a plan, each once, in the order in which packages first meet them.</summary>
internal sealed class CapList(Solution solution)
{
    private readonly List<Cap> _caps = [];
    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Connection> _connections =
        solution.Connections.ToDictionary(connection => connection.Name, StringComparer.Ordinal);

    public IReadOnlyList<Cap> Caps => _caps;

    /// <summary>The caps that count a package: its project's, its container's, those of its connections.</summary>
    public IReadOnlyList<int> Of(Project project, Container container, ObjectDefinition definition)
    {
        var places = new List<int>();
        Add(places, $"project {project.Name}", project.MaxConcurrency);
        Add(places, $"container {project.Name}/{container.Name}", container.MaxConcurrency);
        AddConnection(places, definition.Source?.Connection);
        AddConnection(places,
            KindTable.Of(definition.Kind).Target == TargetUse.None ? null : definition.Target.Connection);
        foreach (var read in definition.Plugin?.Reads ?? [])
        {
            AddConnection(places, read);
        }

        foreach (var other in definition.OtherConnections)
        {
            AddConnection(places, other);
        }

        return places;
    }

    public Connection? Connection(string? name) =>
        name is not null && _connections.TryGetValue(name, out var connection) ? connection : null;

    private void AddConnection(List<int> places, string? name) =>
        Add(places, $"connection {name}", Connection(name)?.MaxConcurrency);

    private void Add(List<int> found, string owner, int? maxConcurrency)
    {
        if (maxConcurrency is null or < 1)
        {
            return;
        }

        if (!_places.TryGetValue(owner, out var place))
        {
            place = _caps.Count;
            _places.Add(owner, place);
            _caps.Add(new Cap(owner, maxConcurrency.Value));
        }

        if (!found.Contains(place))
        {
            found.Add(place);
        }
    }
}
