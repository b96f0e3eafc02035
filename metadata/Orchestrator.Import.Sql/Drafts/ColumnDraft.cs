using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Drafts;

/// <summary>A column as it is declared, before its type is looked up.</summary>
internal sealed record ColumnDraft(string Name, Origin At)
{
    /// <summary>Its type; null where it is computed.</summary>
    public WrittenType? Type { get; init; }

    /// <summary>What is said of NULL; null = nothing.</summary>
    public bool? Nullable { get; init; }

    /// <summary>Its collation; empty = that of the database.</summary>
    public string Collation { get; init; } = "";

    /// <summary>Its default in T-SQL; empty = none.</summary>
    public string Default { get; init; } = "";

    /// <summary>Name of the constraint that is its default; empty = it has none.</summary>
    public string DefaultName { get; init; } = "";

    /// <summary>Whether the server counts it.</summary>
    public bool IsIdentity { get; init; }

    /// <summary>Whether it is one end of the time in which a row is valid.</summary>
    public bool IsPeriod { get; init; }

    /// <summary>Whether `SELECT *` passes it over.</summary>
    public bool IsHidden { get; init; }

    /// <summary>What it is computed from; null where it is not, or where that cannot be read.</summary>
    public ScalarExpression? Computed { get; init; }

    /// <summary>The same as text; empty = it is not computed.</summary>
    public string ComputedText { get; init; } = "";
}
