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
    private readonly IDatabase _database;
    private readonly IDisposable _interrupt;
    private readonly CancellationToken _cancellation;
    private readonly LoadColumns _columns;
    private readonly LoadedRange? _range;
    private readonly EffectiveDates? _dates;
    private readonly RefusedRows _refused;
    private readonly TargetWriter _writer;

    /// <summary>Connects and begins.</summary>
    public PartTarget(
        DatabaseAccess access, LoadTable into, LoadColumns columns, ObjectDefinition definition,
        Action<RejectedRow> reject, CancellationToken cancellation)
    {
        (_columns, _cancellation, _range) = (columns, cancellation, LoadedRange.Of(definition));
        _dates = EffectiveDates.Of(definition);
        _refused = new RefusedRows(columns, reject) { IsOfLoadTable = true, IsOfShadow = into.IsShadow };
        // The numbers of the load table are given to rows of all streams.
        _refused.LoseNumbers(isForGood: true);
        _database = access.OpenBeside(cancellation);
        _interrupt = _database.Interruption.On(cancellation);
        // Streams that lock a table as a whole go together while it has no index, and are logged least.
        _writer = new TargetWriter(
            () => _database, into.Name, columns, definition, _refused, isForExchange: false, locksTable: true,
            looksAhead: false);
        try
        {
            _database.Begin(cancellation);
            _writer.Open();
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
        _cancellation.ThrowIfCancellationRequested();
        var before = _refused.Count;
        _range?.Filter(batch, _columns, _refused);
        _dates?.Filter(batch, _columns, _refused);
        _writer.Write(batch, 0, batch.Count);
        return _refused.Count - before;
    }

    /// <summary>Commits what was written.</summary>
    public void Complete()
    {
        _writer.Complete();
        _interrupt.Dispose();
        _cancellation.ThrowIfCancellationRequested();
        CrashPoint.Around("load.part", _database.Commit);
    }

    public void Dispose()
    {
        _interrupt.Dispose();
        _writer.Dispose();
        _database.Rollback();
        _database.Dispose();
    }
}
