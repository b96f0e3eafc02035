using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>Whether a hook runs before what it belongs to, or behind it.</summary>
public enum HookTime { Before, After }

/// <summary>
/// In which transaction a hook runs: its own, or the one in which the load of its object is published.
/// </summary>
public enum HookTransaction { Own, Load }

/// <summary>Statements before or behind a batch, project, container or object.</summary>
public sealed record Hook
{
    /// <summary>Its name, unique where it stands.</summary>
    public required string Name { get; init; }

    /// <summary>Before or after.</summary>
    public HookTime When { get; init; }

    /// <summary>After: how what is before it must have ended.</summary>
    public Outcome Outcome { get; init; }

    /// <summary>Around a batch, project or container: the condition under which it runs; null = always.</summary>
    public WrittenCondition? Condition { get; init; }

    /// <summary>The statements.</summary>
    public required SqlText Sql { get; init; }

    /// <summary>The connection on which they run.</summary>
    public required string Connection { get; init; }

    /// <summary>Whose transaction they are in.</summary>
    public HookTransaction Transaction { get; init; }

    /// <summary>What happens after a failed attempt; that of an object is tried again with it.</summary>
    public Setting<RetryPolicy> Retry { get; init; } = Setting<RetryPolicy>.Default(RetryPolicy.None);

    /// <summary>Longest time of one attempt; null = no limit. That of an object counts as its time.</summary>
    public Setting<TimeSpan?> PackageTimeout { get; init; } = Setting<TimeSpan?>.Default(null);

    /// <summary>The facts whose parameters its statements name.</summary>
    public IReadOnlyList<FactRead> Facts { get; init; } = [];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>The hook as a package of a kind of its own.</summary>
    /// <param name="name">Its name in its project.</param>
    /// <param name="project">Where it stands.</param>
    /// <param name="container">The container that holds it.</param>
    public ObjectDefinition AsPackage(string name, string project, string container) => new()
    {
        Name = name,
        Project = project,
        Kind = KindTable.Hook.Word,
        Container = container,
        Target = new ObjectTarget(Connection, null, Name),
        Sql = Sql,
        When = Condition,
        Retry = Retry,
        PackageTimeout = PackageTimeout,
        Facts = Facts,
        At = At,
    };
}
