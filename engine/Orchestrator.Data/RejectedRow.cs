namespace Orchestrator.Data;

/// <summary>Why a value does not fit its column, or a row its table.</summary>
public enum RejectReason
{
    /// <summary>Longer than the column.</summary>
    Truncation,

    /// <summary>More digits behind the point, or of the second, than the column keeps.</summary>
    ScaleLoss,

    /// <summary>Not text in its encoding, or characters that the column cannot hold.</summary>
    EncodingLoss,

    /// <summary>Outside the range of the column, or no value of its type at all.</summary>
    RangeLoss,

    /// <summary>NULL where the column takes none.</summary>
    Null,

    /// <summary>Outside the range of rows that the load replaces.</summary>
    OutsideRange,

    /// <summary>The table refused the row: a constraint, a trigger, a conversion.</summary>
    Refused,

    /// <summary>Too few or too many columns.</summary>
    Shape,

    /// <summary>Rejected before and replayed, where the target holds a row of its key that may be newer.</summary>
    Overtaken,

    /// <summary>Kind scd: it would begin where versions end that have no end.</summary>
    EffectiveDate,
}

/// <summary>
/// A row that did not reach the target, for the error table. <see cref="Value"/>, <see cref="Key"/> and
/// <see cref="SourceRow"/> are the data itself, also of sensitive columns: they go into the error table and nowhere
/// else; elsewhere only <see cref="Shown"/>.
/// </summary>
public sealed record RejectedRow
{
    /// <summary>Number of the row in its file or query, from 1 (a header does not count).</summary>
    public required long Row { get; init; }

    /// <summary>The file it comes from; empty where there is none.</summary>
    public string File { get; init; } = "";

    /// <summary>
    /// The target column that refused its value; the first, if several did. For a row of the wrong shape the column of
    /// the source where that shows.
    /// </summary>
    public required string Column { get; init; }

    /// <summary>The value, or for a row of the wrong shape its text, cut at 4,000 characters; null = NULL.</summary>
    public string? Value { get; init; }

    /// <summary>What may be seen anywhere: cut at 64 characters; length and keyed hash if sensitive.</summary>
    public required string Shown { get; init; }

    /// <summary>
    /// Size of the value in the unit of the column: characters, bytes or digits; columns of a row; 0 = has none.
    /// </summary>
    public long ActualSize { get; init; }

    /// <summary>Size that the column allows; −1 = max, 0 = has none.</summary>
    public long AllowedSize { get; init; }

    /// <summary>Why.</summary>
    public required RejectReason Reason { get; init; }

    /// <summary>ORC3xxx of the reason.</summary>
    public required string Code { get; init; }

    /// <summary>The reason in words, without the value.</summary>
    public required string Message { get; init; }

    /// <summary>Values of the key columns, `Name=value` separated by ", "; empty where the object has no key.</summary>
    public string Key { get; init; } = "";

    /// <summary>
    /// What the source gave for the columns of the target, as <see cref="RowText"/> writes it; null = it is not kept:
    /// the row is of the wrong shape, or longer than that takes.
    /// </summary>
    public string? SourceRow { get; init; }
}
