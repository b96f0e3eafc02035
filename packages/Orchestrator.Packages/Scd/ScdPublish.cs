using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Types;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Publishes a load table into versions of keys, within the open transaction. Run twice over the same rows it changes
/// nothing the second time. Its work tables are gone with it, or with the transaction.
/// </summary>
internal sealed class ScdPublish
{
    private readonly PackageContext context;
    private readonly Dialect dialect;
    private readonly ScdTables tables;
    private readonly VersionedRows rows;
    private readonly ScdDialect sql;
    private readonly ScdHistoryDialect history;
    private readonly ScdKeyDialect keys;
    private readonly IReadOnlyList<RowColumn> load;
    private readonly IDatabase database;
    private readonly List<TableName> made = [];

    private (string, object?)[] values = [];

    /// <summary>For a load table and its target.</summary>
    public ScdPublish(IDatabase database, PackageContext context, LoadColumns columns, TableName table)
    {
        this.database = database;
        this.context = context;
        dialect = database.Platform.Dialect;
        tables = ScdTables.Of(dialect, table, context.AttemptId);
        rows = VersionColumns.Roles(
            context.Object, columns.Target, columns.Versions, IsNumbered(database, table, context.Object));
        load = columns.Target;
        sql = new ScdDialect(dialect, tables, rows);
        history = new ScdHistoryDialect(dialect, tables, rows);
        keys = new ScdKeyDialect(dialect, tables, rows);
    }

    /// <summary>How many versions were added.</summary>
    public long Added { get; private set; }

    /// <summary>What is to be told beside the counts.</summary>
    public string[] Warnings { get; private set; } = [];

    /// <summary>Does it.</summary>
    /// <param name="counts">What was read; Inserted = the rows of the load table.</param>
    /// <param name="isEmpty">Whether the target holds nothing.</param>
    /// <param name="isNew">Whether this transaction has made the target.</param>
    /// <returns>What became of the rows.</returns>
    public RowCounts Run(RowCounts counts, bool isEmpty, bool isNew)
    {
        values = Values();
        Execute(dialect.CountFilled(tables.Load));
        var (hasTwins, duplicate) = RemoveDuplicates();
        CrashPoint.Pass("scd.deduplicated");
        Make(tables.Work, sql.WorkColumns(load));
        Execute(sql.Sort(load, hasTwins, isEmpty));
        Execute(dialect.CountFilled(tables.Work));
        CrashPoint.Pass("scd.sorted");
        Execute(sql.Judge);
        var isUnknown = database.Number(sql.CountUnknown) > 0;
        if (isUnknown)
        {
            Make(tables.History, history.Columns);
            Execute(history.Fill);
            Execute(history.Judge);
        }

        if (hasTwins || rows.Deleted is not null)
        {
            Execute(sql.IndexRows);
        }

        ShareValues(hasTwins);
        Execute(sql.Cut);
        if (isUnknown)
        {
            Execute(history.Cut);
            Reopen();
        }

        CrashPoint.Pass("scd.cut");
        Execute(sql.Correct);
        AddVersions();
        if (isNew)
        {
            Execute(sql.IndexTarget);
        }

        CrashPoint.Pass("scd.added");
        Execute(sql.JudgeFlagged);
        Execute(sql.Unflag);
        var closed = Close(counts);
        var inserted = database.Number(sql.CountOutcome, ("outcome", 1L));
        var updated = database.Number(sql.CountOutcome, ("outcome", 2L));
        made.ForEach(database.DropLoadTable);
        return counts with
        {
            Inserted = inserted,
            Updated = updated,
            Unchanged = counts.Inserted - duplicate - inserted - updated,
            Duplicate = duplicate,
            Closed = closed,
        };
    }

    private (bool HasTwins, long Duplicate) RemoveDuplicates()
    {
        string[] key = [.. rows.Key.Select(column => column.Name)];
        if (database.Number(dialect.CountDuplicates(tables.Load, key)) == 0)
        {
            return (false, 0);
        }

        var duplicate = Execute(sql.RemoveDuplicates);
        Make(tables.Twins, sql.TwinColumns);
        return (Execute(sql.FindTwins) > 0, duplicate);
    }

