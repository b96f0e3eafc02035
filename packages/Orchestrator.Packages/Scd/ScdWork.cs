using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Scd;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// What both engines publish versions with: the open transaction, its work tables, and the values of statements.
/// </summary>
internal sealed class ScdWork
{
    private readonly List<TableName> _made = [];
    private readonly (string Name, object? Value)[] _values;
    private readonly bool _isLookedAt;

    /// <summary>For a load table and its target.</summary>
    public ScdWork(IDatabase database, PackageContext context, LoadColumns columns, TableName table)
    {
        (Database, Context, Target, Load) = (database, context, table, columns.Target);
        Rows = VersionColumns.Roles(
            context.Object, columns.Target, columns.Versions, IsNumbered(database, table, context.Object));
        _values =
        [
            ("moment", MomentText.Of(context.Moment, Rows.From.Type)),
            ("open", context.Object.Scd!.OpenEnd is { } end ? RowRange.Of(Rows.To.Type, end, null).From : null),
            ("attempt", context.AttemptId),
        ];
        _isLookedAt = AreLookedAt();
    }

    /// <summary>From when on rows hold that tell no other moment, as the engine writes it.</summary>
    public string Moment => (string)_values[0].Value!;

    /// <summary>What versions without an end hold; null = NULL.</summary>
    public string? OpenEnd => (string?)_values[1].Value;

    /// <summary>The connection.</summary>
    public IDatabase Database { get; }

    /// <summary>How it writes.</summary>
    public Dialect Dialect => Database.Platform.Dialect;

    /// <summary>The attempt.</summary>
    public PackageContext Context { get; }

    public TableName Target { get; }

    /// <summary>Its columns by what they are for.</summary>
    public VersionedRows Rows { get; }

    /// <summary>The columns of the load table, but its number.</summary>
    public IReadOnlyList<RowColumn> Load { get; }

    /// <summary>Makes a work table, which is gone with the transaction or behind the publish.</summary>
    /// <param name="table">Its name.</param>
    /// <param name="foundBy">Those by which its rows will be looked for; none = the key, where it has that.</param>
    public void Make(TableName table, IReadOnlyList<RowColumn> columns, params IReadOnlyList<string> foundBy)
    {
        Database.CreateLoadTable(
            table, Target, Context.AttemptId, Database.Alike(Target, columns),
            foundBy.Count > 0 ? foundBy : KeyAmong(columns));
        _made.Add(table);
    }

    /// <summary>Removes the work tables.</summary>
    public void DropMade() => _made.ForEach(Database.DropLoadTable);

    /// <summary>Runs a statement with the values that it names, as a platform may refuse the others.</summary>
    /// <returns>Rows changed; 0 where there is no statement.</returns>
    public long Execute(string? text, params (string Name, object? Value)[] more) => string.IsNullOrEmpty(text) ? 0
        : Database.Execute(text, [.. _values.Concat(more).Where(one => text.Contains($"@{one.Name}",
            StringComparison.Ordinal))]);

    /// <summary>
    /// Runs a statement that writes the attempt into the rows of the target that it changes. Where a trigger may keep a
    /// row as it was, those are counted that hold it.
    /// </summary>
    /// <returns>Rows changed; 0 where there is no statement.</returns>
    public long Change(string? text) => _isLookedAt && !string.IsNullOrEmpty(text)
        ? Number(Dialect.CountHeld(text, Rows.Audit, "@attempt")!) : Execute(text);

    /// <summary>Asks for a number with the values that a statement names.</summary>
    public long Number(string text) => Database.Number(text,
        [.. _values.Where(one => text.Contains($"@{one.Name}", StringComparison.Ordinal))]);

    /// <summary>Adds versions, which are numbered behind the last one.</summary>
    /// <param name="add">What adds them.</param>
    /// <param name="last">What asks for the greatest number; null = nobody numbers them.</param>
    /// <returns>How many.</returns>
    public long Add(string add, string? last) =>
        Execute(add, last is null ? [] : [("last", Database.Number(last))]);

    /// <summary>Refuses a target that did not take what a statement was to change in it.</summary>
    /// <param name="what">What that is, several of it.</param>
    /// <param name="due">How many there are.</param>
    /// <param name="done">How many rows the statement changed.</param>
    /// <exception cref="PackageRefusedException">It is another number.</exception>
    public void Took(string what, long due, long done)
    {
        if (done != due)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Data, "publish",
                $"The table '{Target}' took {done} of {due} {what}. "
                + $"{LeavingOut.Cause(Database, Target, "trigger, rule or policy of the table")} left some out or "
                + "wrote others; nothing was published. Change it, or load a table that has none.");
        }
    }

    /// <summary>Batches for rows on their way, within the bounds of the run.</summary>
    public RowBatchPool Pool(IReadOnlyList<RowColumn> columns) => new(Context.Resources.Memory, columns);

    private string[] KeyAmong(IReadOnlyList<RowColumn> columns)
    {
        string[] key = [.. Rows.Key.Select(column => column.Name)];
        return key.All(name => columns.Any(column => column.Name == name)) ? key : [];
    }

    private bool AreLookedAt()
    {
        var triggers = Database.SilentTriggers(Target);
        if (triggers.Count > 0 && Dialect.CountHeld("", Rows.Audit, "@attempt") is null)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Data, "publish",
                $"The table '{Target}' has triggers before or in place of an UPDATE: {string.Join(", ", triggers)}. "
                + "Nobody could see which versions they have changed; nothing was published. Load a table that has "
                + "none.");
        }

        return triggers.Count > 0;
    }

    private static bool IsNumbered(IDatabase database, TableName table, ObjectDefinition definition) =>
        definition.Scd!.SurrogateKey is { } key && database.Columns(table).Any(column =>
            column.Source != ValueSource.Rows
            && database.Platform.Dialect.Fold(column.Name) == database.Platform.Dialect.Fold(key));
}
