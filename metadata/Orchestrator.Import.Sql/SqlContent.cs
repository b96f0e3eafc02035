using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql;

/// <summary>What scripts, projects and packages make.</summary>
/// <param name="Tables">Tables and views by name; a column whose type is not told has none.</param>
/// <param name="Files">How many files were read.</param>
/// <param name="Problems">What is wrong, and what is not told.</param>
internal sealed record SqlContent(
    IReadOnlyList<CatalogTable> Tables, int Files, IReadOnlyList<Diagnostic> Problems)
{
    /// <summary>Whether something of what was read is missing from it.</summary>
    public bool IsPartial { get; init; }

    /// <summary>Whether what is not in it is not in the database either: folders, projects and packages, all of which
    /// could be read.</summary>
    public bool IsWhole { get; init; }

    /// <summary>The same tables, without the computed columns whose type is not told: a load cannot move these.
    /// </summary>
    public IReadOnlyList<CatalogTable> Movable => [.. Tables.Select(WithToldColumns)];

    // Half of a key would be taken for a key.
    private static CatalogTable WithToldColumns(CatalogTable table)
    {
        var told = table.Columns.Where(column => column.Type is not null || column.Native is not null).ToArray();
        var names = told.Select(column => column.Name).ToHashSet(StringComparer.Ordinal);
        return table with { Columns = told, PrimaryKey = table.PrimaryKey.All(names.Contains) ? table.PrimaryKey : [] };
    }
}
