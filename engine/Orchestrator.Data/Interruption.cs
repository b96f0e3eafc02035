namespace Orchestrator.Data;

/// <summary>
/// Interrupts what a session is doing, again and again until that has ended: an interrupt that comes between two
/// statements stops neither. One for each session; from any thread.
/// </summary>
/// <remarks>
/// No interrupt is under way, and none that was asked for before comes any more, once what <see cref="On"/> returned is
/// disposed of, <see cref="Spare"/> has begun, or this is disposed of: each of them waits for one that is under way. So
/// none stops what cleans up, nor whoever is given the session, or its number, next.
/// </remarks>
public sealed class Interruption : IDisposable
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);

    private readonly Lock _access = new();
    private readonly List<object> _asking = [];
    private readonly Action _interrupt;
    private readonly TimeProvider _time;
    private ITimer? _timer;
    private TimeSpan _pause;
    private int _spared;
    private bool _isOver;

    /// <param name="interrupt">Interrupts once; called by one thread at a time.</param>
    /// <param name="time">Measures the pauses.</param>
    public Interruption(Action interrupt, TimeProvider time) => (_interrupt, _time) = (interrupt, time);

    /// <summary>Interrupts at once, and again until the session is rolled back or disposed of.</summary>
    public void Begin() => Begin(this);

    /// <summary>Interrupts once the token fires, and again until what this returns is disposed of.</summary>
    public IDisposable On(CancellationToken cancellation) => new InterruptScope(this, cancellation);

    /// <summary>Does what nobody may interrupt. Who asked before is forgotten, and so is who asks meanwhile.</summary>
    public void Spare(Action cleanUp)
    {
        lock (_access)
        {
            _spared++;
            _asking.Clear();
            Rest();
        }

        try
        {
            cleanUp();
        }
        finally
        {
            lock (_access)
            {
                _spared--;
            }
        }
    }

    public void Dispose()
    {
        lock (_access)
        {
            _isOver = true;
            _asking.Clear();
            Rest();
        }
    }

    private void Begin(object by)
    {
        lock (_access)
        {
            if (_isOver || _spared > 0)
            {
                return;
            }

            _asking.Add(by);
            _pause = ShortestPause;
            Ask();
        }
    }

    private void End(object by)
    {
        lock (_access)
        {
            if (_asking.Remove(by) && _asking.Count == 0)
            {
                Rest();
            }
        }
    }

    // It may have fired before all was over, and waited until now.
    private void AskAgain()
    {
        lock (_access)
        {
            if (_asking.Count > 0)
            {
                Ask();
            }
        }
    }

    private void Ask()
    {
        try
        {
            _interrupt();
        }
        catch (Exception)
        {
            // Whoever works with the session finds out what is wrong with it, and the next one may be heard.
        }

        _timer?.Dispose();
        _timer = _time.CreateTimer(_ => AskAgain(), null, _pause, Timeout.InfiniteTimeSpan);
        _pause = _pause * 2 < LongestPause ? _pause * 2 : LongestPause;
    }

    private void Rest()
    {
        _timer?.Dispose();
        _timer = null;
    }

    /// <summary>What is to stop once the token fires. Disposed of, it has ended, or is no more to be stopped.</summary>
    private sealed class InterruptScope : IDisposable
    {
        private readonly Interruption _of;
        private readonly CancellationTokenRegistration _registration;

        public InterruptScope(Interruption of, CancellationToken cancellation)
        {
            _of = of;
            _registration = cancellation.UnsafeRegister(static scope => ((InterruptScope)scope!).Begin(), this);
        }

        public void Dispose()
        {
            _registration.Dispose();
            _of.End(this);
        }

        private void Begin() => _of.Begin(this);
    }
}
