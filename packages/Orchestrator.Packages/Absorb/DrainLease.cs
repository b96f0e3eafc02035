using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// The right to drain one buffer, kept in its own database: one drainer at a time, and one that stood still for longer
/// than the lease lasts finds out in the transaction in which it wants to go on.
/// </summary>
internal sealed class DrainLease : IDisposable
{
    /// <summary>How long a drainer may be silent before another takes over.</summary>
    public static readonly TimeSpan Lasts = TimeSpan.FromSeconds(30);

    private readonly IDatabase _database;
    private readonly AbsorbDialect _sql;
    private readonly DrainerDialect _drainers;
    private readonly long _token;

    private DrainLease(IDatabase database, AbsorbDialect sql, DrainerDialect drainers, long token) =>
        (_database, _sql, _drainers, _token) = (database, sql, drainers, token);

    /// <summary>Takes it. Where who had it stands still in the middle of a transaction, its session is ended, or else
    /// waited for.</summary>
    /// <param name="database">Where the buffer is; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="owner">Who.</param>
    /// <param name="cancellation">Stops waiting for the database.</param>
    /// <param name="wait">Told what is waited for, and what stops that; null = nobody, and the same token.</param>
    /// <exception cref="BufferHeldException">Another one drains it.</exception>
    /// <exception cref="OperationCanceledException">A token fired while waiting.</exception>
    public static DrainLease Take(
        IDatabase database, AbsorbDialect sql, DrainOwner owner, CancellationToken cancellation, DrainWait? wait = null)
    {
        var drainers = sql.Drainers;
        var row = Row(database.Platform.Dialect, sql.Table.Buffer);
        OwnTable.Make(database, drainers.Table, drainers.Columns, drainers.OneRowPerBuffer, cancellation);
        OwnTable.Make(
            database, () => database.Ask(drainers.Read, row).Rows > 0, () => database.Execute(drainers.Add, row),
            cancellation);
        return new DrainLease(database, sql, drainers, new DrainTake(database, sql, owner).Run(
            wait ?? new DrainWait(_ => { }, cancellation), cancellation));
    }

    /// <summary>Renews it in the transaction that is open, before rows are moved: nobody takes over before that ends.
    /// </summary>
    /// <exception cref="PackageRefusedException">Another one has taken over.</exception>
    public void Renew(long rows = 0)
    {
        var changed = _database.Execute(
            _drainers.Renew,
            [.. Row(_database.Platform.Dialect, _sql.Table.Buffer), ("token", _token),
                ("now", _database.Number(_sql.Now)),
                ("rows", rows)]);
        if (changed == 0)
        {
            throw new PackageRefusedException("ORC3572", ErrorClass.Transient, "drain",
                $"Another process drains '{_sql.Table.Buffer}' by now, as this one stood still for longer than "
                + $"{Lasts.TotalSeconds:0} s: what it had not committed is taken back, and the other one does it.");
        }
    }

    /// <summary>Says how fast rows come and go, for whoever looks.</summary>
    public void Tell(BufferRates rates) => OwnTable.Commit(
        _database, _drainers.Tell, CancellationToken.None,
        [.. Row(_database.Platform.Dialect, _sql.Table.Buffer), ("token", _token), ("arriving", rates.Arriving),
            ("draining", rates.Draining)]);

    /// <summary>Gives it back where the database can be reached; else it ends by itself.</summary>
    public void Dispose()
    {
        try
        {
            OwnTable.Commit(
                _database, _drainers.Leave, CancellationToken.None,
                [.. Row(_database.Platform.Dialect, _sql.Table.Buffer), ("token", _token)]);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            // Whoever comes next waits for its end.
        }
    }

    /// <summary>The row of a buffer in the table of drainers.</summary>
    public static (string Name, object? Value)[] Row(Dialect dialect, TableName buffer)
    {
        var (schema, name) = dialect.Fold(buffer);
        return [("schema", schema), ("name", name)];
    }
}
