namespace Orchestrator.Report.Parity;

/// <summary>All that a page about comparisons of two nights shows, in words; texts from outside have passed the gate.
/// </summary>
public sealed record ParityFigures
{
    /// <summary>Of what.</summary>
    public required string Title { get; init; }

    /// <summary>What came of it, in a sentence.</summary>
    public required string Lead { get; init; }

    /// <summary>Whether all are equal.</summary>
    public required bool IsGood { get; init; }

    /// <summary>Where and when.</summary>
    public required IReadOnlyList<(string Name, string Value)> Facts { get; init; }

    /// <summary>Each comparison.</summary>
    public required IReadOnlyList<ParityComparison> Comparisons { get; init; }
}

/// <summary>One comparison.</summary>
/// <param name="Old">What the old night writes.</param>
/// <param name="New">What the new night writes.</param>
/// <param name="State">How it came out, in a word.</param>
/// <param name="IsGood">Whether both hold the same.</param>
public sealed record ParityComparison(string Old, string New, string State, bool IsGood)
{
    /// <summary>How many rows are what.</summary>
    public IReadOnlyList<(string Name, long Rows)> Counts { get; init; } = [];

    /// <summary>What tells rows apart.</summary>
    public string Key { get; init; } = "";

    /// <summary>What was no difference.</summary>
    public IReadOnlyList<string> Allowed { get; init; } = [];

    /// <summary>How many of the rows that were looked at differ for which cause, and how many came late.</summary>
    public IReadOnlyList<(string Cause, long Rows)> Causes { get; init; } = [];

    /// <summary>How many were looked at.</summary>
    public long Examined { get; init; }

    /// <summary>What else is to be known of it.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Some rows that differ: how, key, column, old value, new value, cause.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Rows { get; init; } = [];
}
