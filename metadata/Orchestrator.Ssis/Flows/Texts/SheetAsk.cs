namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>A piece of the condition of a query over a sheet.</summary>
/// <param name="Sign">A bracket or word between others; of a column what is asked of it.</param>
internal sealed record SheetAsk(string Sign)
{
    public const string IsEmpty = "IS NULL";
    public const string HasValue = "IS NOT NULL";
    public const string IsLike = "LIKE";
    public const string IsUnlike = "NOT LIKE";

    /// <summary>The column that is asked; empty = none is.</summary>
    public string Column { get; init; } = "";

    /// <summary>The text or pattern that it is compared with, whatever the case; empty = it is compared with none.
    /// </summary>
    public string Value { get; init; } = "";

    /// <summary>The number that it is compared with; empty = it is compared with none.</summary>
    public string Number { get; init; } = "";
}
