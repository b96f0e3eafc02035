namespace Orchestrator.Report.Assessment;

/// <summary>All that a page about packages that could be imported shows, in words; texts from outside have passed the
/// gate.</summary>
public sealed record AssessmentFigures
{
    /// <summary>What was looked at.</summary>
    public required string Title { get; init; }

    /// <summary>What came of it, in a sentence.</summary>
    public required string Lead { get; init; }

    /// <summary>The numbers that come first.</summary>
    public required IReadOnlyList<(string Name, string Value)> Facts { get; init; }

    /// <summary>What to do next, a line each.</summary>
    public required IReadOnlyList<string> Next { get; init; }

    /// <summary>Which package calls which, drawn with signs.</summary>
    public required IReadOnlyList<string> Calls { get; init; }

    /// <summary>The rest as tables.</summary>
    public required IReadOnlyList<AssessmentTable> Tables { get; init; }
}

/// <summary>A table of the page.</summary>
/// <param name="Id">What leads to it.</param>
/// <param name="Title">What it shows.</param>
/// <param name="Heads">Heads of its columns.</param>
/// <param name="Rows">Its rows.</param>
public sealed record AssessmentTable(
    string Id, string Title, IReadOnlyList<string> Heads, IReadOnlyList<IReadOnlyList<string>> Rows);
