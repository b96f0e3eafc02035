using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What is expected of each attempt of a package; what is null is not asked.</summary>
public sealed record Expectations
{
    /// <summary>Comparison of the number of rows that a load reads, as written: ">0", "= 12", "100..200".</summary>
    public string? RowsRead { get; init; }

    /// <summary>How many times the median of its past successes an attempt may work before it warns.</summary>
    public long? MaxDurationFactor { get; init; }

    /// <summary>How long an attempt may be at work without any progress before it warns.</summary>
    public TimeSpan? NoProgress { get; init; }

    /// <summary>Where they stand.</summary>
    public Origin At { get; init; }
}
