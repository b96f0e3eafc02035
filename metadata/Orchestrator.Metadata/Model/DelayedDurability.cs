using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Model;

/// <summary>Whether the commits of a run on a database may reach the disk later than they return.</summary>
public enum DurabilityMode { Off, Forced }

/// <summary>What is relaxed: the sessions of the run alone, or the database with everybody who writes to it.</summary>
public enum DurabilityScope { Session, Database }

/// <summary>What a connection says of the durability of its database while a run is at work.</summary>
public sealed record DelayedDurability
{
    // More often than that is behind each package; less often, at the end of the run.
    private static readonly TimeSpan EveryMin = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan EveryMax = TimeSpan.FromHours(1);

    /// <summary>Default: off, every commit is on disk when it returns.</summary>
    public DurabilityMode Mode { get; init; }

    /// <summary>When commits are brought to disk; default behind each level.</summary>
    public FlushWhen Flush { get; init; } = FlushWhen.Level;

    /// <summary>With <see cref="FlushWhen.Every"/>: how often, from a second to an hour; else null.</summary>
    public TimeSpan? Every { get; init; }

    /// <summary>SqlServer always the database, Sqlite always the session; PostgreSql the session, unless
    /// written.</summary>
    public DurabilityScope Scope { get; init; }

    /// <summary>
    /// A connection to the same database with the right to change its setting, used for nothing else; null = the same.
    /// </summary>
    public string? Connection { get; init; }

    /// <summary>Where it was written; <see cref="Origin.Default"/> where nobody did.</summary>
    public Origin At { get; init; } = Origin.Default;

    /// <summary>Reads package, level, run or `every 30s` (1s to 1h); null = it is none of them.</summary>
    internal static (FlushWhen When, TimeSpan? Every)? ReadFlush(string text) => text switch
    {
        "package" => (FlushWhen.Package, null),
        "level" => (FlushWhen.Level, null),
        "run" => (FlushWhen.Run, null),
        _ when text.StartsWith("every ", StringComparison.Ordinal)
            && CoreSchema.Duration(text["every ".Length..]) is { } every && every >= EveryMin && every <= EveryMax =>
            (FlushWhen.Every, every),
        _ => null,
    };
}
