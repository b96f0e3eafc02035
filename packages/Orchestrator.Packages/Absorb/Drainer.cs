using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>A session that has the right to drain a buffer, for as long as it is open.</summary>
internal sealed class Drainer : IDisposable
{
    private readonly DatabaseAccess _access;
    private readonly DrainLease _lease;

    /// <exception cref="BufferHeldException">Another one drains it.</exception>
    /// <exception cref="PackageRefusedException">Buffer or target cannot be used.</exception>
    /// <exception cref="OperationCanceledException">It was stopped while it waited.</exception>
    public Drainer(
        DatabaseAccess access, AbsorbTables tables, PackageContext context, DrainOwner owner, DrainRejects? rejects,
        CancellationToken stop)
    {
        _access = access;
        var options = context.Object.Absorb!;
        Database = access.Open();
        try
        {
            Tables = tables.In(Database);
            Tables.Ensure(Database, context.Cancellation);
            PartsShown.RefuseTarget(
                Database, Tables.Table.Target, context.Object, access.Address, context.Object.Load.Swap.Value);
            OtherForms.Refuse(
                Database, Tables.Table.Target, Tables.Table.Buffer,
                [.. Tables.Table.Columns.Where(column => Tables.Table.Key.Contains(column.Name))], context.Object);
            LeavingOut.RefuseToDrain(Database, Tables.Table.Target, Tables.Table.Key);
            _lease = DrainLease.Take(
                Database, Tables.Sql, owner, context.Cancellation, DrainWait.Of(context, stop));
            Drain = new Drain(
                Database, Tables.Sql, _lease, new BatchSize(options.RowsPerBatch, options.Interval),
                options.MaxParallelism, context.Time, rejects,
                words => QuotedWords.Shown(words, context.Object));
        }
        catch
        {
            _lease?.Dispose();
            Database.Dispose();
            throw;
        }
    }

    /// <summary>The session.</summary>
    public IDatabase Database { get; }

    /// <summary>Buffer and target as they are there.</summary>
    public AbsorbTables Tables { get; }

    public Drain Drain { get; }

    /// <summary>How the buffer stands, with what has become of it since the last time; others can read it then.
    /// </summary>
    /// <param name="rates">Learns from it.</param>
    /// <param name="drained">Rows drained so far.</param>
    /// <param name="at">Now, by a clock that only goes on.</param>
    public BufferStatus Measure(BufferRates rates, long drained, TimeSpan at)
    {
        var (sql, table) = (Tables.Sql, Tables.Table);
        var backlog = Database.Number(sql.Count);
        rates.Learn(backlog, drained, at);
        _lease.Tell(rates);
        return new BufferStatus($"{table.Buffer}", $"{table.Target}", true, Tables.IsLossy)
        {
            Backlog = backlog,
            Age = TimeSpan.FromMilliseconds(backlog == 0 ? 0 : Math.Max(0, Database.Number(sql.Age))),
            Arriving = rates.Arriving,
            Draining = rates.Draining,
        };
    }

    public void Dispose()
    {
        _lease.Dispose();
        Database.Dispose();
        _access.AfterWriting();
    }
}
