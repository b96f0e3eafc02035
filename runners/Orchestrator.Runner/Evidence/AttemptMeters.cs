using System.Collections.Concurrent;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Evidence;

/// <summary>The meters of the attempts at work, by the connection that each writes. Thread-safe.</summary>
internal sealed class AttemptMeters
{
    private readonly ConcurrentDictionary<AttemptMeter, string> _atWork = new();
    private readonly Lock _gate = new();
    private Action? _listener;
    private bool _hasSession;

    /// <summary>Who is told once an attempt has a session somewhere, at once where one has had.</summary>
    public void Listen(Action told)
    {
        lock (_gate)
        {
            _listener = told;
        }

        if (_hasSession)
        {
            told();
        }
    }

    /// <summary>An attempt has a session.</summary>
    public void Opened()
    {
        Action? told;
        lock (_gate)
        {
            told = _hasSession ? null : _listener;
            _hasSession = true;
        }

        told?.Invoke();
    }

    public void Begin(AttemptMeter meter, string connection) => _atWork[meter] = connection;

    public void End(AttemptMeter meter) => _atWork.TryRemove(meter, out _);

    /// <summary>The meter of a session, by its number in the server of a connection; null = it is no one's.</summary>
    public AttemptMeter? Find(string connection, long session) =>
        _atWork.FirstOrDefault(one => one.Value == connection && one.Key.Has(session)).Key;
}
