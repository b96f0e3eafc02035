using Orchestrator.Core.Types;

namespace Orchestrator.Data.Absorb;

/// <summary>
/// A buffer of rows on their way into a table: writers add rows there by any means, and a drainer brings the latest
/// row of each key into the target and removes exactly the rows that it has taken.
/// </summary>
/// <param name="Buffer">The buffer; beside the columns it has <see cref="Number"/> and <see cref="Since"/>.</param>
/// <param name="Target">The target; beside the columns it has one for the number of the row it holds.</param>
/// <param name="Columns">The columns that both have.</param>
/// <param name="Key">Names of those that a row is known by; they hold no NULL.</param>
/// <param name="OrderBy">The column whose greatest value is the latest row of a key; null = what came last.</param>
/// <param name="Held">The target's column for the number of the row it holds.</param>
public sealed record BufferedTable(
    TableName Buffer, TableName Target, IReadOnlyList<RowColumn> Columns, IReadOnlyList<string> Key, string? OrderBy,
    string Held)
{
    /// <summary>The buffer's column that numbers rows in the order in which they were added, by all writers.
    /// </summary>
    public const string Number = "RowBufferId";

    /// <summary>The buffer's column that says when a row was added.</summary>
    public const string Since = "RowBufferedAt";

    /// <summary>How rows of the buffer are found. Default: in order.</summary>
    public BufferIndex Index { get; init; }

    /// <summary>The column of the target for the number of the row it holds.</summary>
    public RowColumn HeldColumn => new(Held, new SqlType(SqlTypeKind.BigInt));

    /// <summary>All columns of the target that are written.</summary>
    public IReadOnlyList<RowColumn> Written => [.. Columns, HeldColumn];
}

/// <summary>How a buffer is made.</summary>
/// <param name="IsPersisted">Whether its rows are there after a crash of the server.</param>
/// <param name="First">The number of its first row.</param>
public sealed record BufferOptions(bool IsPersisted, long First);

/// <summary>How the rows of a buffer are found.</summary>
public enum BufferIndex
{
    /// <summary>In order, by an index over their numbers.</summary>
    Ordered,

    /// <summary>As they lie: nothing has to be kept in order while rows are added, and they are taken in no order, as
    /// each batch would else look at all of them.</summary>
    None,
}
