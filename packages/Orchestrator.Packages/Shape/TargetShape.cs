using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Shape;

/// <summary>One thing that makes a table another than a load writes.</summary>
/// <param name="Kind">What kind of change it is.</param>
/// <param name="Column">The column that is wanted, or that is there and not wanted.</param>
/// <param name="Text">In words.</param>
internal sealed record ShapeDifference(ChangeKind Kind, RowColumn Column, string Text);

/// <summary>Compares the table that is there with the columns that the load writes.</summary>
internal static class TargetShape
{
    private const int DifferencesShown = 20;

    /// <summary>
    /// Whether the table is there; it then has the columns that the load writes, and others only where they are left
    /// alone. Those that it lacks are added where `drift: addColumns` says so.
    /// </summary>
    /// <param name="database">Its database, in a transaction.</param>
    /// <param name="definition">The load.</param>
    /// <param name="wanted">The columns that it writes.</param>
    /// <param name="added">Is given those that were added.</param>
    /// <param name="isReplay">Whether rejected rows are loaded, so that nothing would make the others anew.</param>
    /// <exception cref="PackageRefusedException">It is missing and may not be made, is no table, has drifted, or has
    /// columns that nothing fills or that the load would lose.</exception>
    public static CheckedShape Check(
        IDatabase database, TableName table, ObjectDefinition definition, IReadOnlyList<RowColumn> wanted,
        ICollection<RowColumn> added, bool isReplay)
    {
        if (!IsThere(database, table, definition))
        {
            return new CheckedShape(false, []);
        }

        if (definition.Load.Pattern.Value == LoadPattern.DropAndReload)
        {
            RefuseToDrop(database, table, definition, wanted);
            return new CheckedShape(true, []);
        }

        RefuseNumbers(database, table, definition, wanted);
        var all = Differences(database.Platform.Dialect, Loaded(database, table, definition), wanted).ToArray();
        // A buffer is the engine's own, whatever is said of the table that it is drained into.
        var others = definition.Absorb is not null ? ColumnsLeftAlone.None
            : ColumnsLeftAlone.Of(definition, all, AskedTable.Of(database, table));
        var differences = all.Where(each => !IsAdded(each, definition) && !others.Holds(each)).ToArray();
        if (differences.Length > 0)
        {
            throw new PackageRefusedException(
                "ORC3401", ErrorClass.Config, "open",
                $"The table '{table}' is not what the metadata says: "
                + string.Join("; ", differences.Take(DifferencesShown).Select(each => each.Text))
                + (differences.Length > DifferencesShown ? $"; and {differences.Length - DifferencesShown} more" : "")
                + (isReplay
                    ? ". Change the columns in the metadata, or alter the table. Do not drop it: rejected rows are "
                        + "added to those that are there."
                    : definition.Scd is not null
                    ? ". Change the columns in the metadata, or alter the table. Do not drop it: no source brings "
                        + "versions again that have ended. A column that is too much (RowIsDeleted, "
                        + "once `deletes` is no longer flag) can be dropped."
                    : definition.Columns.Count == 0 ? Unnamed(definition, differences)
                    : $". {Alone(definition, differences)}Change the columns in the metadata, or {Anew(definition)}"));
        }

        others.RefuseUnfilled(table);
        Add(database, table, definition,
            [.. all.Where(each => IsAdded(each, definition)).Select(each => each.Column)], added);
        return new CheckedShape(true, others.All);
    }

    // Only where that is all: what else differs would be refused again.
    private static string Alone(ObjectDefinition definition, ShapeDifference[] differences) =>
        definition.Absorb is null && differences.All(each => each.Kind == ChangeKind.ColumnAdded)
            ? "`load: {otherColumns: keep}` leaves such columns as they are. " : "";

    private static void RefuseToDrop(
        IDatabase database, TableName table, ObjectDefinition definition, IReadOnlyList<RowColumn> wanted)
    {
        if (ColumnsLeftAlone.Dropped(
            definition, database.Platform.Dialect, () => database.Columns(table), wanted) is { Count: > 0 } lost)
        {
            throw new PackageRefusedException(
                "ORC3604", ErrorClass.Config, "open",
                $"DropAndReload makes '{table}' anew, and {ColumnsLeftAlone.Named(lost)} would be gone, which the "
                + "metadata do not name. Use TruncateInsert, which leaves other columns alone; or name them among "
                + "`columns`, or drop them.");
        }
    }

    // Only what is replaced by each load is whole in what the next one reads.
    private static string Anew(ObjectDefinition definition) =>
        definition.Load.Pattern.Value is LoadPattern.TruncateInsert or LoadPattern.DropAndReload
        ? "drop the table so that the load makes it anew; where it takes each file once, alter the table instead."
        : definition.Watermark is null
        ? "alter the table; or drop it where its source still gives all rows, also those of earlier loads."
        : "alter the table; or drop it, and load everything anew (`orchestrator run --full-refresh -s "
            + $"{ShellWord.Selector(definition.FullName)}`): what lies behind the watermark is "
            + "not read again by itself.";

    // Of a source whose columns nobody names there is nothing in the metadata to change.
    private static string Unnamed(ObjectDefinition definition, ShapeDifference[] differences) =>
        ". The object names no columns, so that all of the source are loaded: "
        + (differences.All(each => each.Kind == ChangeKind.ColumnRemoved)
            ? "`load: {drift: addColumns}` adds to the table what it lacks, `drift: ignore` leaves that out; or "
            : "")
        + $"name those to be loaded as `columns` of an object '{definition.Name}', or {Anew(definition)}";

