namespace Orchestrator.Import.Catalog;

/// <summary>The ways in which a database can drift from what is known of it.</summary>
public enum ChangeKind
{
    TableAdded,
    TableRemoved,
    TableKindChanged,
    ColumnAdded,
    ColumnRemoved,
    ColumnRenamed,
    ColumnsMoved,
    TypeChanged,
    TypeNarrowed,
    TypeWidened,
    PrecisionChanged,
    NullabilityChanged,
    DefaultChanged,
    IdentityChanged,
    ComputedChanged,
    CollationChanged,
    EncodingChanged,
    PrimaryKeyChanged,
    UniqueKeyAdded,
    UniqueKeyRemoved,
    ForeignKeyAdded,
    ForeignKeyRemoved,
}

/// <summary>One change.</summary>
/// <param name="Kind">What kind it is.</param>
/// <param name="Schema">Schema of the table; null where the platform has none.</param>
/// <param name="Table">The table.</param>
/// <param name="Column">The column, its new name where it was renamed; empty = the table as a whole.</param>
/// <param name="Old">What was known; empty = nothing.</param>
/// <param name="New">What is there now; empty = nothing.</param>
public sealed record Change(
    ChangeKind Kind, string? Schema, string Table, string Column, string Old, string New)
{
    /// <summary>For messages: `schema.table`, or the table alone.</summary>
    public string FullName => Schema is null ? Table : $"{Schema}.{Table}";

    /// <summary>The kind in words: "type narrowed".</summary>
    public string Words => string.Concat(Kind.ToString().Select((c, i) =>
        char.IsUpper(c) ? (i == 0 ? "" : " ") + char.ToLowerInvariant(c) : $"{c}"));
}
