using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Relaxed;

/// <summary>
/// A session beside those of one attempt that looks whether others have relaxed the database that the attempt writes.
/// It is kept meanwhile: no server that went down keeps one.
/// </summary>
internal sealed class DurabilityWatch : IDisposable
{
    private readonly PackageContext _context;
    private readonly RelaxedTarget _target;
    private IDurability? _session;
    private bool _isKept = true;

    private DurabilityWatch(PackageContext context, RelaxedTarget target)
    {
        (_context, _target) = (context, target);
        _session = target.Open(context.Cancellation);
    }

    /// <summary>Whether the database was relaxed before the work.</summary>
    public bool WasRelaxed { get; private set; }

    /// <summary>
    /// What the attempt leaves there; null where it needs none, or the user may not make its table: then the session
    /// has to outlive the work.
    /// </summary>
    public AttemptMark? Mark { get; private set; }

    /// <summary>The setting of the database, when it was last seen relaxed; empty = it never was.</summary>
    public string Setting { get; private set; } = "";

    /// <summary>Opens it, and looks.</summary>
    /// <exception cref="Exception">What <see cref="Faults.IsExpected"/> tells.</exception>
    public static DurabilityWatch Open(PackageContext context, bool isMarked)
    {
        var watch = new DurabilityWatch(context, DatabaseAccess.ToTarget(context).Durability);
        try
        {
            watch.WasRelaxed = watch.IsRelaxed(watch._session!);
            watch.Mark = watch.WasRelaxed && isMarked ? watch.Prepared() : null;
            return watch;
        }
        catch
        {
            watch.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Why nobody knows that what the attempt has committed is on disk, and whether it is known to be lost; null where
    /// it is there: the database was durable all the time, or has been flushed, and the attempt has survived.
    /// </summary>
    /// <exception cref="Exception">What <see cref="Faults.IsExpected"/> tells: nobody could be asked.</exception>
    public (string Why, bool IsGone)? NotHardened()
    {
        if (!WasRelaxed && !Asked(IsRelaxed))
        {
            return null;
        }

        Asked(session =>
        {
            _target.Flush(session, _context.Resources.WriterTurns, CancellationToken.None);
            return true;
        });
        return Mark is not null
            ? _target.Found(_context.Ledger, [_context.AttemptId], CancellationToken.None).Contains(_context.AttemptId)
                ? null
                // One that was committed apart can be lost without the work before it.
                : ("its marker was not there after the flush: the server lost what it had committed", Mark.IsWithLast)
            : _isKept ? null
            : ("the session that looked at the server was lost meanwhile, and perhaps what it had committed", false);
    }

    /// <summary>Takes the marker away, which nobody will ask for any more. One that stays does no harm.</summary>
    public void Forget()
    {
        try
        {
            if (Mark is { IsThere: true } && _session is not null)
            {
                new AttemptMarkers(_session.Database, $"{_context.Ledger}").Remove(
                    [_context.AttemptId], CancellationToken.None);
            }
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            _context.Message($"The marker of the attempt may stay in the database: {Faults.Text(fault)}.");
        }
    }

    public void Dispose() => _session?.Dispose();

    private bool IsRelaxed(IDurability session)
    {
        var setting = session.Setting();
        if (!session.IsRelaxed(setting))
        {
            return false;
        }

        Setting = setting;
        return true;
    }

    private AttemptMark? Prepared()
    {
        try
        {
            var mark = new AttemptMark(_context);
            mark.Prepare(_session!.Database);
            return mark;
        }
        catch (Exception fault) when (
            _target.Platform.Explain(fault) is { Class: DatabaseFaultClass.Config, IsConnectionLost: false })
        {
            return null;
        }
    }

    private T Asked<T>(Func<IDurability, T> ask)
    {
        try
        {
            return ask(_session!);
        }
        catch (Exception fault) when (_isKept && _target.Platform.Explain(fault) is { IsConnectionLost: true })
        {
            _isKept = false;
            _session?.Dispose();
            _session = null;
            _session = _target.Open(CancellationToken.None);
            return ask(_session);
        }
    }
}
