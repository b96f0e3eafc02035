using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>Compares the table that is there with the columns that the load writes.</summary>
internal static class TargetShape
{
    private const int DifferencesShown = 5;

    /// <summary>Whether the table is there; it then has the columns that the load writes, and no others.</summary>
    /// <exception cref="PackageRefusedException">It is missing and may not be made, is no table, or has
    /// drifted.</exception>
    public static bool Check(
        IDatabase database, TableName table, ObjectDefinition definition, IReadOnlyList<RowColumn> wanted)
    {
        var isThere = IsThere(database, table, definition);
        if (!isThere || definition.Load.Pattern.Value == LoadPattern.DropAndReload)
        {
            return isThere;
        }

        RefuseNumbers(database, table, definition, wanted);
        var differences = Differences(database.Platform.Dialect, database.Columns(table), wanted).ToArray();
        return differences.Length == 0
            ? true
            : throw new PackageRefusedException(
                "ORC3401", ErrorClass.Config, "open",
                $"The table '{table}' is not what the metadata says: "
                + string.Join("; ", differences.Take(DifferencesShown))
                + (differences.Length > DifferencesShown ? $"; and {differences.Length - DifferencesShown} more" : "")
                + ". Change the columns in the metadata, or drop the table so that the load makes it anew.");
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
                $"The target '{table}' is no table but a {kind}. Name another target, or remove the {kind}.");
        }

        return true;
    }

    /// <summary>What makes one table another than is wanted, in words.</summary>
    public static IEnumerable<string> Differences(
        Dialect dialect, IReadOnlyList<RowColumn> found, IReadOnlyList<RowColumn> wanted)
    {
        var foundByName = found.ToDictionary(column => dialect.Fold(column.Name));
        foreach (var column in wanted)
        {
            if (!foundByName.Remove(dialect.Fold(column.Name), out var other))
            {
                yield return $"it has no column '{column.Name}'";
            }
            else if (other.Source == ValueSource.Server)
            {
                yield return $"column '{column.Name}' is filled by the server there";
            }
            else if (!dialect.IsMadeAs(other, column))
            {
                yield return $"column '{column.Name}' is {other.Type} there and {column.Type} in the metadata";
            }
            else if (!other.Nullable && column.Nullable)
            {
                yield return $"column '{column.Name}' takes no NULL there";
            }
        }

        foreach (var column in foundByName.Values.Where(column => column.Source == ValueSource.Rows))
        {
            yield return $"its column '{column.Name}' is not in the metadata";
        }
    }
}
