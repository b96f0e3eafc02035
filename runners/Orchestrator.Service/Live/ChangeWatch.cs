using Orchestrator.Ledger;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Live;

/// <summary>
/// Looks once a second whether anything has changed, as long as anybody wants to know. Those who want to know look at
/// what it saw last, so that a slow one misses what lay between and never holds it up. Safe for threads.
/// </summary>
internal sealed class ChangeWatch(LedgerCache look, PulseReader pulses, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly CancellationTokenSource _over = new();
    private LiveState _last = new(0, [], new TaskCompletionSource());
    private int _watchers;
    private bool _isLooking;

    /// <summary>What was seen last, and a task that ends with the next change.</summary>
    public LiveState Last
    {
        get
        {
            lock (_lock)
            {
                return _last;
            }
        }
    }

    /// <summary>Watches until it is disposed.</summary>
    public IDisposable Watch()
    {
        lock (_lock)
        {
            _watchers++;
            if (!_isLooking)
            {
                _isLooking = true;
                _ = LookAsync();
            }
        }

        return new Leaving(Leave);
    }

    public void Dispose()
    {
        _over.Cancel();
        _over.Dispose();
    }

    private async Task LookAsync()
    {
        try
        {
            using var timer = new PeriodicTimer(Pause, time);
            do
            {
                await LookOnceAsync();
            }
            while (await timer.WaitForNextTickAsync(_over.Token) && IsWanted());
        }
        catch (Exception ended) when (ended is OperationCanceledException or ObjectDisposedException)
        {
            // The service stops.
        }
    }

    private async Task LookOnceAsync()
    {
        try
        {
            if (await look.AskAsync("pulse", pulses.Of, _over.Token) is { } seen)
            {
                Tell(seen);
            }
        }
        catch (LedgerException)
        {
            // Asked again in a second; pages say themselves that the ledger does not answer.
        }
    }

    private void Tell(IReadOnlyList<RunPulse> seen)
    {
        TaskCompletionSource changed;
        lock (_lock)
        {
            if (seen.SequenceEqual(_last.Pulses))
            {
                return;
            }

            changed = _last.Changed;
            _last = new LiveState(_last.Number + 1, seen, new(TaskCreationOptions.RunContinuationsAsynchronously));
        }

        changed.TrySetResult();
    }

    private bool IsWanted()
    {
        lock (_lock)
        {
            return _isLooking = _watchers > 0;
        }
    }

    private void Leave()
    {
        lock (_lock)
        {
            _watchers--;
        }
    }
}

/// <summary>What was seen of the runs.</summary>
/// <param name="Number">Counts what was seen, from 1; 0 = nothing yet.</param>
/// <param name="Pulses">The newest run and those at work.</param>
/// <param name="Changed">Ends once something else was seen.</param>
internal sealed record LiveState(long Number, IReadOnlyList<RunPulse> Pulses, TaskCompletionSource Changed);
