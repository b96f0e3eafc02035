using Orchestrator.Core;

namespace Orchestrator.Runner;

/// <summary>
/// One failure in the parts that a screen shows. Its texts have passed <see cref="Text.OutsideText"/>.
/// </summary>
public sealed record FailureBlock
{
    /// <summary>`project/object`.</summary>
    public required string Package { get; init; }

    /// <summary>What went wrong.</summary>
    public required PackageError Error { get; init; }

    /// <summary>Number of this attempt, from 1.</summary>
    public int Attempt { get; init; }

    /// <summary>Attempts that the retry policy allows.</summary>
    public int AttemptsMax { get; init; }

    /// <summary>Rows read before the failure.</summary>
    public long RowsRead { get; init; }

    /// <summary>Rows written before the failure; what is not committed is gone.</summary>
    public long RowsWritten { get; init; }

    /// <summary>The command that goes on from here.</summary>
    public string NextCommand { get; init; } = "";
}
