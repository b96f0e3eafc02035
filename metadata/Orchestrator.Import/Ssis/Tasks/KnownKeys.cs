using Orchestrator.Data;
using Orchestrator.Import.Ssis.Statements;
using Orchestrator.Ssis.Flows.Plans;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>The keys of tables that somebody has told, so that a lookup need not look for the first of several rows,
/// and their columns, so that a star has names.</summary>
/// <param name="tables">The tables of scripts and models.</param>
internal sealed class KnownKeys(IReadOnlyList<ToldTable> tables)
{
    // Two tables that are called alike, of two databases, say nothing, unless each is told for its connection.
    private readonly Dictionary<(string Connection, string Table), CatalogTable> _known = tables
        .GroupBy(each => (
            Folded(each.Connection), new NamedTable(each.Table.Name.Schema ?? "", each.Table.Name.Name).Key))
        .Where(each => each.Count() == 1).ToDictionary(each => each.Key, each => each.Single().Table);

    /// <summary>Whether no two rows of a table have the same values in those columns.</summary>
    public bool AreUnique(FlowTable table, IReadOnlyList<string> columns) =>
        Find(table) is { } known
        && known.UniqueKeys.Select(each => each.Columns).Append(known.PrimaryKey).Any(key => key.Count > 0
            && key.All(column => columns.Contains(column, StringComparer.OrdinalIgnoreCase)));

    /// <summary>The columns of a table in their order; empty where nobody has told.</summary>
    /// <param name="connection">The connection, as the package calls it.</param>
    /// <param name="table">The table.</param>
    public IReadOnlyList<string> ColumnsOf(string connection, NamedTable table) =>
        Find(connection, table) is { } known ? [.. known.Columns.Select(each => each.Name)] : [];

    /// <summary>A column of a table; null where nobody has told of it.</summary>
    public CatalogColumn? ColumnOf(FlowTable table, string column) => Find(table)?.Columns
        .FirstOrDefault(each => each.Name.Equals(column, StringComparison.OrdinalIgnoreCase));

    // What lies in another database than that of its connection is not told for the connection.
    private CatalogTable? Find(FlowTable table) =>
        Find(table.Database.Length > 0 ? "" : table.Connection, new NamedTable(table.Schema, table.Name));

    private CatalogTable? Find(string connection, NamedTable table) =>
        _known.GetValueOrDefault((Folded(connection), table.Key)) ?? _known.GetValueOrDefault(("", table.Key));

    private static string Folded(string connection) => connection.ToUpperInvariant();
}
