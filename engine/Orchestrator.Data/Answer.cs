namespace Orchestrator.Data;

/// <summary>What came back from a question.</summary>
/// <param name="Rows">How many rows, of all results together.</param>
/// <param name="Columns">Names of the columns of the first row, and of the table column behind each, if known.</param>
/// <param name="First">The first row as text, invariant; null = NULL. Empty where no row came.</param>
public sealed record Answer(
    long Rows, IReadOnlyList<(string Name, string? Origin)> Columns, IReadOnlyList<string?> First)
{
    /// <summary>Places in the first row of values whose bytes are no text: what stands there is not what they are.
    /// </summary>
    public IReadOnlyList<int> NoTexts { get; init; } = [];
}
