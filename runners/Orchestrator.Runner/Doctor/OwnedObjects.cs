using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Runner.Doctor.Checks;

namespace Orchestrator.Runner.Doctor;

/// <summary>Something that the engine made in a database.</summary>
/// <param name="Name">Its name; a schema by its own.</param>
/// <param name="What">What it is for.</param>
/// <param name="Needed">Why it must stay, as the end of a sentence; empty = nobody needs it.</param>
/// <param name="Statement">What drops it.</param>
public sealed record OwnedObject(string Name, string What, string Needed, string Statement);

/// <summary>Everything that the engine made in a database, in an order in which it can be dropped.</summary>
public static class OwnedObjects
{
    private static readonly Dictionary<string, string> Known = new()
    {
        ["markers"] = "claims: which run may write which table",
        ["load_ends"] = "what came of loads with hooks in their transaction",
        ["ends"] = "the same, as earlier versions kept it",
        ["attempt_markers"] = "markers of attempts on a relaxed database",
        ["durability_holders"] = "runs that keep the database relaxed",
        ["loads"] = "register of load tables",
        ["columns"] = "types of columns, which @platform does not keep",
        ["flushes"] = "the row that a flush changes",
        ["sessions"] = "sessions that write there, by what they are called",
        [ScratchTable.BareName] = "table of a calibration that has died, or is at work",
    };

    // What others refer to goes last.
    private static readonly string[] LedgerLast = ["attempts", "runs", "plans"];

    /// <summary>Of one database.</summary>
    public static IReadOnlyList<OwnedObject> Of(LedgerState ledger, TargetState target)
    {
        var dialect = target.Platform.Dialect;
        OwnedObject[] all =
        [
            .. target.Loads.Where(load => load.IsThere).Select(load => Load(ledger, target, load)),
            .. target.ErrorTables.Select(table => ErrorTable(dialect, table)),
            .. target.Objects.Where(one => IsOfTargets(one.Name)).Select(one => Own(target, one)),
            .. target.Objects.Where(one => !IsOfTargets(one.Name))
                .OrderBy(one => Array.IndexOf(LedgerLast, one.Name.Name))
                .Select(one => new OwnedObject(
                    $"{one.Name}", "a ledger's", "a ledger is in it", Drop(dialect, one.Name, one.Kind))),
        ];
        var hasSchema = target.Platform.Abilities.HasSchemas && target.Objects.Count + target.Loads.Count > 0;
        return !hasSchema ? all :
        [
            .. all,
            new OwnedObject(Schema(dialect), "schema of the above",
                all.Any(one => one.Needed.Length > 0) ? "something in it is" : "",
                $"DROP SCHEMA {dialect.Quote(Schema(dialect))};"),
        ];
    }

    /// <summary>Whether a table of the engine's own belongs to a target and not to a ledger.</summary>
    public static bool IsOfTargets(TableName name) => Known.ContainsKey(Bare(name));

    private static OwnedObject Load(LedgerState ledger, TargetState target, LoadTableState load) => new(
        $"{load.Name}", $"load table of attempt {load.Attempt}",
        ledger.Attempts.TryGetValue(load.Attempt, out var attempt) && attempt.IsAtWork
            ? $"run {attempt.Run} is at work with it"
            : LoadTablesCheck.IsOwn(ledger, target, load) ? ""
            : "this ledger does not know its attempt: see whether another one is at work with it",
        Drop(target.Platform.Dialect, load.Name, "table"));

    private static OwnedObject ErrorTable(Dialect dialect, ErrorTableState table) => new(
        $"{table.Name}", table.Rows < 0 ? "error table" : $"error table, {Words.Count(table.Rows, "row")}",
        table.IsWritten ? "an object keeps its rejected rows there"
            : table.Rows > 0 ? "it has rejected rows, of no object that is known here" : "",
        Drop(dialect, table.Name, "table"));

    private static OwnedObject Own(TargetState target, OwnObjectState one) => new(
        $"{one.Name}",
        Known[Bare(one.Name)].Replace("@platform", target.Platform.Name, StringComparison.Ordinal),
        Needed(target, one), Drop(target.Platform.Dialect, one.Name, one.Kind));

    private static string Needed(TargetState target, OwnObjectState one)
    {
        var isLoaded = target.Markers.Any(marker => marker.IsWritten);
        return Bare(one.Name) switch
        {
            "markers" when target.Markers.Any(marker => marker.IsThere || marker.IsWritten) =>
                $"it keeps two runs from writing {Words.Count(target.Markers.Count, "table")} at a time",
            "loads" or "flushes" when isLoaded => "loads write there",
            "columns" when one.Rows > 0 => "tables would lose the types of their columns",
            "attempt_markers" when one.Rows > 0 => "they tell after a crash what survived it",
            "durability_holders" when one.Rows > 0 => "it says what the setting was before",
            _ => "",
        };
    }

    private static string Drop(Dialect dialect, TableName name, string kind) =>
        kind == "view" ? $"DROP VIEW {dialect.Quote(name)};" : dialect.Drop(name) + ";";

    private static string Schema(Dialect dialect) => dialect.OwnTable("markers").Schema ?? "";

    private static string Bare(TableName name) =>
        name.Name.StartsWith(Dialect.OwnPrefix, StringComparison.Ordinal)
            ? name.Name[Dialect.OwnPrefix.Length..] : name.Name;
}
