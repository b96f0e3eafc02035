using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>What building the projects of one batch (or of none) shares.</summary>
internal sealed class BuildScope(LoadContext context, Drafts drafts, IReadOnlyList<Connection> connections)
{
    public LoadContext Context { get; } = context;

    public Drafts Drafts { get; } = drafts;

    public IReadOnlyList<Connection> Connections { get; } = connections;

    /// <summary>The variables by name.</summary>
    public required IReadOnlyDictionary<string, Variable> Variables { get; init; }

    /// <summary>How an object without `target.name` is called.</summary>
    public string NamePattern { get; init; } = "@@this";

    /// <summary>The layers above the projects: batch, settings, solution.</summary>
    public required Cascade Above { get; init; }

    public Connection? Connection(string? name) => Connections.FirstOrDefault(connection => connection.Name == name);
}
