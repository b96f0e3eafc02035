using Orchestrator.Data;
using Orchestrator.Import.Sql.Drafts;
using Orchestrator.Import.Sql.Typing;

namespace Orchestrator.Import.Sql.Tables;

/// <summary>Makes of views what the catalog of a server would tell of them, as far as scripts tell it.</summary>
/// <param name="drafts">All that was read.</param>
/// <param name="tables">The tables.</param>
/// <param name="problems">Takes what is not told.</param>
internal sealed class ViewMaker(SqlDrafts drafts, IEnumerable<CatalogTable> tables, SqlProblems problems)
{
    private const string View = "view";

    private readonly TypeLookup _types = new(drafts);
    private readonly Dictionary<(string, string), IReadOnlyList<TypedColumn>?> _known =
        tables.ToDictionary(table => drafts.Dialect.Fold(table.Name), Typed);

    /// <summary>The views whose columns are told by name.</summary>
    public IEnumerable<CatalogTable> All()
    {
        foreach (var view in drafts.Views)
        {
            if (Columns(view.Name) is not { } columns || columns.Any(column => column.Name.Length == 0))
            {
                problems.Warn(SqlCodes.NotFollowed, view.At,
                    $"the columns of the view {view.Name} are not told by what was read: it is left out",
                    "name them behind CREATE VIEW, or read the view from the database: `connections refresh CONN`");
                continue;
            }

            if (columns.Where(column => column.Value.Type is null).Select(column => column.Name).ToArray() is
                { Length: > 0 } untold)
            {
                problems.Warn(SqlCodes.Untold, view.At,
                    $"no script tells the type of {string.Join(", ", untold.Select(name => $"'{name}'"))} of the view "
                    + $"{view.Name}", "write CAST into the view, or read it from the database");
            }

            yield return new CatalogTable(view.Name, View)
            {
                Columns = [.. columns.Select(column =>
                    new CatalogColumn(column.Name, column.Value.Type, column.Value.Nullable))],
            };
        }
    }

    private static IReadOnlyList<TypedColumn>? Typed(CatalogTable table) =>
    [
        .. table.Columns.Select(column => new TypedColumn(column.Name, new ToldValue(column.Type, column.Nullable))),
    ];

    private IReadOnlyList<TypedColumn>? Columns(TableName name)
    {
        var key = drafts.Dialect.Fold(name);
        if (_known.TryGetValue(key, out var columns))
        {
            return columns;
        }

        if (drafts.View(name) is not { } view)
        {
            return null;
        }

        // A view that reads itself over others finds nothing there.
        _known[key] = null;
        var found = view.Query is null ? null : new QueryColumns(drafts, _types, Columns).Of(view.Query);
        return _known[key] = QueryColumns.Renamed(found, view.Columns);
    }
}
