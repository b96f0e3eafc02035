using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Loading;

/// <summary>A thing as written: its name, its map of good values and the place of its name.</summary>
internal sealed record Draft(string Name, YamlMap Map, Origin At, int Length)
{
    /// <summary>Objects: the project it belongs to, and where that is said.</summary>
    public string Project { get; init; } = "";

    public Origin ProjectAt { get; init; }

    /// <summary>What stands in a list of it under names: the triggers of a batch, its alerts.</summary>
    /// <param name="list">The key of the list.</param>
    /// <param name="name">The key of a name.</param>
    public List<Draft> Named(string list, string name) => [.. Map.Items(list).OfType<YamlMap>()
        .Where(map => map.Scalar(name) is not null)
        .Select(map => (Map: map, Name: map.Scalar(name)!))
        .Select(one => new Draft(one.Name.Text, one.Map, one.Name.At, one.Name.Length))];
}

/// <summary>Everything that the files say, by kind, before names are resolved.</summary>
internal sealed class Drafts
{
    public Draft? Solution { get; set; }

    public List<Draft> Connections { get; } = [];

    public List<Draft> Batches { get; } = [];

    public List<Draft> Calendars { get; } = [];

    public List<Draft> Projects { get; } = [];

    public List<Draft> Objects { get; } = [];

    public List<Draft> Environments { get; } = [];

    public List<Draft> Catalog { get; } = [];

    public List<Draft> FileServers { get; } = [];

    public List<Draft> Stores { get; } = [];

    public List<Draft> BlobStores { get; } = [];
}
