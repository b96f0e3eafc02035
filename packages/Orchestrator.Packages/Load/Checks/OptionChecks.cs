using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>Options of a load that do not do what they say on its platform, or with its pattern.</summary>
internal static class OptionChecks
{
    /// <summary>All of it.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="platform">Platform of the target; null = files.</param>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, IPlatform? platform)
    {
        var load = definition.Load;
        var publish = LoadContract.Publish(definition, new FoundTarget());
        var (isInPlace, isExchange) = (publish.Swap == Swap.InPlace, publish.Swap == Swap.Shadow && IsExchange(load));
        (Origin At, string? Mistake)[] options =
        [
            (load.TableLock.At, load.TableLock.Value ? Lock(platform) : null),
            (load.CheckConstraints.At, load.CheckConstraints.Value ? null
                : Bulk("checkConstraints", "checks constraints", load, publish, platform)),
            (load.KeepNulls.At, load.KeepNulls.Value ? null
                : Bulk("keepNulls", "keeps NULL", load, publish, platform)),
            (load.KeepIdentity.At, load.KeepIdentity.Value ? null : Identity(load, platform)),
            (load.FireTriggers.At, Triggers(load.FireTriggers.Value, isInPlace, isExchange, platform)),
            (load.SortedBy.At, load.SortedBy.Value.Count == 0 ? null
                : Sorted(definition, isInPlace, isExchange, platform)),
            (load.ForeignKeys.At, load.ForeignKeys.Value == ForeignKeys.Keep ? null
                : Keys(load.ForeignKeys.Value, isInPlace, isExchange, platform)),
            (load.Indexes.At, load.Indexes.Value == Indexes.Keep ? null
                : Around("indexes", isInPlace, isExchange, platform) ?? Aside("indexes", platform!)),
            (load.Statistics.At, load.Statistics.Value && platform is null ? Files("statistics") : null),
            (load.Drift.At, load.Drift.Value == Drift.AddColumns ? Adding(load, platform) : null),
            (load.OtherColumns.At, load.OtherColumns.Value is { } others ? Others(load, others, platform) : null),
            (load.Swap.At, load.Swap.Value == Swap.Shadow
                ? Exchanged("swap: shadow", platform) ?? Committed(load, platform) : null),
            (load.Pattern.At, load.Pattern.Value == LoadPattern.DropAndReload
                ? Exchanged("pattern: DropAndReload", platform) : null),
        ];
        return options.Where(option => option.Mistake is not null).Select(option => NameChecks.Error(
            "ORC1325", option.At.Line > 0 ? option.At : definition.At, option.Mistake!,
            "Take the option out here; `orchestrator help metadata` says what each one does on which platform."));
    }

    private static bool IsExchange(LoadOptions load) =>
        load.Pattern.Value == LoadPattern.DropAndReload || load.Swap.Value == Swap.Shadow;

    private static string Files(string key) => $"`{key}` is for a table of a database, and the target is a file.";

    private static string? Adding(LoadOptions load, IPlatform? platform) =>
        platform is null
            ? "`drift: addColumns` cannot be: the target is a file, which is written with all columns anyway."
        : load.Pattern.Value == LoadPattern.DropAndReload
            ? "`drift: addColumns` cannot be: DropAndReload makes the table anew with all columns anyway."
        : null;

    private static string? Others(LoadOptions load, OtherColumns others, IPlatform? platform) =>
        platform is null ? Files("otherColumns")
        : others == OtherColumns.Keep && load.Pattern.Value == LoadPattern.DropAndReload
            ? "`otherColumns: keep` cannot be: DropAndReload makes the table anew, with the columns of the metadata "
                + "alone."
        : null;

    private static string? Lock(IPlatform? platform) =>
        platform is null ? Files("tableLock")
        : platform.Dialect.LockRefusal is { } why ? $"`tableLock: true` cannot be on {platform.Name}: {why}."
        : null;

    // Of a file the other checks say what its patterns are.
    private static string? Exchanged(string key, IPlatform? platform) =>
        platform is null or { Abilities.UndoesDefinitions: true } ? null
        : $"`{key}` cannot be: {platform.Name} commits each change of a table at once, so that the exchange could not "
            + "be one commit with what is recorded of its rows.";

