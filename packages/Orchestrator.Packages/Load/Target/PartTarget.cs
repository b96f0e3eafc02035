using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// One of several streams into a load table, in a session and a transaction of its own. It needs no claim: the session
/// of the load holds that, and nobody else knows the table. Disposed without <see cref="Complete"/> it leaves nothing.
/// </summary>
internal sealed class PartTarget : IDisposable
{
    private readonly IDatabase database;
    private readonly CancellationTokenRegistration interrupt;
    private readonly CancellationToken cancellation;
    private readonly LoadColumns columns;
    private readonly LoadedRange? range;
    private readonly EffectiveDates? dates;
    private readonly RefusedRows refused;
    private readonly TargetWriter writer;

    /// <summary>Connects and begins.</summary>
    public PartTarget(
        DatabaseAccess access, LoadTable into, LoadColumns columns, ObjectDefinition definition,
        Action<RejectedRow> reject, CancellationToken cancellation)
    {
        (this.columns, this.cancellation, range) = (columns, cancellation, LoadedRange.Of(definition));
        dates = EffectiveDates.Of(definition);
        refused = new RefusedRows(columns, reject) { IsOfLoadTable = true, IsOfShadow = into.IsShadow };
        // The numbers of the load table are given to rows of all streams.
        refused.LoseNumbers(isForGood: true);
        database = access.OpenBeside(cancellation);
        interrupt = cancellation.Register(database.Interrupt);
        // Streams that lock a table as a whole go together while it has no index, and are logged least.
        writer = new TargetWriter(
            () => database, into.Name, columns, definition, refused, isForExchange: false, locksTable: true,
            looksAhead: false);
        try
        {
            database.Begin(cancellation);
            writer.Open();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Writes a batch.</summary>
    /// <returns>How many rows were rejected.</returns>
    public long Write(RowBatch batch)
    {
        cancellation.ThrowIfCancellationRequested();
        var before = refused.Count;
        range?.Filter(batch, columns, refused);
        dates?.Filter(batch, columns, refused);
        writer.Write(batch, 0, batch.Count);
        return refused.Count - before;
    }

    /// <summary>Commits what was written.</summary>
    public void Complete()
    {
        writer.Complete();
        cancellation.ThrowIfCancellationRequested();
        interrupt.Dispose();
        CrashPoint.Around("load.part", database.Commit);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        interrupt.Dispose();
        writer.Dispose();
        database.Rollback();
        database.Dispose();
    }
}
