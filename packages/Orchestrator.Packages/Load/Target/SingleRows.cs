using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// The rows of a load that commits each of them, written with one statement per row where the platform can. What stands
/// in its way is left to a transaction of several statements, which waits for the claim, and knows what becomes of a
/// row that is refused.
/// </summary>
/// <param name="session">The session, in a transaction.</param>
/// <param name="open">Opens the writer on the session's connection; null where there is none.</param>
internal sealed class SingleRows(TargetSession session, Func<ISingleRowWriter?> open) : IDisposable
{
    private ISingleRowWriter? _writer;
    private IDatabase? _opened;
    private bool _isOutside;

    /// <summary>
    /// Writes rows from one on and commits each, as many as go at once; what was written before is committed first.
    /// </summary>
    /// <param name="from">The first row.</param>
    /// <param name="left">Told those that were not written; the session is in a transaction then.</param>
    /// <param name="cancellation">Stops it before it begins.</param>
    /// <returns>How many were tried; 0 = this is not the way to write them.</returns>
    public int Write(RowBatch batch, int from, List<int> left, CancellationToken cancellation)
    {
        if (!IsOpen())
        {
            return 0;
        }

        if (!_isOutside)
        {
            session.Commit();
            _isOutside = true;
        }

        var tried = session.Write(_writer!, batch, from, Math.Min(_writer!.RowsMax, batch.Count - from), left);
        if (left.Count > 0)
        {
            Return(cancellation);
        }

        return tried;
    }

    /// <summary>Begins a transaction again where none is open.</summary>
    public void Return(CancellationToken cancellation)
    {
        if (_isOutside)
        {
            _isOutside = false;
            session.Begin(cancellation);
        }
    }

    public void Dispose()
    {
        _writer?.Dispose();
        _writer = null;
    }

    private bool IsOpen()
    {
        if (_opened != session.Database)
        {
            Dispose();
            _opened = session.Database;
            _writer = open();
        }

        return _writer is not null;
    }
}
