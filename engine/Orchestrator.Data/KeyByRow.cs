namespace Orchestrator.Data;

/// <summary>A key of a table that the platform keeps unique with each row that is changed.</summary>
/// <param name="Columns">Its columns, and those of which it computes a value.</param>
/// <param name="TakesNulls">Whether any number of rows may hold NULL in it: no primary key, none whose NULLs are
/// equal, and none that rows of other tables follow (ON UPDATE CASCADE).</param>
public sealed record KeyByRow(IReadOnlyList<string> Columns, bool TakesNulls)
{
    /// <summary>Whether a row that breaks it ends the transaction, removes another row or is left out without a word,
    /// so that nobody can try.</summary>
    public bool IsFinal { get; init; }

    /// <summary>Whether it is of values that are computed, of which nobody knows what becomes of NULL.</summary>
    public bool IsComputed { get; init; }

    /// <summary>Which rows it is of; null = of all.</summary>
    public KeyCondition? Where { get; init; }
}

/// <summary>A condition that says which rows a key is of.</summary>
/// <param name="Sql">Its text, with the names of columns alone.</param>
/// <param name="Columns">These.</param>
public sealed record KeyCondition(string Sql, IReadOnlyList<string> Columns);
