using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// The loop of a service: fires triggers, begins their runs in processes of their own, and brings each firing to its
/// end. What the ledger does not know it does not rely on: killed at any moment, another one goes on from there. One
/// thread turns it; its state may be read from any.
/// </summary>
public sealed class Scheduler : IDisposable
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan TurnEvery = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan TurnMin = TimeSpan.FromMilliseconds(10);

    private readonly SchedulerSettings _settings;
    private readonly DefinitionsWatch _watch;
    private readonly AutoResetEvent _woken = new(false);
    private ServedLedger? _served;
    private long? _renewed;
    private long? _looked;
    private bool _isStopping;
    private string _trouble = "";

    /// <summary>One that has not begun.</summary>
    public Scheduler(SchedulerSettings settings)
    {
        _settings = settings;
        _watch = new DefinitionsWatch(settings.Folder, settings.Read, settings.Time);
    }

    /// <summary>What it goes by; null = nothing was ever read without an error. On any thread.</summary>
    public Definitions? Definitions => _watch.Current;

    /// <summary>As of its last turn.</summary>
    public SchedulerState State { get; private set; } = new();

    /// <summary>Records the service in the ledger, which is made where it is missing.</summary>
    /// <exception cref="LedgerException">It cannot be opened or written.</exception>
    public void Begin() => Renew();

    /// <summary>Turns until it is asked to stop and its runs have ended, or it is asked to leave them.</summary>
    /// <param name="stop">Begin nothing more.</param>
    /// <param name="leave">Do not wait for the runs either: they go on, and whoever comes next finds them.</param>
    public void Run(CancellationToken stop, CancellationToken leave)
    {
        using var waking = stop.Register(() => _woken.Set());
        using var leaving = leave.Register(() => _woken.Set());
        while (!leave.IsCancellationRequested)
        {
            _isStopping = stop.IsCancellationRequested;
            Turn();
            if (_isStopping && (_served is null || _served.Own.AtWork == 0))
            {
                break;
            }

            _woken.WaitOne(UntilNext());
        }

        Stop();
    }

    /// <summary>Does what is due now.</summary>
    internal void Turn()
    {
        try
        {
            // Also while the ledger is away: who waits for the end of a stop waits for processes alone.
            _served?.Own.Look();
            Renew();
            Look();
            Take();
            _served!.Turn(_isStopping);
            Recovered();
        }
        catch (LedgerException fault)
        {
            Failed(fault.Message, $"{fault.Code}: {fault.Message}");
        }
        catch (Exception mistake)
        {
            // It would end the service, and whoever watches over that might end its runs.
            Failed(mistake.Message, $"a mistake of this program: {mistake}");
        }

        State = new SchedulerState
        {
            Service = _served?.Ledger.Service ?? 0,
            Turned = _settings.Time.GetUtcNow(),
            HasDefinitions = _watch.Current is not null,
            Commit = _watch.Current?.Commit ?? "",
            Batches = _watch.Current?.Batches ?? [],
            Waiting = _served?.Waiting ?? [],
            IsProtected = _watch.Current?.IsProtected ?? false,
            Triggers = [.. (_watch.Current?.Triggers ?? []).Select(
                trigger => (trigger, _served?.NextOf(trigger)))],
            Alerts = _watch.Current?.Alerts ?? new ServedAlerts(),
            InvalidSince = _watch.InvalidSince,
            Problems = _watch.Problems,
            Firings = _served?.Own.Count ?? 0,
            Line = _served?.Own.Line ?? new RunLine(_settings.RunsMax, 0, []),
            IsStopping = _isStopping,
            Trouble = _trouble,
        };
    }

    /// <summary>Says in the ledger that it fires nothing more.</summary>
    internal void Stop()
    {
        try
        {
            _served?.Ledger.Stop();
        }
        catch (LedgerException fault)
        {
            _settings.Log($"the ledger does not know that the service has stopped: {fault.Message}");
        }
    }

    public void Dispose()
    {
        _served?.Dispose();
        _woken.Dispose();
    }

    private void Renew()
    {
        if (_served is not null && !IsDue(_renewed, _settings.Silence / 6))
        {
            return;
        }

        if (_served?.Renew() == false)
        {
            _settings.Log("the service was silent for too long: another one has taken over its firings");
            _served.Dispose();
            _served = null;
        }

        if (_served is null)
        {
            _served = new ServedLedger(_settings, () => _woken.Set());
            _settings.Log($"service {_served.Ledger.Service} has begun");
            _served.Renew();
        }

        _renewed = _settings.Time.GetTimestamp();
    }

    private void Look()
    {
        if (!IsDue(_looked, LookEvery))
        {
            return;
        }

        _looked = _settings.Time.GetTimestamp();
        var wasInvalid = _watch.InvalidSince;
        _watch.Look();
        if (_watch.InvalidSince is not null && _watch.InvalidSince != wasInvalid)
        {
            _settings.Log($"the metadata on disk are invalid, and what was in force stays: "
                + string.Join("; ", _watch.Problems));
        }
    }

    // Also behind a commit that failed, and under a new registration.
    private void Take()
    {
        if (_watch.Current is { } found && _served!.Definitions != found)
        {
            _served.Take(found);
            _settings.Log($"in force: {Words.Count(found.Triggers.Count, "trigger")} of "
                + $"{Words.Count(found.Batches.Count, "batch", "batches")}"
                + (found.Commit.Length == 0 ? "" : $", commit {found.Commit}"));
        }
    }

    private bool IsDue(long? last, TimeSpan every) =>
        last is not { } then || _settings.Time.GetElapsedTime(then) >= every;

    private TimeSpan UntilNext()
    {
        var next = State.Next is { } due && !_isStopping ? due - _settings.Time.GetUtcNow() : TurnEvery;
        return next < TurnMin ? (next < -TurnEvery ? TurnEvery : TurnMin) : next < TurnEvery ? next : TurnEvery;
    }

    private void Failed(string what, string line)
    {
        if (_trouble != what)
        {
            _settings.Log(line);
        }

        _trouble = what;
    }

    private void Recovered()
    {
        if (_trouble.Length > 0)
        {
            _settings.Log("the service goes on with its work");
            _trouble = "";
        }
    }
}
