using Orchestrator.Data;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>A session that has the right to drain a buffer, for as long as it is open.</summary>
internal sealed class Drainer : IDisposable
{
    private readonly DatabaseAccess access;
    private readonly DrainLease lease;

    /// <exception cref="PackageRefusedException">Another one drains it, or buffer or target cannot be used.</exception>
    public Drainer(DatabaseAccess access, AbsorbTables tables, PackageContext context, string owner)
    {
        this.access = access;
        var options = context.Object.Absorb!;
        Database = access.Open();
        try
        {
            tables.Ensure(Database, context.Cancellation);
            lease = DrainLease.Take(Database, tables.Sql, owner, context.Cancellation);
            Drain = new Drain(
                Database, tables.Sql, lease, new BatchSize(options.RowsPerBatch, options.Interval),
                options.MaxParallelism, context.Time);
        }
        catch
        {
            lease?.Dispose();
            Database.Dispose();
            throw;
        }
    }

    /// <summary>The session.</summary>
    public IDatabase Database { get; }

    /// <summary>What drains.</summary>
    public Drain Drain { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        lease.Dispose();
        Database.Dispose();
        access.AfterWriting();
    }
}
