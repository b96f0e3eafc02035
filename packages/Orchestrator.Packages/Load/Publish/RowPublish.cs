using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>Brings the rows of a load table into a target that is there, within the open transaction.</summary>
internal sealed class RowPublish(
    IDatabase database, PackageContext context, LoadColumns columns, TableName load, TableName table,
    RefusedRows refused)
{
    private const int RowBytes = 4 << 10;

    private readonly ObjectDefinition _definition = context.Object;
    private readonly long _refusedBefore = refused.Count;
    private readonly string[] _names = [.. columns.Target.Select(column => column.Name)];

    private Dialect Dialect => database.Platform.Dialect;

    /// <summary>Whether the transaction has made the target.</summary>
    public bool TargetIsNew { get; init; }

    /// <summary>How many files of the source were not taken.</summary>
    public long FilesLeft { get; init; }

    /// <summary>Whether all rows are published at once, and what is refused is thrown as it came.</summary>
    public bool IsPlain { get; init; }

    /// <summary>Does it by key or by insert, as the pattern says.</summary>
    /// <param name="counts">What was read; Inserted = the rows of the load table.</param>
    /// <param name="before">Rows of the target.</param>
    /// <param name="hasNumbers">Whether the rows of the load table are numbered.</param>
    /// <param name="written">How many rows the target has more, where that is another number than was inserted; and
    /// what is to be told.</param>
    /// <returns>What became of the rows.</returns>
    /// <exception cref="DataRefusedException">The target refuses a row, and none is redirected.</exception>
    /// <exception cref="PackageRefusedException">The target left rows out without a word.</exception>
    public RowCounts Run(RowCounts counts, long before, bool hasNumbers, out (long? Rows, string[] Warnings) written)
    {
        written = (null, []);
        var isHalved = hasNumbers && !IsPlain && _definition.Errors.OnError.Value == Policy.Redirect;
        Func<Func<(long First, long Last)?, RowCounts>, RowCounts> parts = isHalved
            ? new HalvedPublish(database, load, Reject, table) { Index = Index }.Run
            : publish => publish(null);
        var isKeyed = _definition.Load.Pattern.Value.IsByKey();
        try
        {
            if (_definition.Scd is not null)
            {
                return AddedUp(isHalved ? Probed(counts, before, out written) : Versions(counts, before, out written));
            }

            using var identity = database.KeepIdentity(table, _names);
            var done = isKeyed
                ? KeyedPublish.Of(_definition, Dialect, load, table, columns.Target)
                    .Run(parts, database, counts, () => refused.Count - _refusedBefore)
                : counts with { Inserted = parts(Insert).Inserted };
            return AddedUp(done with { Rejected = counts.Rejected + refused.Count - _refusedBefore });
        }
        catch (Exception fault) when (
            !IsPlain && !(isHalved && TriedRows.HasEnded(fault))
            && database.Platform.Explain(fault) is { Class: DatabaseFaultClass.Data } why)
        {
            var row = isKeyed ? null : database.FindRefused(load, table, _names, before, fault);
            throw PublishRefusal.Of(why, table, columns, row, fault);
        }
    }

    // Where no key of the table finds them: each try of a few rows would look at all of it.
    private (string Make, string Remove)? Index()
    {
        string[] key = [.. _definition.Columns.Where(column => column.Key > 0).Select(column => column.Target)];
        return _definition.Load.Pattern.Value.IsByKey() && _definition.Scd is null
            && !database.KeysByRow(table).Any(one => one.Columns.All(name => key.Any(
                column => Dialect.Fold(column) == Dialect.Fold(name))))
            ? Dialect.IndexWhileTried(table, key) : null;
    }

    private RowCounts Versions(RowCounts counts, long before, out (long? Rows, string[] Warnings) written)
    {
        var versions = new ScdPublish(database, context, columns, table);
        var kept = versions.Run(counts, FilesLeft, before == 0, TargetIsNew);
        written = (versions.Added, versions.Warnings);
        return kept;
    }

    private RowCounts Probed(RowCounts counts, long before, out (long? Rows, string[] Warnings) written)
    {
        RowCounts Left() => counts with
        {
            Inserted = counts.Inserted - (refused.Count - _refusedBefore),
            Rejected = counts.Rejected + refused.Count - _refusedBefore,
        };
        (long? Rows, string[] Warnings) told = (null, []);
        var done = new ProbedPublish(database, load, Reject).Run(
            () => Versions(Left(), before, out told),
            // As of a delivery in parts, so that no key is taken as deleted.
            rows => new ScdPublish(database, context, columns, table).Run(
                counts with { Inserted = rows }, filesLeft: 1, before == 0, TargetIsNew));
        written = told;
        return done;
    }

    // The statement tells what the table took; a trigger or rule may have taken less than it was given.
    private RowCounts AddedUp(RowCounts counts) => counts.AddUp
        ? counts
        : throw new PackageRefusedException(
            "ORC3407", ErrorClass.Data, "publish",
            $"The table '{table}' did not take every row: {counts} do not add up. "
            + $"{LeavingOut.Cause(database, table, "trigger or rule of the table")} left some out or wrote others; "
            + "nothing was published. Change it, or load a table that has none.");

    /// <summary>The target's columns in whose order rows are inserted.</summary>
    public static string[] SortedBy(ObjectDefinition definition) => [.. definition.Load.SortedBy.Value.Select(
        name => definition.Columns.First(column => column.Name == name).Target)];

    private RowCounts Insert((long First, long Last)? part)
    {
        (string, object?)[] ends = part is { } found ? [("first", found.First), ("last", found.Last)] : [];
        var sql = Dialect.InsertSelect(load, table, _names, part is not null, SortedBy(_definition));
        return new RowCounts(0, database.Execute(sql, ends), 0, 0, 0, 0, 0, 0);
    }

    /// <summary>Takes of the rows of one key all but the latest out of the load table, where the pattern goes by key.
    /// </summary>
    /// <returns>How many.</returns>
    public long LeaveLatest() => _definition.Load.Pattern.Value.IsByKey() && _definition.Scd is null
        ? KeyedPublish.Of(_definition, Dialect, load, table, columns.Target).LeaveLatest(database) : 0;

    /// <summary>Takes rows behind a number, and those of some numbers, out of the load table.</summary>
    public void LeaveOnly(long last, IEnumerable<long> without)
    {
        database.Execute(Dialect.DeleteOthers(load), ("first", 1L), ("last", last));
        foreach (var number in without)
        {
            database.Execute(Dialect.DeleteRowOf(load), ("first", number));
        }
    }

    /// <summary>Rejects a row, and takes it out of the load table.</summary>
    public void Reject(long number, Exception fault)
    {
        string[] moved = [.. columns.Moved.Select(column => column.Name)];
        var values = database.Ask(Dialect.RowOf(load, moved), ("first", number)).First;
        var whole = Whole(Dialect.RowOf(load, moved), number);
        database.Execute(Dialect.DeleteRowOf(load), ("first", number));
        refused.Reject(number, values, whole, fault);
    }

    // As a reader gives it, because the answer to a question is text for people.
    private string? Whole(string sql, long number)
    {
        using var reader = database.Read(sql, ("first", number));
        using var pool = new RowBatchPool(new MemoryBudget(RowText.BytesMax), reader.Columns, RowBytes);
        using var batch = pool.RentNow();
        return reader.Read(batch, CancellationToken.None) ? columns.SourceRow(place => batch.Columns[place], 0) : null;
    }
}
