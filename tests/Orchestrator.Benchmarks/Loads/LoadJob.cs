using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Benchmarks.Loads;

/// <summary>One load of a benchmark.</summary>
internal sealed record LoadJob
{
    /// <summary>A folder that exists, for what the load keeps beside.</summary>
    public required string Folder { get; init; }

    /// <summary>The connection that is read.</summary>
    public required Connection From { get; init; }

    /// <summary>What is read.</summary>
    public required ObjectSource Source { get; init; }

    /// <summary>The connection that is written, into the table `rows`.</summary>
    public required Connection To { get; init; }

    /// <summary>The columns and their types; none = as the source has them.</summary>
    public IReadOnlyList<(string Name, string Type)> Columns { get; init; } = [];

    /// <summary>What the packages of a run share.</summary>
    public required RunResources Resources { get; init; }
}
