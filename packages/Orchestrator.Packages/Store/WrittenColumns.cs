using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Store;

/// <summary>Columns that an object names of a table, held against those that the table has.</summary>
internal static class WrittenColumns
{
    private const int ColumnsShown = 8;

    // SQLite and PostgreSQL have them and list them nowhere.
    private static readonly string[] Unlisted = ["rowid", "oid", "_rowid_", "xmin"];

    /// <summary>
    /// Those that the loads declare which write the table, and the catalog knows; null where no load writes it, or
    /// where only a run tells which columns it has.
    /// </summary>
    public static IReadOnlyList<string>? Of(ObjectTarget table, ObjectDefinition asked, Solution solution)
    {
        ObjectDefinition[] writers = [.. TableWriters.OfSameTable(asked with { Target = table }, solution)];
        if (writers.Length == 0 || !writers.All(TellsAll))
        {
            return null;
        }

        // What the server fills stands beside what a load writes.
        var known = CatalogTables.Find(solution, table.Connection, table.Schema, table.Name);
        return [.. writers.SelectMany(Names).Concat(known?.Columns.Select(column => column.Name) ?? []).Distinct()];
    }

    /// <summary>Whether a load may change which columns a table has that is there.</summary>
    public static bool MayChange(ObjectDefinition load) => load.Load.Drift.Value == Drift.AddColumns
        || load.Load.Pattern.Value == LoadPattern.DropAndReload;

    /// <summary>A diagnostic for each of the names that the table does not have.</summary>
    /// <param name="named">The names, with where they stand.</param>
    /// <param name="there">The columns of the table.</param>
    /// <param name="table">The table, for people.</param>
    /// <param name="dialect">How its platform compares names.</param>
    /// <param name="say">Makes the diagnostic.</param>
    public static IEnumerable<Diagnostic> Missing(
        IEnumerable<(string Name, Origin At)> named, IReadOnlyList<string> there, string table, Dialect dialect,
        Func<Origin, string, string, Diagnostic> say)
    {
        var byName = dialect.ByName(there, name => name);
        return named.Where(each => byName.Find(each.Name) is null
            && !Unlisted.Contains(each.Name, StringComparer.OrdinalIgnoreCase))
            .Select(each => say(each.At, $"the table '{table}' has no column '{each.Name}'",
                $"it has {string.Join(", ", there.Take(ColumnsShown).Select(name => $"'{name}'"))}"
                + $"{(there.Count > ColumnsShown ? ", …" : "")}: correct the name").WithNearest(each.Name, there));
    }

    /// <summary>A warning only: the table may have columns that the server fills, or that stood there before.</summary>
    public static Diagnostic Undeclared(Origin at, string message, string hint) =>
        new("ORC1350", Severity.Warning, at, $"by what its loads declare, {message}", hint);

    private static bool TellsAll(ObjectDefinition load) =>
        load is { Columns.Count: > 0, Plugin: null, KeepsOtherColumns: false } && !MayChange(load);

    private static IEnumerable<string> Names(ObjectDefinition load) => load.Columns
        .SelectMany(column => (string?[])[column.Target, column.Previous, column.Current])
        .Append(load.Scd?.SurrogateKey)
        .Concat(load.SystemColumns.Select(column => column.Column))
        .OfType<string>();
}
