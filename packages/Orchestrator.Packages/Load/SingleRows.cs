using Orchestrator.Data;

namespace Orchestrator.Packages.Load;

/// <summary>
/// The rows of a load that commits each of them, written with one question to the server per row where the platform
/// can. What stands in its way is left to a transaction of several statements, which waits for the claim, and knows
/// what becomes of a row that is refused.
/// </summary>
/// <param name="session">The session, in a transaction.</param>
/// <param name="open">Opens the writer on the session's connection; null where there is none.</param>
internal sealed class SingleRows(TargetSession session, Func<ISingleRowWriter?> open) : IDisposable
{
    private ISingleRowWriter? writer;
    private IDatabase? opened;
    private bool isOutside;

    /// <summary>Writes and commits a row; what was written before is committed first.</summary>
    /// <returns>Whether that is done; else the session is in a transaction that has the table alone.</returns>
    public bool TryWrite(RowBatch batch, int row, CancellationToken cancellation)
    {
        if (!IsOpen())
        {
            return false;
        }

        if (!isOutside)
        {
            session.Commit();
            isOutside = true;
        }

        try
        {
            if (session.TryWrite(writer!, batch, row))
            {
                return true;
            }
        }
        catch (DataRefusedException)
        {
            // Refused again within a transaction, where the policy of the load decides.
        }

        Return(cancellation);
        return false;
    }

    /// <summary>Begins a transaction again where none is open.</summary>
    public void Return(CancellationToken cancellation)
    {
        if (isOutside)
        {
            isOutside = false;
            session.Begin(cancellation);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        writer?.Dispose();
        writer = null;
    }

    private bool IsOpen()
    {
        if (opened != session.Database)
        {
            Dispose();
            opened = session.Database;
            writer = open();
        }

        return writer is not null;
    }
}
