using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load;

/// <summary>Writes the rows of a load, and commits them every `commitRows` rows where it says so.</summary>
/// <param name="session">The session, in a transaction.</param>
/// <param name="writer">The writer.</param>
/// <param name="refused">Told the rows that the table refuses.</param>
/// <param name="definition">The load.</param>
/// <param name="begun">Done in each further transaction before it writes.</param>
internal sealed class CommittedRows(
    TargetSession session, TargetWriter writer, RefusedRows refused, ObjectDefinition definition, Action begun)
    : IDisposable
{
    private readonly long chunk = definition.Load.CommitRows.Value;
    private readonly SingleRows? singly = IsSingly(definition)
        ? new SingleRows(session, () => writer.OpenSingly(session.Claim))
        : null;

    private long sinceCommit;
    private long refusedAtCommit;

    /// <summary>Rows that are in the table for good.</summary>
    public long Committed { get; private set; }

    /// <summary>Writes a batch.</summary>
    public void Write(RowBatch batch, CancellationToken cancellation)
    {
        for (var from = 0; from < batch.Count;)
        {
            cancellation.ThrowIfCancellationRequested();
            if (singly?.TryWrite(batch, from, cancellation) == true)
            {
                refused.Wrote(batch, from++, 1);
                Committed++;
                continue;
            }

            var count = chunk > 0 ? (int)Math.Min(chunk - sinceCommit, batch.Count - from) : batch.Count - from;
            writer.Write(batch, from, count);
            from += count;
            sinceCommit += count;
            if (sinceCommit == chunk)
            {
                Commit(cancellation);
            }
        }
    }

    /// <summary>Sends what is left, in the transaction that is open then.</summary>
    public void Complete(CancellationToken cancellation)
    {
        singly?.Return(cancellation);
        writer.Complete();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        singly?.Dispose();
        writer.Dispose();
    }

    private void Commit(CancellationToken cancellation)
    {
        writer.Complete();
        session.Commit();
        Committed += sinceCommit - (refused.Count - refusedAtCommit);
        refusedAtCommit = refused.Count;
        sinceCommit = 0;
        session.Begin(cancellation);
        begun();
    }

    private static bool IsSingly(ObjectDefinition definition) => definition.Load is
    {
        FastLoad.Value: false, CommitRows.Value: 1, TableLock.Value: false,
    };
}
