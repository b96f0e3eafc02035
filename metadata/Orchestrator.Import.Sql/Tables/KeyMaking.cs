using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.Sql.Tables;

/// <summary>Keys of a table with the names that its columns have, and names of their own where a script gives none.
/// </summary>
internal sealed class KeyMaking(SqlDrafts drafts, TableDraft table, SqlProblems problems)
{
    /// <summary>Columns by their names as they are declared; null after one of them was said to be missing.</summary>
    public string[]? Columns(IReadOnlyList<string> written, Origin at)
    {
        var found = written.Select(name => (Name: name, Column: Column(table, name))).ToArray();
        if (found.FirstOrDefault(each => each.Column is null).Name is { } missing)
        {
            problems.Error(SqlCodes.UnknownTable, at, $"the table {table.Name} has no column '{missing}'",
                "import the script that adds it, too");
            return null;
        }

        return [.. found.Select(each => each.Column!)];
    }

    /// <summary>Its unique keys, by name.</summary>
    public IReadOnlyList<CatalogKey> UniqueKeys()
    {
        var made = new List<CatalogKey>();
        foreach (var key in table.UniqueKeys)
        {
            if (Columns(key.Columns, key.At) is { } columns)
            {
                made.Add(new CatalogKey(Named(key.Name, $"UQ_{table.Name.Name}_{string.Join('_', columns)}"), columns));
            }
        }

        return [.. made.OrderBy(key => key.Name, StringComparer.Ordinal)];
    }

    /// <summary>Its foreign keys, by name.</summary>
    public IReadOnlyList<CatalogReference> ForeignKeys()
    {
        var made = new List<CatalogReference>();
        foreach (var key in table.ForeignKeys)
        {
            if (Columns(key.Columns, key.At) is { } columns)
            {
                made.Add(Reference(key, columns));
            }
        }

        return [.. made.OrderBy(key => key.Name, StringComparer.Ordinal)];
    }

    private CatalogReference Reference(ReferenceDraft key, string[] columns)
    {
        // A table that was not read keeps the name that the key writes.
        var to = drafts.Table(key.To);
        var name = Named(key.Name, $"FK_{table.Name.Name}_{string.Join('_', columns)}");
        IReadOnlyList<string> written = key.ToColumns.Count > 0 ? key.ToColumns : to?.PrimaryKey?.Columns ?? [];
        return new CatalogReference(
            name, columns, to?.Name ?? key.To,
            [.. written.Select(column => to is null ? column : Column(to, column) ?? column)]);
    }

    // The server would make one up that nobody knows before.
    private static string Named(string written, string otherwise) => written.Length > 0 ? written : otherwise;

    private static string? Column(TableDraft of, string name) =>
        of.Columns.Find(each => each.Name.Equals(name, StringComparison.OrdinalIgnoreCase))?.Name;
}
