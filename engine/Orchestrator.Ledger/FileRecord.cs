using Orchestrator.Core;

namespace Orchestrator.Ledger;

/// <summary>A file that an attempt read, as read from the ledger.</summary>
public sealed record FileRecord
{
    /// <summary>Number over all of them.</summary>
    public required long Number { get; init; }

    /// <summary>Number of the attempt over all runs.</summary>
    public required long Attempt { get; init; }

    public required string Environment { get; init; }

    /// <summary>The package, project/object.</summary>
    public required string Node { get; init; }

    /// <summary>The file; <see cref="ReadFile.Move"/> is what is still to be done with it.</summary>
    public required ReadFile File { get; init; }

    /// <summary>Where it lies since it was moved; empty = it was not.</summary>
    public string MovedTo { get; init; } = "";

    /// <summary>When the attempt began.</summary>
    public required DateTimeOffset Begun { get; init; }
}
