using Orchestrator.Core;
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
    /// <param name="asked">Asked where it matters: what else is known of the table.</param>
    public static ColumnsLeftAlone Of(
        ObjectDefinition definition, IEnumerable<ShapeDifference> differences, AskedTable asked)
    {
        RowColumn[] others =
            [.. differences.Where(each => each.Kind == ChangeKind.ColumnAdded).Select(each => each.Column)];
        if (others.Length == 0 || !(definition.KeepsOtherColumns
            || (definition.MayKeepOtherColumns && asked.IsMadeElsewhere())))
        {
            return None;
        }

        var filled = asked.Filled().ToHashSet(StringComparer.Ordinal);
        return new ColumnsLeftAlone(
            [.. others.Select(column => column.Name)],
            [.. others.Where(column => !column.Nullable && !filled.Contains(column.Name))
                .Select(column => column.Name)]);
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

    /// <summary>
    /// A warning where only the look of the table says that it is not the engine's: a key that somebody has given to
    /// one that is would else hide that the metadata have lost a column.
    /// </summary>
    public static IEnumerable<string> Unsaid(
        ObjectDefinition definition, TableName table, IReadOnlyList<string> leftAlone) =>
        leftAlone.Count == 0 || definition.KeepsOtherColumns ? [] :
        [
            $"the metadata do not name {Named(leftAlone)} of '{table}', and a key or default there shows that others "
                + "have a hand in the table: nothing is written there. `load: {otherColumns: keep}` or `create: never` "
                + "says that this is meant, `otherColumns: fail` that it is not",
        ];

    /// <summary>Columns by their names, for a message.</summary>
    public static string Named(IReadOnlyList<string> columns) =>
        Words.First(ColumnsShown, columns.Select(column => $"'{column}'"));

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
}
