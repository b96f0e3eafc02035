namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A type as a script writes it.</summary>
/// <param name="Schema">Schema of a type that somebody made; null = none is written.</param>
/// <param name="Name">Its name, without quotes.</param>
/// <param name="Measures">What stands in its parentheses: 50, max.</param>
internal sealed record WrittenType(string? Schema, string Name, IReadOnlyList<string> Measures)
{
    /// <summary>The type as one text: `decimal(9,2)`.</summary>
    public override string ToString() => (Schema is null ? Name : $"{Schema}.{Name}")
        + (Measures.Count == 0 ? "" : $"({string.Join(',', Measures)})");
}
