using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Data;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Packages;

/// <summary>How one attempt of a package ended, as a value; kinds throw only for bugs.</summary>
public sealed record PackageResult
{
    /// <summary>Succeeded, Failed or Cancelled.</summary>
    public required NodeState Outcome { get; init; }

    /// <summary>What it has moved, and how. What most kinds tell stands beside it, too.</summary>
    public AttemptWork Work { get; init; } = new();

    /// <inheritdoc cref="AttemptWork.Counts"/>
    public RowCounts Counts { get => Work.Counts; init => Work = Work with { Counts = value }; }

    /// <inheritdoc cref="AttemptWork.LoadPath"/>
    public string LoadPath { get => Work.LoadPath; init => Work = Work with { LoadPath = value }; }

    /// <summary>The failure; null unless Failed.</summary>
    public PackageError? Error { get; init; }

    /// <summary>
    /// Things that somebody should look at although the package succeeded (rows redirected or truncated, …).
    /// </summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>How far it moves its watermark, where it has one and read anything; counts only with success.</summary>
    public WatermarkMoved? Watermark { get; init; }

    /// <summary>
    /// What it has set, by the names of the variables: all that its object `sets`; counts only with success.
    /// </summary>
    public IReadOnlyDictionary<string, RunValue> Sets { get; init; } = ReadOnlyDictionary<string, RunValue>.Empty;

    /// <summary>The files that it read or looked into, and what became of them.</summary>
    public IReadOnlyList<ReadFile> Files { get; init; } = [];

    /// <summary>What it did and waited for in the database that it wrote; told by who runs the kind.</summary>
    public AttemptEvidence? Evidence { get; init; }
}
