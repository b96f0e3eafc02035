using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>Why a table does not hold the rows that it was given, and has refused none.</summary>
internal static class LeavingOut
{
    /// <summary>What may have done it, as the beginning of a sentence.</summary>
    /// <param name="database">The table's database.</param>
    /// <param name="others">What else may have: "trigger or rule".</param>
    public static string Cause(IDatabase database, TableName table, string others) =>
        database.OnConflict(table) is { Count: > 0 } silent
            ? $"A constraint of it that says ON CONFLICT {string.Join(" or ", silent)}, or a {others}"
            : $"A {others}";

    /// <summary>Whether a constraint of the table leaves rows out that break it.</summary>
    public static bool IsSilent(IDatabase database, TableName table) =>
        database.OnConflict(table).Contains("IGNORE", StringComparer.Ordinal);

    /// <summary>
    /// Refuses to drain into a table that leaves rows out, or removes others, for another key than the load's own: they
    /// would be gone, and nobody could tell them from those that came too late.
    /// </summary>
    /// <exception cref="PackageRefusedException">It is one.</exception>
    public static void RefuseToDrain(IDatabase database, TableName table, IReadOnlyList<string> key)
    {
        var own = key.Select(database.Platform.Dialect.Fold).ToHashSet();
        if (database.OnConflict(table) is { Count: > 0 } silent
            && database.KeysByRow(table).FirstOrDefault(
                each => !own.IsSubsetOf(each.Columns.Select(database.Platform.Dialect.Fold))) is { } other)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Config, "open",
                $"The table '{table}' has the unique key {string.Join(", ", other.Columns)}, and a constraint of it "
                + $"says ON CONFLICT {string.Join(" or ", silent)}: rows that break it would be left out, or take the "
                + "place of others, without a word. Nothing was moved; let the key refuse them (ON CONFLICT ABORT).");
        }
    }
}