    private void ShareValues(bool hasTwins)
    {
        if (rows.OfKey.Count == 0 && rows.Deleted is null)
        {
            return;
        }

        Make(tables.Keys, keys.KeyColumns);
        Execute(keys.FindKeys);
        if (rows.OfKey.Count == 0)
        {
            return;
        }

        Make(tables.Values, keys.ValueColumns);
        Execute(keys.FindValues(hasTwins));
        Execute(keys.Judge);
        Execute(keys.Write);
        CrashPoint.Pass("scd.shared");
    }

    private void Reopen()
    {
        if (rows.Closes && Execute(history.Reopen(load)) > 0)
        {
            Execute(history.JudgeReopened);
        }
    }

    private void AddVersions()
    {
        var last = sql.LastNumber is { } number ? database.Number(number) : 0;
        Added = Execute(sql.Add, rows.Surrogate is null ? [] : [("last", last)]);
    }

    private long Close(RowCounts counts)
    {
        if (sql.CloseMissing is not { } close)
        {
            return 0;
        }

        if (counts.Inserted == 0 || counts.Rejected > 0)
        {
            Warnings =
            [
                counts.Inserted == 0 ? "nothing was delivered, so that no key was taken as deleted"
                    : $"{counts.Rejected} rows were rejected, so that no key was taken as deleted: its row may be "
                    + "among them",
            ];
            return 0;
        }

        Execute(sql.IndexLoad);
        var closed = Execute(close);
        CrashPoint.Pass("scd.closed");
        return closed;
    }

    private void Make(TableName table, IReadOnlyList<RowColumn> columns)
    {
        database.CreateLoadTable(table, tables.Target, context.AttemptId, columns);
        made.Add(table);
    }

    // Each statement gets the values that it names; a platform may refuse the others.
    private long Execute(string? text, params (string Name, object? Value)[] more) => string.IsNullOrEmpty(text) ? 0
        : database.Execute(text, [.. values.Concat(more).Where(one => text.Contains($"@{one.Item1}",
            StringComparison.Ordinal))]);

    private (string, object?)[] Values() =>
    [
        ("moment", MomentText.Of(context.Moment, rows.From.Type)),
        ("open", context.Object.Scd!.OpenEnd is { } end ? RowRange.Of(rows.To.Type, end, null).From : null),
        ("attempt", context.AttemptId),
    ];

    private static bool IsNumbered(IDatabase database, TableName table, ObjectDefinition definition) =>
        definition.Scd!.SurrogateKey is { } key && database.Columns(table).Any(column =>
            column.Source != ValueSource.Rows
            && database.Platform.Dialect.Fold(column.Name) == database.Platform.Dialect.Fold(key));
}

/// <summary>The moment of a run as a value of a type.</summary>
internal static class MomentText
{
    /// <summary>As the engine writes such values; what the type cannot hold is cut, so that it lies in no future.
    /// </summary>
    public static string Of(DateTime moment, SqlType type)
    {
        var unit = type.Kind switch
        {
            SqlTypeKind.Date => TimeSpan.TicksPerDay,
            SqlTypeKind.SmallDateTime => TimeSpan.TicksPerMinute,
            SqlTypeKind.DateTime => TimeSpan.TicksPerSecond / 100,
            _ => (long)Math.Pow(10, 7 - type.Scale),
        };
        var cut = new DateTime(moment.Ticks - moment.Ticks % unit);
        var text = type.Kind == SqlTypeKind.Date ? $"{cut:yyyy-MM-dd}" : string.Create(
            CultureInfo.InvariantCulture, $"{cut:yyyy-MM-dd HH:mm:ss.fffffff}");
        return RowRange.Of(type, type.Kind == SqlTypeKind.Date ? text : Short(text, type), null).From!;
    }

    // With as many digits as the type keeps, as more would be refused.
    private static string Short(string text, SqlType type) => type.Kind switch
    {
        SqlTypeKind.SmallDateTime => text[..19],
        SqlTypeKind.DateTime => text[..23],
        _ => type.Scale == 0 ? text[..19] : text[..(20 + type.Scale)],
    };
}
