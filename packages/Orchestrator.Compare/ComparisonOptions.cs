using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare;

/// <summary>How two sides are compared.</summary>
public sealed record ComparisonOptions
{
    /// <summary>The columns that tell rows apart; empty = those that a side knows, else all.</summary>
    public IReadOnlyList<string> Key { get; init; } = [];

    /// <summary>The columns that are compared; empty = all.</summary>
    public IReadOnlyList<string> Columns { get; init; } = [];

    /// <summary>Columns that are not compared.</summary>
    public IReadOnlyList<string> Exclude { get; init; } = [];

    /// <summary>What is no difference.</summary>
    public DataRules Rules { get; init; } = new();

    /// <summary>Rows that are shown at most.</summary>
    public int Limit { get; init; } = 20;

    /// <summary>Rows whose values are looked at for columns and causes, at most.</summary>
    public int ExaminedMax { get; init; } = 1000;

    /// <summary>A folder for files while it lasts, which is there.</summary>
    public required string Folder { get; init; }
}
