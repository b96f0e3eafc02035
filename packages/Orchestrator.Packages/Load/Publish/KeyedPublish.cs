using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>
/// Publishes a load table by key, set by set: duplicates go, rows that differ are written over those that are there
/// (Merge), rows that are not there are added. Rows that are equal are not written.
/// </summary>
internal sealed class KeyedPublish
{
    // What says who loaded a row, not what is in it.
    private static readonly string[] NotCompared = ["RowAuditId", "RowHash"];

    private readonly MergeDialect _sql;
    private readonly TableName _table;
    private readonly TableName _load;
    private readonly ObjectDefinition _definition;
    private readonly RowColumn[] _key;
    private readonly bool _isMerge;
    private MovedValues? _moved;

    private KeyedPublish(
        MergeDialect sql, TableName load, TableName table, RowColumn[] key, ObjectDefinition definition)
    {
        (_sql, _load, _table) = (sql, load, table);
        _key = key;
        _definition = definition;
        _isMerge = definition.Load.Pattern.Value == LoadPattern.Merge;
    }

    /// <summary>The statements in order, for showing.</summary>
    public IEnumerable<string> Statements =>
        [_sql.RemoveDuplicates, .. Updates, _sql.InsertMissing(), _sql.CountMatches];

    /// <summary>For a load table and its target.</summary>
    public static KeyedPublish Of(
        ObjectDefinition definition, Dialect dialect, TableName load, TableName table,
        IReadOnlyList<RowColumn> columns)
    {
        var key = LoadContract.Key(definition);
        var notCompared = definition.SystemColumns.Where(column => NotCompared.Contains(column.Role))
            .Select(column => column.Column).Concat(key).ToHashSet(StringComparer.Ordinal);
        string[] latest = [.. definition.Load.LatestBy.Value.Select(name =>
            definition.Columns.First(column => column.Name == name).Target)];
        var rows = new KeyedRows(columns, key, [.. columns.Where(c => !notCompared.Contains(c.Name))], latest);
        return new KeyedPublish(
            new MergeDialect(dialect, load, table, rows), load, table,
            [.. columns.Where(column => key.Contains(column.Name))], definition);
    }

    /// <summary>Asks for the rows of the load table whose key is in the target; see <see cref="MergeDialect.Matched"/>.
    /// </summary>
    public string Matched(string? column) => _sql.Matched(column);

    /// <summary>Leaves of the rows of one key the latest in the load table.</summary>
    /// <returns>How many went.</returns>
    public long LeaveLatest(IDatabase database) => database.Execute(_sql.RemoveDuplicates);

    /// <summary>Does it, within the open transaction.</summary>
    /// <param name="parts">Publishes all rows, or all that are not refused.</param>
    /// <param name="database">The target's database.</param>
    /// <param name="counts">What was read; Inserted = the rows of the load table.</param>
    /// <param name="refused">How many rows were refused, once it has published.</param>
    /// <returns>What became of them, but for those refused.</returns>
    /// <exception cref="PackageRefusedException">A key is in the target more than once.</exception>
    public RowCounts Run(
        Func<Func<(long First, long Last)?, RowCounts>, RowCounts> parts, IDatabase database, RowCounts counts,
        Func<long> refused)
    {
        OtherForms.Refuse(database, _table, _load, _key, _definition);
        _moved = _isMerge ? new MovedValues(database, _table, _sql) : null;
        var duplicate = LeaveLatest(database);
        CrashPoint.Pass("load.deduplicated");
        var done = parts(part => Write(database, part));
        var published = counts.Inserted - duplicate - refused();
        var matches = database.Number(_sql.CountMatches);
        if (matches < published)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Data, "publish",
                $"{published - matches} of {published} rows were left out by the table '{_table}', or got another key "
                + $"there. {LeavingOut.Cause(database, _table, "trigger or rule of it")} decides so. Nothing was "
                + "published; change it, or load a table that has none.");
        }

        if (matches != published || done.Updated + done.Inserted > published)
        {
            throw new PackageRefusedException(
                "ORC3442", ErrorClass.Data, "publish",
                $"{matches} rows of the table '{_table}' have the key of one of {published} loaded rows: a key "
                + "stands in the table more than once. Nothing was published; make the key unique there.");
        }

        return counts with
        {
            Inserted = done.Inserted,
            Updated = done.Updated,
            Unchanged = published - done.Updated - done.Inserted,
            Duplicate = counts.Duplicate + duplicate,
        };
    }

    private RowCounts Write(IDatabase database, (long First, long Last)? part)
    {
        (string, object?)[] ends = part is { } found ? [("first", found.First), ("last", found.Last)] : [];
        var updated = _moved?.Update(part is not null, ends) ?? 0;
        CrashPoint.Pass("load.updated");
        return new RowCounts(0, database.Execute(_sql.InsertMissing(part is not null), ends), updated, 0, 0, 0, 0, 0);
    }

    private string[] Updates => _isMerge && _sql.Update() is { } update ? [update] : [];
}
