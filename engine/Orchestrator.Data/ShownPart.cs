namespace Orchestrator.Data;

/// <summary>A table or view of which the server shows its user a part, or other values than are there.</summary>
/// <param name="Table">The table or view.</param>
/// <param name="Why">Why, as a clause: "its rows are filtered by …".</param>
public sealed record ShownPart(TableName Table, string Why)
{
    /// <summary>Whether all its rows are shown, and values of some are others than are there.</summary>
    public bool IsMasked { get; init; }
}