    private static string? Committed(LoadOptions load, IPlatform? platform) =>
        platform is { Abilities.HidesExchangedRows: true } && load.CommitRows.Value > 0
        && load.Pattern.Value == LoadPattern.TruncateInsert
            ? $"`swap: shadow` cannot be with `commitRows` on {platform.Name}: rows of several commits would be "
                + "missing for readers whose snapshot is older than the exchange."
            : null;

    // What is away is put back before the commit, and by a rollback where one comes first.
    private static string? Aside(string key, IPlatform platform) => platform.Abilities.UndoesDefinitions ? null
        : $"`{key}` cannot be: {platform.Name} commits each change of a table at once, so that a load which fails "
            + "would leave the table without them.";

    private static string? Bulk(
        string key, string does, LoadOptions load, LoadPublish publish, IPlatform? platform) =>
        platform is null ? Files(key)
        : !platform.Abilities.HasBulkOptions ? $"`{key}: false` cannot be: {platform.Name} always {does}."
        : publish.UsesLoadTable
            ? $"`{key}: false` cannot be: the rows come from a load table by INSERT … SELECT, which always {does}."
        : !load.FastLoad.Value
            ? $"`{key}: false` cannot be with `fastLoad: false`: each row is an INSERT, which always {does}."
        : null;

    private static string? Identity(LoadOptions load, IPlatform? platform) =>
        platform is null ? Files("keepIdentity")
        : platform.Abilities.HasOneWriter ? $"`keepIdentity: false` cannot be: {platform.Name} counts no rows itself."
        : load.Pattern.Value == LoadPattern.DropAndReload
            ? "`keepIdentity: false` cannot be: DropAndReload makes the table anew, and no column of it counts."
        : null;

    private static string? Triggers(bool? fires, bool isInPlace, bool isExchange, IPlatform? platform) =>
        fires is null ? null
        : platform is null ? Files("fireTriggers")
        : fires.Value && isExchange ? "`fireTriggers: true` cannot be: an exchange of tables fires none."
        : !fires.Value && isInPlace
            ? "`fireTriggers: false` cannot be with `swap: inPlace`: its DELETE fires them."
        : fires.Value ? null
        : Aside("fireTriggers: false", platform);

    private static string? Sorted(
        ObjectDefinition definition, bool isInPlace, bool isExchange, IPlatform? platform) =>
        definition.Load.Pattern.Value.IsByKey()
            ? "`sortedBy` cannot be with a pattern that goes by key: rows are written where their key stands."
        : definition.Load.SortedBy.Value.FirstOrDefault(
            name => definition.Columns.All(column => column.Name != name)) is { } missing
            ? $"`sortedBy` names '{missing}', which is no column of '{definition.Name}'."
        : Around("sortedBy", isInPlace, isExchange, platform);

    private static string? Keys(ForeignKeys keys, bool isInPlace, bool isExchange, IPlatform? platform) =>
        platform is null ? Files("foreignKeys")
        : keys == ForeignKeys.Disable && !platform.Abilities.DisablesForeignKeys
            ? $"`foreignKeys: disable` cannot be: {platform.Name} has no foreign keys that are switched off"
                + (platform.Abilities.RecreatesForeignKeys ? "; `recreate` does the same." : ".")
        : keys == ForeignKeys.Recreate && !platform.Abilities.RecreatesForeignKeys
            ? Aside("foreignKeys: recreate", platform) ?? $"`foreignKeys: recreate` cannot be on {platform.Name}"
                + (platform.Abilities.DisablesForeignKeys ? "; `disable` does it, and they are trusted again." : ".")
        : Around("foreignKeys", isInPlace, isExchange, platform);

    private static string? Around(string key, bool isInPlace, bool isExchange, IPlatform? platform) =>
        platform is null ? Files(key)
        : isInPlace ? $"`{key}` is for rows that come from a load table, and `swap: inPlace` has none."
        : isExchange ? $"`{key}` is for rows that are inserted, and an exchange of tables inserts none."
        : null;
}
