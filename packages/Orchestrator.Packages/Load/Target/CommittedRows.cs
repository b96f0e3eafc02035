using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Load.Target;

/// <summary>Writes the rows of a load, and commits them every `commitRows` rows where it says so.</summary>
/// <param name="session">The session, in a transaction.</param>
/// <param name="refused">Told the rows that the table refuses.</param>
/// <param name="definition">The load.</param>
/// <param name="begun">Done in each further transaction before it writes.</param>
internal sealed class CommittedRows(
    TargetSession session, TargetWriter writer, RefusedRows refused, ObjectDefinition definition, Action begun)
    : IDisposable
{
    private readonly List<int> _left = [];
    private readonly long _chunk = definition.Load.CommitRows.Value;
    private readonly SingleRows? _singly = IsSingly(definition)
        ? new SingleRows(session, () => writer.OpenSingly(session.Claim))
        : null;

    private long _sinceCommit;
    private long _refusedAtCommit;

    /// <summary>Rows that are in the table for good.</summary>
    public long Committed { get; private set; }

    /// <summary>Whether something was committed, if only that the target was emptied for rows that it refused all.
    /// </summary>
    public bool HasCommitted { get; private set; }

    /// <summary>Writes a batch.</summary>
    public void Write(RowBatch batch, CancellationToken cancellation)
    {
        for (var from = 0; from < batch.Count;)
        {
            cancellation.ThrowIfCancellationRequested();
            var singly = WriteSingly(batch, from, cancellation);
            from += singly > 0 ? singly : WriteTogether(batch, from, batch.Count - from, cancellation);
        }
    }

    /// <summary>Sends what is left, in the transaction that is open then.</summary>
    public void Complete(CancellationToken cancellation)
    {
        _singly?.Return(cancellation);
        writer.Complete();
    }

    public void Dispose()
    {
        _singly?.Dispose();
        writer.Dispose();
    }

    private int WriteSingly(RowBatch batch, int from, CancellationToken cancellation)
    {
        var tried = TrySingly(batch, from, cancellation);
        if (_left.Count == 0)
        {
            refused.Wrote(batch, from, tried);
            return tried;
        }

        // One that was refused has taken a number with it.
        refused.LoseNumbers(isForGood: true);
        foreach (var row in _left)
        {
            WriteTogether(batch, row, 1, cancellation);
        }

        return tried;
    }

    private int TrySingly(RowBatch batch, int from, CancellationToken cancellation)
    {
        _left.Clear();
        try
        {
            var tried = _singly?.Write(batch, from, _left, cancellation) ?? 0;
            HasCommitted |= tried > 0;
            Committed += tried - _left.Count;
            return tried;
        }
        catch
        {
            // What is left ends with the row that it failed of; those before it stand.
            Committed += _left.Count > 0 ? _left[^1] + 1 - from - _left.Count : 0;
            throw;
        }
    }

    private int WriteTogether(RowBatch batch, int from, int rows, CancellationToken cancellation)
    {
        var count = _chunk > 0 ? (int)Math.Min(_chunk - _sinceCommit, rows) : rows;
        writer.Write(batch, from, count);
        _sinceCommit += count;
        if (_sinceCommit == _chunk)
        {
            Commit(cancellation);
        }

        return count;
    }

    private void Commit(CancellationToken cancellation)
    {
        writer.Complete();
        CrashPoint.Around("load.commitRows", session.Commit);
        HasCommitted = true;
        Committed += _sinceCommit - (refused.Count - _refusedAtCommit);
        _refusedAtCommit = refused.Count;
        _sinceCommit = 0;
        session.Begin(cancellation);
        begun();
    }

    private static bool IsSingly(ObjectDefinition definition) => definition.Load is
    {
        FastLoad.Value: false, CommitRows.Value: 1, TableLock.Value: false,
    };
}
