namespace Orchestrator.Report.Calibration;

/// <summary>All that a page about a calibration shows, in words; texts from outside have passed the gate.</summary>
public sealed record CalibrationFigures
{
    /// <summary>What was measured.</summary>
    public required string Title { get; init; }

    /// <summary>What came of it, in a sentence.</summary>
    public required string Lead { get; init; }

    /// <summary>Where and when.</summary>
    public required IReadOnlyList<(string Name, string Value)> Facts { get; init; }

    /// <summary>What the lengths of the bars are.</summary>
    public required string Measure { get; init; }

    /// <summary>What was measured, as bars.</summary>
    public required IReadOnlyList<CalibrationBar> Bars { get; init; }

    /// <summary>The same in figures: heads of the columns.</summary>
    public required IReadOnlyList<string> Heads { get; init; }

    /// <summary>A row for each that was measured.</summary>
    public required IReadOnlyList<IReadOnlyList<string>> Rows { get; init; }

    /// <summary>What to paste.</summary>
    public required IReadOnlyList<string> Yaml { get; init; }

    public required IReadOnlyList<string> Why { get; init; }

    /// <summary>What is missing, or to be known.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];
}

/// <summary>A bar.</summary>
/// <param name="Label">What was measured.</param>
/// <param name="Length">Its length, from 0 to 100.</param>
/// <param name="Text">The figure, with its unit.</param>
/// <param name="IsKnee">Whether it is a knee.</param>
public sealed record CalibrationBar(string Label, double Length, string Text, bool IsKnee);
