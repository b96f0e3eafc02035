using Orchestrator.Compare.Values;

namespace Orchestrator.Compare;

/// <summary>What came of a comparison.</summary>
public sealed record ComparisonResult
{
    /// <summary>The two sides, as people call them.</summary>
    public required (string Left, string Right) Sides { get; init; }

    /// <summary>Rows of the first side.</summary>
    public long LeftRows { get; init; }

    /// <summary>Rows of the second side.</summary>
    public long RightRows { get; init; }

    /// <summary>Rows that both have.</summary>
    public long Equal { get; init; }

    /// <summary>Rows that the first side alone has.</summary>
    public long Missing { get; init; }

    /// <summary>Rows that the second side alone has.</summary>
    public long Extra { get; init; }

    /// <summary>Rows that both have by their key, and that differ.</summary>
    public long Differing { get; init; }

    /// <summary>Rows that came late to a side, which is no difference.</summary>
    public long Late { get; init; }

    /// <summary>Rows among those that differ whose key a side has more than once.</summary>
    public long Repeated { get; init; }

    /// <summary>The columns that tell rows apart; empty = rows were compared as a whole.</summary>
    public IReadOnlyList<string> Key { get; init; } = [];

    /// <summary>How many columns were compared.</summary>
    public int Columns { get; init; }

    /// <summary>Columns that the first side alone has.</summary>
    public IReadOnlyList<string> LeftAlone { get; init; } = [];

    /// <summary>Columns that the second side alone has.</summary>
    public IReadOnlyList<string> RightAlone { get; init; } = [];

    /// <summary>Rows whose values were looked at for columns and causes.</summary>
    public int Examined { get; init; }

    /// <summary>The columns that differ in rows that were looked at.</summary>
    public IReadOnlyList<DifferingColumn> ByColumn { get; init; } = [];

    /// <summary>How many of the rows that were looked at may differ for which cause, and how many came late.</summary>
    public IReadOnlyList<(DifferenceCause Cause, long Rows)> Causes { get; init; } = [];

    /// <summary>Some of the rows that differ, in the order of their keys.</summary>
    public IReadOnlyList<DifferingRow> Shown { get; init; } = [];

    /// <summary>Rows that differ.</summary>
    public long Different => Missing + Extra + Differing;

    /// <summary>Whether both hold the same.</summary>
    public bool AreEqual => Different == 0 && LeftAlone.Count == 0 && RightAlone.Count == 0;
}

/// <summary>A column in which rows differ.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Rows">In how many of the rows that were looked at.</param>
/// <param name="Left">What it is on the first side.</param>
/// <param name="Right">What it is on the second side.</param>
public sealed record DifferingColumn(string Name, long Rows, SideColumn Left, SideColumn Right);

/// <summary>How a row differs.</summary>
public enum DifferenceKind
{
    /// <summary>The first side alone has it.</summary>
    Missing,

    /// <summary>The second side alone has it.</summary>
    Extra,

    /// <summary>Both have it, with other values.</summary>
    Differing,
}

/// <summary>A row that differs.</summary>
/// <param name="Kind">How.</param>
/// <param name="Key">The values of its key, or all of it where there is none; null = NULL.</param>
/// <param name="Values">The values that differ.</param>
/// <param name="Cause">Why, as far as that is seen of a row as a whole.</param>
/// <param name="IsGone">Whether it was not found any more when its values were asked for.</param>
public sealed record DifferingRow(
    DifferenceKind Kind, IReadOnlyList<string?> Key, IReadOnlyList<DifferingValue> Values, DifferenceCause Cause,
    bool IsGone);

/// <summary>A value that differs; null = NULL.</summary>
/// <param name="Column">Its column.</param>
/// <param name="Left">What the first side has.</param>
/// <param name="Right">What the second side has.</param>
/// <param name="Cause">Why, as far as the two show it.</param>
public sealed record DifferingValue(string Column, string? Left, string? Right, DifferenceCause Cause);
