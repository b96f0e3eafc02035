using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>A table or view of a database as a file below catalog/ keeps it.</summary>
public sealed record KnownTable
{
    /// <summary>The connection whose database has it.</summary>
    public required string Connection { get; init; }

    /// <summary>Its schema; null where the platform has none.</summary>
    public string? Schema { get; init; }

    public required string Name { get; init; }

    /// <summary>table, view, materialized view or foreign table.</summary>
    public string Kind { get; init; } = "table";

    /// <summary>The encoding of the database's text where it is not UTF-8; else empty.</summary>
    public string Encoding { get; init; } = "";

    /// <summary>Its columns in order.</summary>
    public IReadOnlyList<KnownColumn> Columns { get; init; } = [];

    /// <summary>The columns of its primary key in order; empty where it has none.</summary>
    public IReadOnlyList<string> PrimaryKey { get; init; } = [];

    /// <summary>Its other unique keys, by name.</summary>
    public IReadOnlyList<KnownKey> UniqueKeys { get; init; } = [];

    /// <summary>Its foreign keys, by name.</summary>
    public IReadOnlyList<KnownReference> ForeignKeys { get; init; } = [];

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }

    /// <summary>For messages: `schema.name`, or the name alone.</summary>
    public string FullName => Schema is null ? Name : $"{Schema}.{Name}";
}

/// <summary>A column of a known table.</summary>
public sealed record KnownColumn
{
    public required string Name { get; init; }

    /// <summary>Its neutral type; null = one that cannot be moved, which <see cref="Native"/> names.</summary>
    public SqlType? DataType { get; init; }

    /// <summary>Whether it takes NULL.</summary>
    public bool Nullable { get; init; } = true;

    /// <summary>The platform's own declaration, with its collation, where the type says less; else empty.</summary>
    public string Native { get; init; } = "";

    /// <summary>The code page of its text; 0 where it holds every character.</summary>
    public int CodePage { get; init; }

    /// <summary>Its default in the platform's SQL; empty = none.</summary>
    public string Default { get; init; } = "";

    /// <summary>How the server counts it; empty = it does not.</summary>
    public string Identity { get; init; } = "";

    /// <summary>What it is computed from; empty = it is not.</summary>
    public string Computed { get; init; } = "";
}

/// <summary>A unique key of a known table.</summary>
public sealed record KnownKey(string Name, IReadOnlyList<string> Columns);

/// <summary>A foreign key of a known table.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Columns">Its columns in order.</param>
/// <param name="Schema">Schema of the table that it points to; null where the platform has none.</param>
/// <param name="Table">The table that it points to.</param>
/// <param name="ToColumns">The columns there; empty = those of its primary key.</param>
public sealed record KnownReference(
    string Name, IReadOnlyList<string> Columns, string? Schema, string Table, IReadOnlyList<string> ToColumns);
