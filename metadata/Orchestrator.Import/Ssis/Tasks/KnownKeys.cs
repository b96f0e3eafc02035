using Orchestrator.Data;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Ssis.Flows.Plans;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The keys of tables that somebody has told, so that a lookup need not look for the first of several rows,
/// and their columns, so that a star has names.</summary>
/// <param name="tables">The tables of scripts and models.</param>
internal sealed class KnownKeys(IReadOnlyList<CatalogTable> tables)
{
    // Two tables that are called alike, of two databases, say nothing.
    private readonly Dictionary<string, CatalogTable> _known = tables
        .GroupBy(each => new NamedTable(each.Name.Schema ?? "", each.Name.Name).Key)
        .Where(each => each.Count() == 1).ToDictionary(each => each.Key, each => each.Single());

    /// <summary>Whether no two rows of a table have the same values in those columns.</summary>
    public bool AreUnique(FlowTable table, IReadOnlyList<string> columns) =>
        _known.TryGetValue(new NamedTable(table.Schema, table.Name).Key, out var known)
        && known.UniqueKeys.Select(each => each.Columns).Append(known.PrimaryKey).Any(key => key.Count > 0
            && key.All(column => columns.Contains(column, StringComparer.OrdinalIgnoreCase)));

    /// <summary>The columns of a table in their order; empty where nobody has told.</summary>
    public IReadOnlyList<string> ColumnsOf(NamedTable table) =>
        _known.TryGetValue(table.Key, out var known) ? [.. known.Columns.Select(each => each.Name)] : [];

    /// <summary>A column of a table; null where nobody has told of it.</summary>
    public CatalogColumn? ColumnOf(FlowTable table, string column) =>
        _known.TryGetValue(new NamedTable(table.Schema, table.Name).Key, out var known)
            ? known.Columns.FirstOrDefault(each => each.Name.Equals(column, StringComparison.OrdinalIgnoreCase)) : null;
}
