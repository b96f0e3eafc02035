using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// What of a target is out of the way while its rows are published. It is taken away and put back in the transaction
/// that publishes, so that no failure and no crash leaves it away.
/// </summary>
internal sealed class TargetAside
{
    private readonly IDatabase database;
    private readonly TableName table;
    private readonly ObjectDefinition definition;
    private readonly IReadOnlyList<AsidePart> parts;

    private TargetAside(IDatabase database, TableName table, ObjectDefinition definition)
    {
        this.database = database;
        this.table = table;
        this.definition = definition;
        parts = database.SetAside(table, KindsOf(definition.Load));
    }

    /// <summary>What the options ask for.</summary>
    public static AsideKinds KindsOf(LoadOptions options) => new(
        options.FireTriggers.Value == false, options.ForeignKeys.Value != ForeignKeys.Keep,
        options.Indexes.Value != Indexes.Keep);

    /// <summary>Takes it away; null where nothing is asked for.</summary>
    public static TargetAside? Take(IDatabase database, TableName table, ObjectDefinition definition) =>
        KindsOf(definition.Load).Any ? new TargetAside(database, table, definition) : null;

    /// <summary>Refuses to delete rows where that would change those of other tables.</summary>
    /// <exception cref="PackageRefusedException">A foreign key cascades.</exception>
    public static void RefuseCascades(
        IDatabase database, TableName table, ObjectDefinition definition, LoadPublish publish)
    {
        var deletes = publish.Swap != Swap.Shadow
            && definition.Load.Pattern.Value is LoadPattern.TruncateInsert or LoadPattern.ReplaceRange;
        if (deletes && !KindsOf(definition.Load).ForeignKeys && database.Cascades(table) is { Count: > 0 } keys)
        {
            throw new PackageRefusedException(
                "ORC3474", ErrorClass.Config, "open",
                $"Rows of '{table}' are deleted to be replaced, and the {keys[0]} would delete or change rows there. "
                + "Use `foreignKeys: recreate` (PostgreSQL) or `disable` (SQL Server), or `swap: shadow`, or a key "
                + "without ON DELETE.");
        }
    }

    /// <summary>Puts all back.</summary>
    /// <exception cref="PackageRefusedException">A foreign key refuses rows.</exception>
    public void Restore()
    {
        foreach (var part in parts)
        {
            Restore(part);
        }
    }

    private void Restore(AsidePart part)
    {
        var dialect = database.Platform.Dialect;
        database.Execute(dialect.Savepoint);
        try
        {
            database.Execute(part.Restore);
        }
        catch (Exception fault) when (Faults.IsRefusal(fault) && part.Violators.Length > 0)
        {
            database.Execute(dialect.BackToSavepoint);
            database.Execute(dialect.ReleaseSavepoint);
            throw new PackageRefusedException(
                "ORC3472", ErrorClass.Data, "publish",
                $"The {part.What} does not hold with the rows that were loaded into '{table}': {Violators(part)} "
                + "Nothing was published, and it is as it was. Correct the rows, or load those it points to first.");
        }

        database.Execute(dialect.ReleaseSavepoint);
    }

    private string Violators(AsidePart part)
    {
        if (definition.Columns.Any(column => column.Sensitive))
        {
            return "the values are not shown, as the object has sensitive columns.";
        }

        var found = database.Ask(part.Violators).First;
        return $"nothing is found for {(found.Count > 0 ? found[0] : null) ?? "some of them"} (at most 5 are shown).";
    }
}
