using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Engine;
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

    private readonly IDatabase database;
    private readonly AbsorbDialect sql;
    private readonly DrainerDialect drainers;
    private readonly long token;

    private DrainLease(IDatabase database, AbsorbDialect sql, DrainerDialect drainers, long token)
    {
        this.database = database;
        this.sql = sql;
        this.drainers = drainers;
        this.token = token;
    }

    /// <summary>Takes it.</summary>
    /// <param name="database">Where the buffer is; no transaction is open.</param>
    /// <param name="sql">The buffer.</param>
    /// <param name="owner">Who.</param>
    /// <param name="cancellation">Stops waiting for the database.</param>
    /// <exception cref="BufferHeldException">Another one drains it.</exception>
    public static DrainLease Take(
        IDatabase database, AbsorbDialect sql, DrainOwner owner, CancellationToken cancellation)
    {
        var dialect = database.Platform.Dialect;
        var drainers = new DrainerDialect(dialect);
        var row = Row(dialect, sql.Table.Buffer);
        OwnTable.Make(database, drainers.Table, drainers.Columns, drainers.OneRowPerBuffer, cancellation);
        OwnTable.Make(
            database, () => database.Ask(drainers.Read, row).Rows > 0, () => database.Execute(drainers.Add, row),
            cancellation);
        database.Begin(cancellation);
        try
        {
            var now = database.Number(sql.Now);
            var taken = database.Execute(
                drainers.Take,
                [.. row, ("owner", owner.Words), ("drainer", $"{owner.Id}"), ("now", now),
                    ("before", now - (long)Lasts.TotalMilliseconds)]);
            var found = database.Ask(drainers.Read, row).First;
            database.Commit();
            return taken == 1
                ? new DrainLease(database, sql, drainers, long.Parse(found[1]!, CultureInfo.InvariantCulture))
                : throw Refused(sql.Table.Buffer, found, now);
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    /// <summary>Renews it in the transaction that is open, before rows are moved: nobody takes over before that ends.
    /// </summary>
    /// <exception cref="PackageRefusedException">Another one has taken over.</exception>
    public void Renew(long rows = 0)
    {
        var changed = database.Execute(
            drainers.Renew,
            [.. Row(database.Platform.Dialect, sql.Table.Buffer), ("token", token), ("now", database.Number(sql.Now)),
                ("rows", rows)]);
        if (changed == 0)
        {
            throw new PackageRefusedException("ORC3572", ErrorClass.Transient, "drain",
                $"Another process drains '{sql.Table.Buffer}' by now, as this one stood still for longer than "
                + $"{Lasts.TotalSeconds:0} s: what it had not committed is taken back, and the other one does it.");
        }
    }

    /// <summary>Says how fast rows come and go, for whoever looks.</summary>
    public void Tell(BufferRates rates) => OwnTable.Commit(
        database, drainers.Tell, CancellationToken.None,
        [.. Row(database.Platform.Dialect, sql.Table.Buffer), ("token", token), ("arriving", rates.Arriving),
            ("draining", rates.Draining)]);

    /// <summary>Gives it back where the database can be reached; else it ends by itself.</summary>
    public void Dispose()
    {
        try
        {
            OwnTable.Commit(
                database, drainers.Leave, CancellationToken.None,
                [.. Row(database.Platform.Dialect, sql.Table.Buffer), ("token", token)]);
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

    private static BufferHeldException Refused(TableName buffer, IReadOnlyList<string?> found, long now)
    {
        var silent = (now - long.Parse(found[2]!, CultureInfo.InvariantCulture)) / 1000;
        return new BufferHeldException(
            $"'{buffer}', which {found[0]} drains",
            $"'{buffer}' is drained by {found[0]}, who was heard {silent} s ago: one drains at a time. Where it is no "
            + $"more, another may begin {Lasts.TotalSeconds:0} s after it was heard last.");
    }
}
