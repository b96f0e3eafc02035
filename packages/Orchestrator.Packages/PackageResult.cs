using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Packages;

/// <summary>How one attempt of a package ended, as a value; kinds throw only for bugs.</summary>
public sealed record PackageResult
{
    /// <summary>Succeeded, Failed or Cancelled.</summary>
    public required NodeState Outcome { get; init; }

    /// <summary>The rows, all accounted for.</summary>
    public RowCounts Counts { get; init; }

    /// <summary>The failure; null unless Failed.</summary>
    public PackageError? Error { get; init; }

    /// <summary>
    /// Things that somebody should look at although the package succeeded (rows redirected or truncated, …).
    /// </summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>
    /// Which load path moved the rows and why: "row batches: the source is a file"; empty for other kinds.
    /// </summary>
    public string LoadPath { get; init; } = "";

    /// <summary>How far it moves its watermark, where it has one and read anything; counts only with success.</summary>
    public WatermarkMoved? Watermark { get; init; }

    /// <summary>The files that it read or looked into, and what became of them.</summary>
    public IReadOnlyList<ReadFile> Files { get; init; } = [];

    /// <summary>Bytes read from the source, where it can tell; else 0.</summary>
    public long BytesRead { get; init; }

    /// <summary>What it did and waited for in the database that it wrote; told by who runs the kind.</summary>
    public AttemptEvidence? Evidence { get; init; }
}
