using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// Publishes a load table by key, set by set: duplicates go, rows that differ are written over those that are there
/// (Merge), rows that are not there are added. Rows that are equal are not written.
/// </summary>
internal sealed class KeyedPublish
{
    // What says who loaded a row, not what is in it.
    private static readonly string[] NotCompared = ["RowAuditId", "RowHash"];

    private readonly MergeDialect sql;
    private readonly TableName table;
    private readonly string[] names;
    private readonly bool isMerge;

    private KeyedPublish(MergeDialect sql, TableName table, string[] names, bool isMerge)
    {
        this.names = names;
        this.sql = sql;
        this.table = table;
        this.isMerge = isMerge;
    }

    /// <summary>The statements in order, for showing.</summary>
    public IEnumerable<string> Statements => [sql.RemoveDuplicates, sql.CountMatches, .. Update, sql.InsertMissing];

    private string[] Update => isMerge && sql.Update is { } update ? [update] : [];

    /// <summary>Whether a pattern goes by the key.</summary>
    public static bool Is(LoadPattern pattern) => pattern is LoadPattern.Merge or LoadPattern.DeltaInsert;

    /// <summary>For a load table and its target.</summary>
    public static KeyedPublish Of(
        ObjectDefinition definition, Dialect dialect, TableName load, TableName table,
        IReadOnlyList<RowColumn> columns)
    {
        string[] key = [.. definition.Columns.Where(c => c.Key > 0).OrderBy(c => c.Key).Select(c => c.Target)];
        var notCompared = definition.SystemColumns.Where(column => NotCompared.Contains(column.Role))
            .Select(column => column.Column).Concat(key).ToHashSet(StringComparer.Ordinal);
        string[] latest = [.. definition.Load.LatestBy.Value.Select(name =>
            definition.Columns.First(column => column.Name == name).Target)];
        var rows = new KeyedRows(columns, key, [.. columns.Where(c => !notCompared.Contains(c.Name))], latest);
        return new KeyedPublish(
            new MergeDialect(dialect, load, table, rows), table, [.. columns.Select(column => column.Name)],
            definition.Load.Pattern.Value == LoadPattern.Merge);
    }

    /// <summary>Does it, within the open transaction.</summary>
    /// <param name="database">The target's database.</param>
    /// <param name="counts">What was read; Inserted = the rows of the load table.</param>
    /// <returns>What became of them.</returns>
    /// <exception cref="PackageRefusedException">A key is in the target more than once.</exception>
    public RowCounts Run(IDatabase database, RowCounts counts)
    {
        var duplicate = database.Execute(sql.RemoveDuplicates);
        var matches = database.Number(sql.CountMatches);
        var updated = Update.Sum(update => database.Execute(update));
        var inserted = InsertMissing(database);
        var matched = counts.Inserted - duplicate - inserted;
        if (matched != matches || updated > matched)
        {
            throw new PackageRefusedException(
                "ORC3442", ErrorClass.Data, "publish",
                $"{matches} rows of the table '{table}' have the key of one of the {matched} loaded rows that are "
                + "there: a key stands in the table more than once. Nothing was published; make the key unique there.");
        }

        return counts with
        {
            Inserted = inserted,
            Updated = updated,
            Unchanged = matched - updated,
            Duplicate = duplicate,
        };
    }

    private long InsertMissing(IDatabase database)
    {
        using var identity = database.KeepIdentity(table, names);
        return database.Execute(sql.InsertMissing);
    }
}
