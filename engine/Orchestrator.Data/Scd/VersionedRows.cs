namespace Orchestrator.Data.Scd;

/// <summary>The columns of a table of versions, by what each is for.</summary>
public sealed record VersionedRows
{
    /// <summary>The key; no NULL is in it.</summary>
    public required IReadOnlyList<RowColumn> Key { get; init; }

    /// <summary>
    /// Columns that a version has as its row was delivered: what is tracked or ignored, the hash, and who loaded it.
    /// </summary>
    public required IReadOnlyList<RowColumn> Own { get; init; }

    /// <summary>Columns that are the same in all versions of a key.</summary>
    public IReadOnlyList<KeyColumn> OfKey { get; init; } = [];

    /// <summary>The column of the load table that says from when on a row holds; null = the moment does.</summary>
    public string? Effective { get; init; }

    /// <summary>Hash of what is tracked.</summary>
    public required string Hash { get; init; }

    /// <summary>The attempt that wrote a version last.</summary>
    public required string Audit { get; init; }

    /// <summary>Where a version begins.</summary>
    public required RowColumn From { get; init; }

    /// <summary>Where it ends; takes NULL where that is the open end.</summary>
    public required RowColumn To { get; init; }

    /// <summary>Whether it has no end yet.</summary>
    public required RowColumn Current { get; init; }

    /// <summary>Its place in the history of its key.</summary>
    public required RowColumn Version { get; init; }

    /// <summary>Whether the source has the key no more; null = nobody asks.</summary>
    public RowColumn? Deleted { get; init; }

    /// <summary>The number of a version among those of all keys; null = the engine gives none.</summary>
    public RowColumn? Surrogate { get; init; }

    /// <summary>Whether each delivery is all that the source has, so that all of its rows count for the key.</summary>
    public bool IsWhole { get; init; }

    /// <summary>Whether keys that are not delivered are closed.</summary>
    public bool Closes { get; init; }
}

/// <summary>What a column that all versions of a key share holds.</summary>
public enum KeyValue
{
    /// <summary>The newest value.</summary>
    Newest,

    /// <summary>The first value.</summary>
    First,
}

/// <summary>A column that all versions of a key share.</summary>
/// <param name="Column">The column of the target.</param>
/// <param name="Source">The column of the load table that its values come from.</param>
/// <param name="Value">Which of them.</param>
/// <param name="Before">The column that takes the value before; null = none does.</param>
public sealed record KeyColumn(RowColumn Column, string Source, KeyValue Value, RowColumn? Before = null);

/// <summary>The tables that a delivery goes through, from the load table to the target.</summary>
/// <param name="Load">The load table, with <see cref="Dialect.RowNumber"/>.</param>
/// <param name="Repeated">The keys that it has more than once.</param>
/// <param name="Twins">Those that have more than one time as well.</param>
/// <param name="Work">Its rows that do something, and what.</param>
/// <param name="History">Versions and rows of the keys that need more than a look at the newest version.</param>
/// <param name="Keys">The keys of the work table, and which rows decide their values.</param>
/// <param name="Steps">The rows of keys that come more than once, each held against the one before.</param>
/// <param name="Values">The values that all versions of a key share.</param>
/// <param name="Back">The keys that were flagged as deleted and are delivered again.</param>
/// <param name="Gone">The keys that are not delivered and have to be closed or flagged.</param>
public sealed record ScdTables(
    TableName Load, TableName Repeated, TableName Twins, TableName Work, TableName History, TableName Keys,
    TableName Steps, TableName Values, TableName Back, TableName Gone, TableName Target)
{
    /// <summary>Those of an attempt.</summary>
    public static ScdTables Of(Dialect dialect, TableName target, long attempt) => new(
        dialect.LoadTable(target, attempt), dialect.WorkTable(target, attempt, "many"),
        dialect.WorkTable(target, attempt, "twin"), dialect.WorkTable(target, attempt, "work"),
        dialect.WorkTable(target, attempt, "past"), dialect.WorkTable(target, attempt, "keys"),
        dialect.WorkTable(target, attempt, "step"), dialect.WorkTable(target, attempt, "vals"),
        dialect.WorkTable(target, attempt, "back"), dialect.WorkTable(target, attempt, "gone"), target);
}

/// <summary>The tables that a delivery goes through where its versions are made outside of the database.</summary>
/// <param name="Load">The load table, with <see cref="Dialect.RowNumber"/>.</param>
/// <param name="Keys">The keys that are looked at, each with a number.</param>
/// <param name="Rows">The rows of the load table as numbers.</param>
/// <param name="Outcome">The versions that are new or have changed, as numbers.</param>
/// <param name="Work">The same with their values.</param>
public sealed record ScdFlowTables(
    TableName Load, TableName Keys, TableName Rows, TableName Outcome, TableName Work, TableName Target)
{
    /// <summary>Those of an attempt.</summary>
    public static ScdFlowTables Of(Dialect dialect, TableName target, long attempt) => new(
        dialect.LoadTable(target, attempt), dialect.WorkTable(target, attempt, "keys"),
        dialect.WorkTable(target, attempt, "nums"), dialect.WorkTable(target, attempt, "made"),
        dialect.WorkTable(target, attempt, "work"), target);
}
