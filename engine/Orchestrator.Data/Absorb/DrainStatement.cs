namespace Orchestrator.Data.Absorb;

/// <summary>One statement of those that drain a part of a buffer, in order, within one transaction.</summary>
/// <param name="Sql">Its text; @rows is how many rows are taken, @first and @last are the ends of a part.</param>
/// <param name="Counts">What the rows that it changes are.</param>
public sealed record DrainStatement(string Sql, DrainCount Counts = DrainCount.None)
{
    /// <summary>Whether it is run also where no row was taken.</summary>
    public bool IsWithNone { get; init; }

    /// <summary>What is tried in its place, in order, where it is refused; where all are, the next statement is.
    /// Null = a refusal ends it all.</summary>
    public IReadOnlyList<string>? Or { get; init; }
}

/// <summary>What a statement counts.</summary>
public enum DrainCount
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Rows that were taken from the buffer.</summary>
    Taken,

    /// <summary>Rows that a later one of their key, taken with them, replaces.</summary>
    Duplicate,

    /// <summary>Rows of the target that were written over.</summary>
    Updated,

    /// <summary>Rows that were added to the target.</summary>
    Inserted,

    /// <summary>It is a question, whose only row has all four: taken, duplicate, updated, inserted.</summary>
    All,
}

/// <summary>What became of rows of a buffer.</summary>
/// <param name="Taken">Removed from the buffer.</param>
/// <param name="Duplicate">Replaced by a later row of their key that was taken with them.</param>
/// <param name="Updated">Written over rows of the target.</param>
/// <param name="Inserted">Added to the target.</param>
/// <param name="Rejected">Put into the error table, because the target refuses them.</param>
public readonly record struct DrainedRows(
    long Taken, long Duplicate, long Updated, long Inserted, long Rejected = 0)
{
    /// <summary>Left out, because the target holds a later row of their key.</summary>
    public long Older => Taken - Duplicate - Updated - Inserted - Rejected;

    /// <summary>Both together.</summary>
    public static DrainedRows operator +(DrainedRows one, DrainedRows other) => new(
        one.Taken + other.Taken, one.Duplicate + other.Duplicate, one.Updated + other.Updated,
        one.Inserted + other.Inserted, one.Rejected + other.Rejected);
}
