using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Compile;

/// <summary>
/// Where each value of a node stands, to its line. The plan itself knows many only by the place of what they stand in,
/// the name of an object or column, as nobody but who looks asks for more.
/// </summary>
public sealed class ValuePositions
{
    private readonly Dictionary<string, Origin> _values = new(StringComparer.Ordinal);
    private readonly HashSet<Origin> _named = [];

    private ValuePositions()
    {
    }

    /// <summary>
    /// The values of a node with the places of their own. One that nobody wrote, and that is what holds then, comes
    /// from no file; another one that nobody wrote follows from what it stands in, and keeps that place.
    /// </summary>
    public static IReadOnlyList<PlanProperty> Of(
        Solution solution, PlanNode node, IReadOnlyList<PlanProperty> properties)
    {
        var places = new ValuePositions();
        if (Written(solution, node) is { } map)
        {
            places.Collect(map, "");
        }

        return [.. properties.Select(places.Located)];
    }

    private static YamlMap? Written(Solution solution, PlanNode node) => node switch
    {
        { Kind: NodeKind.Batch } => solution.Batches.FirstOrDefault(batch => batch.Name == node.Name)?.Written,
        { Kind: NodeKind.Project } => solution.Projects.FirstOrDefault(project => project.Name == node.Name)?.Written,
        { Kind: NodeKind.Container } => solution.Projects.SelectMany(project => project.Containers
            .Where(container => $"{project.Name}/{container.Name}" == node.Name)).FirstOrDefault()?.Written,
        _ => (node.Payload as ObjectDefinition)?.Written,
    };

    private PlanProperty Located(PlanProperty value) => !_named.Contains(value.At) ? value
        : _values.TryGetValue(value.Key, out var at) ? value with { At = at }
        : value.IsDefault ? value with { At = Origin.Default }
        : value;

    private void Collect(YamlMap map, string path)
    {
        _named.Add(map.At);
        foreach (var (key, value) in map.Entries)
        {
            _values[path + key.Text] = value.At;
            if (value is YamlMap inner)
            {
                Collect(inner, $"{path}{key.Text}.");
            }

            // Its own name is what the model keeps as the place of all of it, and so is that of an item.
            if (value is YamlScalar && key.Text is "object" or "project" or "batch" or "container" && path.Length == 0)
            {
                _named.Add(value.At);
            }

            foreach (var item in (value as YamlList)?.Items.OfType<YamlMap>() ?? [])
            {
                if (item.Entries is [{ Value: YamlScalar name }, ..])
                {
                    _named.Add(name.At);
                    Collect(item, $"{path}{key.Text}.{name.Text}.");
                }
            }
        }
    }
}
