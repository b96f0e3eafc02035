using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What a dependency names.</summary>
public enum DependencyOn { Object, Container, Project }

/// <summary>A dependency as written.</summary>
/// <param name="Object">The name of what must have ended: of an object, or of a container or project.</param>
/// <param name="Outcome">How.</param>
/// <param name="At">Where it stands.</param>
public sealed record Dependency(string Object, Outcome Outcome, Origin At)
{
    /// <summary>What has that name.</summary>
    public DependencyOn On { get; init; }

    /// <summary>What must be true as well once it has ended; null = nothing.</summary>
    public WrittenCondition? When { get; init; }
}
