using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Packages.Load;

/// <summary>
/// What a load promises when it is run twice. TruncateInsert: the target holds the rows of the last attempt that
/// succeeded; a failed one leaves the rows before it, unless `swap: inPlace` with `commitRows`. DropAndReload: the
/// same, and the table is as the metadata say. Append: each attempt that succeeds adds its rows once; a
/// failed one adds none, and rows of one that was committed without a record are taken back by their audit id; without
/// that column nothing runs behind one of which nobody knows. Merge and DeltaInsert: over the same source a second
/// attempt changes nothing; a failed one has changed nothing. Kind scd: the same. ReplaceRange: the range holds the
/// rows of the last attempt that succeeded, the rest is as it was.
/// </summary>
internal static class LoadContract
{
    /// <summary>
    /// Whether the rows of the load table are numbered: where the last one of a key wins, and where those that the
    /// target refuses are looked for.
    /// </summary>
    public static bool HasRowNumbers(ObjectDefinition definition, LoadPublish publish) =>
        publish is { UsesLoadTable: true, Swap: Swap.Transaction }
        && (definition.Load.Pattern.Value.IsByKey() || definition.Errors.OnError.Value == Policy.Redirect
            || IsComputed(definition));

    /// <summary>The columns of the target that are its key, in their order.</summary>
    public static string[] Key(ObjectDefinition definition) =>
        [.. definition.Columns.Where(c => c.Key > 0).OrderBy(c => c.Key).Select(c => c.Target)];

    /// <summary>The columns by which rows of the load table will be looked for; none where the load goes by no key.
    /// </summary>
    public static string[] FoundBy(ObjectDefinition definition) =>
        definition.Scd is not null || definition.Load.Pattern.Value.IsByKey() ? Key(definition) : [];

    /// <summary>Whether the server computes columns from staged rows.</summary>
    public static bool IsComputed(ObjectDefinition definition) =>
        definition.Columns.Any(column => column.TargetExpression is not null);

    /// <summary>
    /// Whether rows that are committed would be loaded once more by a second attempt, which nothing would take back.
    /// </summary>
    public static bool AddsAgain(ObjectDefinition definition) =>
        definition is { IsLoad: true, Load.Pattern.Value: LoadPattern.Append } && !TakesBack(definition);

    /// <summary>
    /// Whether Append takes back what attempts without a success have left: rows that say of which attempt they are, or
    /// files that are named by it.
    /// </summary>
    public static bool TakesBack(ObjectDefinition definition) =>
        definition.Load.Pattern.Value == LoadPattern.Append && (definition.Target.Format is not null
            || definition.SystemColumns.Any(column => column.Role == "RowAuditId"));

    /// <summary>Whether nobody knows if the rows of an attempt, which are one transaction, are in the target.</summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.IsUnheard;

    /// <summary>Chooses how to publish.</summary>
    public static LoadPublish Publish(ObjectDefinition definition, FoundTarget target)
    {
        var options = definition.Load;
        if (options.Pattern.Value == LoadPattern.Append)
        {
            return options.CommitRows.Value > 0
                ? new(Swap.Transaction, true, "appended from a load table, because commitRows would show parts")
                : options.SplitBy.Value is not null
                ? new(Swap.Transaction, true, "appended from a load table, because several streams fill it")
                : target.EndsTransactions
                ? new(Swap.Transaction, true, "appended from a load table, because a refusal ends the transaction")
                : MayPart(definition, target) && target.PointsToItself
                ? new(Swap.Transaction, true, "appended from a load table, because its rows point to one another")
                : AskedFor(definition, options.FireTriggers.Value == false) is { } key
                ? new(Swap.Transaction, true, $"appended from a load table, as {key} asks for")
                : new(Swap.Transaction, false, "appended in one transaction");
        }

        if (definition.Scd is { } scd)
        {
            return new(Swap.Transaction, true, scd.Engine == ScdEngine.Set ? "published as versions of each key"
                : "published as versions of each key that a dataflow makes");
        }

        if (options.Pattern.Value.IsByKey())
        {
            return new(Swap.Transaction, true, $"published by key ({options.Pattern.Value})");
        }

        if (options.Pattern.Value == LoadPattern.ReplaceRange)
        {
            return new(Swap.Transaction, true, "published in place of the rows of its range");
        }

        if (options.Pattern.Value == LoadPattern.DropAndReload)
        {
            return new(Swap.Shadow, true, "published in place of the table, which is dropped");
        }

        return options.Swap.Value switch
        {
            Swap.InPlace => new(Swap.InPlace, false, "written in place (swap: inPlace)"),
            Swap.Transaction => new(Swap.Transaction, true, "published by delete and insert (swap: transaction)"),
            Swap.Shadow => new(Swap.Shadow, true, "published by exchanging tables (swap: shadow)"),
            _ => Auto(definition, target),
        };
    }

    // Rows that point to others of the load are refused where those come with a later statement. Bulk options are for
    // rows that go directly into the table.
    private static bool MayPart(ObjectDefinition definition, FoundTarget target) =>
        definition.Load is { CheckConstraints.Value: true, KeepNulls.Value: true }
        && (definition.Errors.OnError.Value == Policy.Redirect
            || target.LoadsRowsAlone || !definition.Load.FastLoad.Value);

    // What can only be done around an INSERT of all rows.
    private static string? AskedFor(ObjectDefinition definition, bool asksTriggers) =>
        AskedFor(definition.Load, asksTriggers) ?? (IsComputed(definition) ? "targetExpression" : null);

    private static string? AskedFor(LoadOptions options, bool asksTriggers) =>
        options.ForeignKeys.Value != ForeignKeys.Keep ? "foreignKeys"
        : options.Indexes.Value != Indexes.Keep ? "indexes"
        : options.SortedBy.Value.Count > 0 ? "sortedBy"
        : asksTriggers ? "fireTriggers"
        : null;

    // A delete and an insert hold nobody up, and keep what hangs on the table by themselves; but rows that others point
    // to cannot be deleted. Each question costs the server something: the order is that in which the fewest are asked.
    private static LoadPublish Auto(ObjectDefinition definition, FoundTarget target) =>
        AskedFor(definition, definition.Load.FireTriggers.Value == true) is { } key
            ? new(Swap.Transaction, true, $"published by delete and insert, as {key} asks for")
        : target.NotForExchange is { } why
            ? new(Swap.Transaction, true, $"published by delete and insert: {why}")
        : target.IsReadOnce && target.Referrers.Count == 0
            ? new(Swap.Transaction, true, "published by delete and insert: what it reads is read once, and an exchange "
                + "of tables, which takes all rows or none, might have to be followed by another load")
        : target.Dependents.Count == 0 && target.Uncarried.Count == 0
            ? new(Swap.Shadow, true, "published by exchanging tables: nothing hangs on the target")
        : target.Referrers.Count > 0 && target.Uncarried.Count == 0
            ? new(Swap.Shadow, true,
                $"published by exchanging tables: '{target.Referrers[0]}' points to the target, and all that hangs on "
                + "it is kept")
        : target.Dependents.Count > 0
            ? new(Swap.Transaction, true, $"published by delete and insert: {target.Dependents[0]} hangs on the target")
        : new(Swap.Transaction, true,
            $"published by delete and insert: an exchange of tables could not keep {target.Uncarried[0]}");
}
