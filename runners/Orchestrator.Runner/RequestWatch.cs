using System.Data.Common;
using Orchestrator.Ledger;

namespace Orchestrator.Runner;

/// <summary>
/// Looks into the ledger about once a second whether somebody asks something of the run, over a connection and on a
/// thread that are not those of the run. A look is one search in an index that is almost always empty.
/// </summary>
internal sealed class RequestWatch : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly LedgerLocation _location;
    private readonly TimeProvider _time;
    private readonly long _run;
    private readonly Action<IReadOnlyList<RequestRecord>> _came;
    private readonly HashSet<long> _told = [];
    private readonly Lock _lock = new();
    private ITimer _timer;
    private LedgerReader? _reader;
    private bool _isOver;

    /// <summary>Looks from now on, and tells each request once.</summary>
    public RequestWatch(
        LedgerLocation location, TimeProvider time, long run, Action<IReadOnlyList<RequestRecord>> came)
    {
        (_location, _time, _run, _came) = (location, time, run, came);
        _timer = NextLook();
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _isOver = true;
            _timer.Dispose();
            _reader?.Dispose();
        }
    }

    private void Look()
    {
        lock (_lock)
        {
            if (_isOver)
            {
                return;
            }

            Tell();
            _timer.Dispose();
            _timer = NextLook();
        }
    }

    private ITimer NextLook() => _time.CreateTimer(_ => Look(), null, Pause, Timeout.InfiniteTimeSpan);

    private void Tell()
    {
        try
        {
            _reader ??= LedgerReader.Open(_location, _time);
            RequestRecord[] fresh = [.. (_reader?.OpenRequests(_run) ?? []).Where(one => _told.Add(one.Number))];
            if (fresh.Length > 0)
            {
                _came(fresh);
            }
        }
        catch (Exception lost) when (lost is LedgerException or DbException)
        {
            // That the ledger is lost the run hears where it writes; here it is only tried again.
            _reader?.Dispose();
            _reader = null;
        }
    }
}
