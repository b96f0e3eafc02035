using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What of a target is out of the way while its rows are published. It is taken away and put back in the transaction
/// that publishes, so that no failure and no crash leaves it away.
/// </summary>
internal sealed class TargetAside
{
    private readonly IDatabase _database;
    private readonly TableName _table;
    private readonly PackageContext _context;
    private readonly IReadOnlyList<AsidePart> _parts;

    private TargetAside(IDatabase database, TableName table, PackageContext context)
    {
        _database = database;
        _table = table;
        _context = context;
        _parts = database.SetAside(table, KindsOf(context.Object.Load));
    }

    /// <summary>What the options ask for.</summary>
    public static AsideKinds KindsOf(LoadOptions options) => new(
        options.FireTriggers.Value == false, options.ForeignKeys.Value != ForeignKeys.Keep,
        options.Indexes.Value != Indexes.Keep);

    /// <summary>Takes it away; null where nothing is asked for.</summary>
    public static TargetAside? Take(IDatabase database, TableName table, PackageContext context) =>
        KindsOf(context.Object.Load).Any ? new TargetAside(database, table, context) : null;

    /// <summary>Refuses to delete rows where that would change those of other tables.</summary>
    /// <exception cref="PackageRefusedException">A foreign key cascades.</exception>
    public static void RefuseCascades(
        IDatabase database, TableName table, ObjectDefinition definition, LoadPublish publish, FoundTarget found,
        WatermarkStart? start)
    {
        var deletes = definition.Load.Pattern.Value switch
        {
            LoadPattern.TruncateInsert => publish.Swap != Swap.Shadow,
            // A file database deletes the rows of a table that it drops; a server drops none to which a key points.
            LoadPattern.ReplaceRange or LoadPattern.DropAndReload => true,
            LoadPattern.Append => start is { TakesRowsBack: true },
            _ => false,
        };
        if (deletes && !KindsOf(definition.Load).ForeignKeys && database.Cascades(table) is { Count: > 0 } keys)
        {
            throw new PackageRefusedException(
                "ORC3474", ErrorClass.Config, "open",
                $"Rows of '{table}' are deleted to be replaced or read again, and the {keys[0]} would delete or "
                + $"change rows there. Use {Ways(database.Platform.Abilities, definition.Load, found)}"
                + $"{WithoutDelete(database.Platform.Abilities)}.");
        }
    }

    /// <summary>What to use where tables cannot be exchanged, as a sentence: what is refused there as well would send
    /// who follows it back.</summary>
    public static string OtherWay(IDatabase database, TableName table, ObjectDefinition definition)
    {
        if (KindsOf(definition.Load).ForeignKeys || database.Cascades(table) is not { Count: > 0 } keys)
        {
            return "Use `swap: transaction`, or `auto`, which chooses it.";
        }

        var away = KeysAway(database.Platform.Abilities) ?? WithoutDelete(database.Platform.Abilities);
        return $"Deleting its rows would delete or change others by the {keys[0]}: use `swap: transaction` with "
            + $"{away}.";
    }

    // The rows are gone for a while, which a key that is looked at with each statement would not let pass; where keys
    // can be away, that does it.
    private static string WithoutDelete(PlatformAbilities abilities) =>
        KeysAway(abilities) is not null ? "a key without ON DELETE"
        : abilities.DefersForeignKeys ? "a key without ON DELETE that is DEFERRABLE INITIALLY DEFERRED"
        : "a pattern that goes by key (Merge, DeltaInsert), which deletes nothing";

    private static string? KeysAway(PlatformAbilities abilities) =>
        abilities.RecreatesForeignKeys ? "`foreignKeys: recreate`"
        : abilities.DisablesForeignKeys ? "`foreignKeys: disable`" : null;

    // What is advised is what this load may do here, or who follows it is sent back.
    private static string Ways(PlatformAbilities abilities, LoadOptions options, FoundTarget found)
    {
        var isInPlace = options.Swap.Value == Swap.InPlace ? " (with `swap: transaction`)" : "";
        var exchanges = abilities.KeepsAllInExchange && found is { Uncarried.Count: 0, NotForExchange: null };
        string?[] ways =
        [
            !exchanges ? null
                : options.Pattern.Value == LoadPattern.TruncateInsert ? "`swap: shadow`"
                : options.Pattern.Value == LoadPattern.DropAndReload ? "`pattern: TruncateInsert`" : null,
            options.Pattern.Value == LoadPattern.DropAndReload ? null
                : KeysAway(abilities) is { } away ? away + isInPlace : null,
        ];
        var text = string.Join(", ", ways.OfType<string>());
        return text.Length == 0 ? "" : $"{text} or ";
    }

    /// <summary>Puts all back.</summary>
    /// <exception cref="PackageRefusedException">A foreign key refuses rows.</exception>
    public void Restore()
    {
        foreach (var part in _parts)
        {
            Restore(part);
        }
    }

    private void Restore(AsidePart part)
    {
        var dialect = _database.Platform.Dialect;
        _database.Execute(dialect.Savepoint);
        try
        {
            _database.Execute(part.Restore);
        }
        catch (Exception fault) when (Faults.IsRefusal(fault) && part.Violators.Length > 0)
        {
            _database.Execute(dialect.BackToSavepoint);
            _database.Execute(dialect.ReleaseSavepoint);
            throw new PackageRefusedException(
                "ORC3472", ErrorClass.Data, "publish",
                $"The {part.What} does not hold with the rows that were loaded into '{_table}': {Violators(part)} "
                + "Nothing was published, and it is as it was. Correct the rows, or load those it points to first.");
        }

        _database.Execute(dialect.ReleaseSavepoint);
    }

    private string Violators(AsidePart part)
    {
        if (IsSensitive(_context.Object) || ObjectsWith(part.Shown).Any(IsSensitive))
        {
            return "the values are not shown, as an object with the table has sensitive columns.";
        }

        var found = _database.Ask(part.Violators).First;
        return $"nothing is found for {(found.Count > 0 ? found[0] : null) ?? "some of them"} (at most 5 are shown).";
    }

    private static bool IsSensitive(ObjectDefinition definition) => definition.Columns.Any(column => column.Sensitive);

    // Through whichever connection: two may lead to one database.
    private IEnumerable<ObjectDefinition> ObjectsWith(TableName? shown) => shown is null ? []
        : _context.Solution.Projects.SelectMany(project => project.Objects).Where(definition =>
            Is(shown, definition.Target.Schema, definition.Target.Name)
            || (definition.Source?.Name is { } name && Is(shown, definition.Source.Schema, name)));

    private bool Is(TableName shown, string? schema, string name)
    {
        var dialect = _database.Platform.Dialect;
        var table = dialect.Table(schema, name);
        return dialect.Fold(table.Name) == dialect.Fold(shown.Name)
            && dialect.Fold(table.Schema ?? "") == dialect.Fold(shown.Schema ?? "");
    }
}
