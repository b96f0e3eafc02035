using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Shape;

/// <summary>
/// Columns of a target that a load does not write and leaves as they are. No statement names them: rows that stay keep
/// what they hold there, and new ones get the default, or NULL.
/// </summary>
/// <param name="All">By name.</param>
/// <param name="Unfilled">Those of them that take no NULL and have no default, so that no row can be added.</param>
internal sealed record ColumnsLeftAlone(IReadOnlyList<string> All, IReadOnlyList<string> Unfilled)
{
    private const int ColumnsShown = 8;

    /// <summary>There are none.</summary>
    public static ColumnsLeftAlone None { get; } = new([], []);

    /// <summary>Those of a target.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="differences">What makes the target another table than the load writes.</param>
    /// <param name="filled">Asked where it matters: its columns that get a value where a row brings none.</param>
    public static ColumnsLeftAlone Of(
        ObjectDefinition definition, IEnumerable<ShapeDifference> differences, Func<IReadOnlyList<string>> filled)
    {
        RowColumn[] others =
            [.. differences.Where(each => each.Kind == ChangeKind.ColumnAdded).Select(each => each.Column)];
        if (others.Length == 0 || !(definition.KeepsOtherColumns || KeepsWhatIsFilled(definition)))
        {
            return None;
        }

        var known = filled().ToHashSet(StringComparer.Ordinal);
        RowColumn[] kept =
            [.. others.Where(column => definition.KeepsOtherColumns || known.Contains(column.Name))];
        return new ColumnsLeftAlone(
            [.. kept.Select(column => column.Name)],
            [.. kept.Where(column => !column.Nullable && !known.Contains(column.Name)).Select(column => column.Name)]);
    }

    /// <summary>
    /// The columns that DropAndReload would lose and must not: those of a table that is not the engine's to make, and
    /// all where `otherColumns: fail` wants to hear of them.
    /// </summary>
    /// <param name="definition">The load.</param>
    /// <param name="dialect">How its platform compares names.</param>
    /// <param name="found">Asked where it matters: the columns of the table that is there.</param>
    /// <param name="wanted">The columns that the load writes.</param>
    public static IReadOnlyList<string> Dropped(
        ObjectDefinition definition, Dialect dialect, Func<IReadOnlyList<RowColumn>> found,
        IReadOnlyList<RowColumn> wanted)
    {
        if (!definition.KeepsOtherColumns && definition.Load.OtherColumns.Value != OtherColumns.Fail)
        {
            return [];
        }

        var written = dialect.ByName(wanted, column => column.Name);
        return [.. found().Where(column => written.Find(column.Name) is null).Select(column => column.Name)];
    }

    /// <summary>Columns by their names, for a message.</summary>
    public static string Named(IReadOnlyList<string> columns) =>
        string.Join(", ", columns.Take(ColumnsShown).Select(column => $"'{column}'"))
        + (columns.Count > ColumnsShown ? $" and {columns.Count - ColumnsShown} more" : "");

    /// <summary>The columns of a table, as its catalog file keeps it, that get a value by themselves.</summary>
    public static IReadOnlyList<string> FilledIn(KnownTable table, IPlatform platform) =>
    [
        .. table.Columns.Where(column => column.Default.Length > 0 || IsRowNumber(
            platform, column.Name, column.DataType, table.PrimaryKey)).Select(column => column.Name),
    ];

    /// <summary>The columns of a table that get a value by themselves.</summary>
    public static IReadOnlyList<string> FilledIn(CatalogTable table, IPlatform platform) =>
    [
        .. table.Columns.Where(column => column.Default.Length > 0 || IsRowNumber(
            platform, column.Name, column.Type, table.PrimaryKey)).Select(column => column.Name),
    ];

    /// <summary>Whether a difference is one of them.</summary>
    public bool Holds(ShapeDifference difference) =>
        difference.Kind == ChangeKind.ColumnAdded && All.Contains(difference.Column.Name, StringComparer.Ordinal);

    /// <summary>Refuses a table to which no row could be added.</summary>
    /// <exception cref="PackageRefusedException">It is one.</exception>
    public void RefuseUnfilled(TableName table)
    {
        if (Unfilled.Count > 0)
        {
            throw new PackageRefusedException(
                "ORC3603", ErrorClass.Config, "open",
                $"The table '{table}' takes no NULL in {Named(Unfilled)} and has no default there, and no row brings a "
                + "value: the metadata do not name it. Name it among `columns`, where need be with a `value`, or give "
                + "it a default in the table.");
        }
    }

    // A default is nothing that the engine makes: the column is somebody's who wants it filled by the table.
    private static bool KeepsWhatIsFilled(ObjectDefinition definition) => definition.Columns.Count > 0
        && definition.Load is { OtherColumns.Value: null, Drift.Value: not Drift.Fail };

    // What a file database tells of such a key is its type alone; a run looks closer.
    private static bool IsRowNumber(
        IPlatform platform, string column, SqlType? type, IReadOnlyList<string> primaryKey) =>
        platform.Abilities.IsFile && primaryKey.Count == 1 && primaryKey[0] == column
        && type is { Kind: SqlTypeKind.BigInt or SqlTypeKind.Int };
}