    // A buffer fills two columns by itself.
    private static RowColumn[] Loaded(IDatabase database, TableName table, ObjectDefinition definition) =>
        [.. database.Columns(table).Where(column => definition.Absorb is null
            || column.Name is not (BufferedTable.Number or BufferedTable.Since))];

    /// <summary>Whether a run adds the column, so that its missing is no mistake.</summary>
    public static bool IsAdded(ShapeDifference difference, ObjectDefinition definition) =>
        difference.Kind == ChangeKind.ColumnRemoved && definition.Load.Drift.Value == Drift.AddColumns;

    private static void Add(
        IDatabase database, TableName table, ObjectDefinition definition, RowColumn[] missing,
        ICollection<RowColumn> added)
    {
        if (missing.Length == 0)
        {
            return;
        }

        if (missing.FirstOrDefault(column => FindsRows(column, definition, database.Platform.Dialect)) is { } finding)
        {
            throw new PackageRefusedException(
                "ORC3601", ErrorClass.Config, "open",
                $"`drift: addColumns` cannot add '{finding.Name}' to '{table}': by it the load finds the rows that it "
                + "changes, and it would be NULL in all that are there. Add and fill it first.");
        }

        database.AddColumns(table, missing);
        foreach (var column in missing)
        {
            added.Add(column);
        }
    }

    private static bool FindsRows(RowColumn column, ObjectDefinition definition, Dialect dialect)
    {
        var names = definition.Scd is not null
            ? definition.Columns.Where(each => each.Key > 0).Select(each => each.Target).Concat(
                definition.SystemColumns.Where(each => !VersionColumns.IsFilled(each)).Select(each => each.Column))
            : definition.Load.Pattern.Value.IsByKey()
            ? definition.Columns.Where(each => each.Key > 0).Select(each => each.Target)
            : definition is { Load: { Pattern.Value: LoadPattern.ReplaceRange, Range.Value: { } range } }
            ? definition.Columns.Where(each => each.Name == range.Column).Select(each => each.Target)
            : [];
        return names.Any(name => dialect.Fold(name) == dialect.Fold(column.Name));
    }

    private static void RefuseNumbers(
        IDatabase database, TableName table, ObjectDefinition definition, IReadOnlyList<RowColumn> wanted)
    {
        var dialect = database.Platform.Dialect;
        var counted = definition.Load.KeepIdentity.Value ? null : database.Columns(table)
            .Where(column => column.Source == ValueSource.Identity)
            .FirstOrDefault(column => wanted.Any(one => dialect.Fold(one.Name) == dialect.Fold(column.Name)));
        if (counted is not null)
        {
            throw new PackageRefusedException(
                "ORC3473", ErrorClass.Config, "open",
                $"`keepIdentity: false` would give the column '{counted.Name}' of '{table}' other numbers than the "
                + "rows have. Take the column out of `columns`, so that the server counts, or keep the numbers.");
        }
    }

    private static bool IsThere(IDatabase database, TableName table, ObjectDefinition definition)
    {
        var kind = database.KindOf(table);
        if (kind is null)
        {
            return definition.Target.Create
                ? false
                : throw new PackageRefusedException(
                    "ORC3403", ErrorClass.Config, "open",
                    $"There is no table '{table}', and `create: never` forbids to make it. Make it first.");
        }

        if (kind != "table")
        {
            throw new PackageRefusedException(
                "ORC3401", ErrorClass.Config, "open",
                $"The target '{table}' is no table but a {kind}. Name another target, or "
                + $"{database.Platform.Dialect.TargetAdvice(table, kind)}.");
        }

        return true;
    }

    // A type that has no neutral name is called as it is called there.
    private static string There(RowColumn column) => column.Native is { } native
        ? native.Declaration.Split(" COLLATE ")[0] : $"{column.Type}";

    /// <summary>What makes one table another than is wanted.</summary>
    public static IEnumerable<ShapeDifference> Differences(
        Dialect dialect, IReadOnlyList<RowColumn> found, IReadOnlyList<RowColumn> wanted)
    {
        var foundByName = dialect.ByName(found, column => column.Name);
        var taken = new HashSet<string>(StringComparer.Ordinal);
        foreach (var column in wanted)
        {
            var other = foundByName.Find(column.Name);
            taken.Add(other?.Name ?? "");
            if (other is null)
            {
                yield return new(ChangeKind.ColumnRemoved, column, $"it has no column '{column.Name}'");
            }
            else if (other.Source == ValueSource.Server)
            {
                yield return new(
                    ChangeKind.ComputedChanged, column, $"column '{column.Name}' is filled by the server there");
            }
            else if (!dialect.IsMadeAs(other, column))
            {
                yield return new(
                    ColumnDifference.KindOf(column.Type, other.Type), column,
                    $"column '{column.Name}' is {There(other)} there and {column.Type} in the metadata");
            }
            else if (!other.Nullable && column.Nullable)
            {
                yield return new(
                    ChangeKind.NullabilityChanged, column, $"column '{column.Name}' takes no NULL there");
            }
        }

        foreach (var column in found.Where(
            column => column.Source == ValueSource.Rows && !taken.Contains(column.Name)))
        {
            yield return new(ChangeKind.ColumnAdded, column, $"its column '{column.Name}' is not in the metadata");
        }
    }
}
