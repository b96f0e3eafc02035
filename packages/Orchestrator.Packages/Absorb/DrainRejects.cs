using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// Brings rows of a buffer that the target refuses into the error table. A row comes there and leaves the buffer in one
/// transaction, without savepoints, which tables in memory do not know.
/// </summary>
internal sealed class DrainRejects
{
    private const int RowBytes = 4 << 10;

    private readonly PackageContext _context;
    private long _rejected;

    private DrainRejects(PackageContext context, long rejected) =>
        (_context, _rejected) = (context, rejected);

    /// <summary>What rejects rows, where the metadata say so; else null.</summary>
    /// <param name="context">The object.</param>
    /// <param name="rejected">Rows that were rejected before, and count, too.</param>
    public static DrainRejects? Of(PackageContext context, long rejected = 0) =>
        context.Object.Errors.OnError.Value == Policy.Redirect ? new DrainRejects(context, rejected) : null;

    /// <summary>Rejects rows; as many of the first as still may be.</summary>
    /// <param name="database">Where the buffer is; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="lease">The right to drain it.</param>
    /// <param name="rows">Numbers of the rows, and why.</param>
    /// <returns>What was moved, and how many of the rows are done with.</returns>
    /// <exception cref="PackageRefusedException">None may be any more.</exception>
    public (DrainedRows Moved, int Rows) Reject(
        IDatabase database, AbsorbDialect sql, DrainLease lease, IReadOnlyList<(long Number, Exception Why)> rows)
    {
        var table = ErrorTable.NameOf(_context.Object, database.Platform);
        var max = _context.Object.Errors.MaxErrors.Value;
        var may = max < 0 ? rows.Count : (int)Math.Clamp(max - _rejected, 0, rows.Count);
        if (may == 0)
        {
            throw new PackageRefusedException(
                "ORC3408", ErrorClass.Data, "drain",
                $"'{sql.Table.Target}' refuses more rows of '{sql.Table.Buffer}' than `maxErrors: {max}` allows: those "
                + $"that were rejected are in '{table}', and the one with {BufferedTable.Number} {rows[0].Number} "
                + $"stays in the buffer ({QuotedWords.Shown(Faults.Text(rows[0].Why), _context.Object)}). Correct it "
                + "there, or raise the limit.");
        }

        var done = Reject(database, table, sql, lease, [.. rows.Take(may)]);
        _rejected += done;
        return (new DrainedRows(done, 0, 0, 0, done), may);
    }

    private long Reject(
        IDatabase database, TableName table, AbsorbDialect sql, DrainLease lease,
        IReadOnlyList<(long Number, Exception Why)> rows)
    {
        OwnTable.Make(
            database, () => database.KindOf(table) is not null && ErrorTable.IsReplayable(database, table),
            () => ErrorTable.Ensure(database, table), _context.Cancellation);
        try
        {
            return Move(database, table, sql, lease, rows, isShort: false);
        }
        catch (Exception fault) when (Faults.MayBeRefusal(fault))
        {
            // One by one, so that each is kept with as much as the table takes.
            return rows.Sum(row => MoveOne(database, table, sql, lease, row));
        }
    }

    private long MoveOne(
        IDatabase database, TableName table, AbsorbDialect sql, DrainLease lease, (long Number, Exception Why) row)
    {
        try
        {
            return Move(database, table, sql, lease, [row], isShort: false);
        }
        catch (Exception fault) when (Faults.MayBeRefusal(fault))
        {
            return Move(database, table, sql, lease, [row], isShort: true);
        }
    }

    private long Move(
        IDatabase database, TableName table, AbsorbDialect sql, DrainLease lease,
        IReadOnlyList<(long Number, Exception Why)> rows, bool isShort)
    {
        database.Begin(_context.Cancellation);
        try
        {
            lease.Renew();
            List<RejectedRow> kept = [];
            var refused = new RefusedRows(Columns(sql), kept.Add);
            foreach (var (number, why) in rows)
            {
                Take(database, sql, refused, kept, number, why);
            }

            ErrorTable.WriteUntried(
                database, table, _context.AttemptId, kept, _context.Resources.Memory,
                ErrorTable.LastRow(database, table, _context.AttemptId), isShort);
            lease.Renew(kept.Count);
            database.Commit();
            return kept.Count;
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    // What somebody has changed meanwhile is kept as it is now; what somebody has taken away is no more.
    private static void Take(
        IDatabase database, AbsorbDialect sql, RefusedRows refused, List<RejectedRow> kept, long number, Exception why)
    {
        (string, object?)[] one = [("first", number)];
        database.Execute(sql.Hold, one);
        var before = kept.Count;
        using (var reader = database.Read(sql.RowOf, one))
        using (var pool = new RowBatchPool(new MemoryBudget(RowText.BytesMax), reader.Columns, RowBytes))
        using (var batch = pool.RentNow())
        {
            while (reader.Read(batch, CancellationToken.None))
            {
                for (var row = 0; row < batch.Count; row++)
                {
                    refused.Reject(batch, row, why);
                    kept[^1] = kept[^1] with { Row = number };
                }

                batch.Reset();
            }
        }

        if (database.Execute(sql.Remove, one) != kept.Count - before)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Data, "drain",
                $"The row of '{sql.Table.Buffer}' with {BufferedTable.Number} {number} could not be removed as it was "
                + "read: a trigger or rule of the buffer leaves it there. Nothing was moved; take that off the "
                + "buffer.");
        }
    }

    private LoadColumns Columns(AbsorbDialect sql) => new()
    {
        Moved = sql.Table.Columns,
        Filled = [],
        SourceNames = [.. _context.Object.Columns.Select(column => column.Name)],
        Guarded =
        [
            .. _context.Object.Columns.Select((column, place) => new GuardColumn
            {
                Name = column.Target,
                Source = place,
                Type = sql.Table.Columns[place].Type,
                Key = column.Key,
            }),
        ],
    };
}
