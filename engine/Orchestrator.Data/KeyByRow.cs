namespace Orchestrator.Data;

/// <summary>A key of a table that the platform keeps unique with each row that is changed.</summary>
/// <param name="Columns">Its columns.</param>
/// <param name="TakesNulls">Whether any number of rows may hold NULL in it: no primary key, none whose NULLs are
/// equal, and none that rows of other tables follow (ON UPDATE CASCADE).</param>
public sealed record KeyByRow(IReadOnlyList<string> Columns, bool TakesNulls)
{
    /// <summary>Whether a row that breaks it ends the transaction, or removes another row, so that nobody can try.
    /// </summary>
    public bool IsFinal { get; init; }
}
