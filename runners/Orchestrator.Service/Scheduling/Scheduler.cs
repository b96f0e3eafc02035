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

    private readonly SchedulerSettings settings;
    private readonly DefinitionsWatch watch;
    private readonly AutoResetEvent woken = new(false);
    private ServedLedger? served;
    private long? renewed;
    private long? looked;
    private bool isStopping;
    private string trouble = "";

    /// <summary>One that has not begun.</summary>
    public Scheduler(SchedulerSettings settings)
    {
        this.settings = settings;
        watch = new DefinitionsWatch(settings.Folder, settings.Read, settings.Time);
    }

    /// <summary>What it goes by; null = nothing was ever read without an error. On any thread.</summary>
    public Definitions? Definitions => watch.Current;

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
        using var waking = stop.Register(() => woken.Set());
        using var leaving = leave.Register(() => woken.Set());
        while (!leave.IsCancellationRequested)
        {
            isStopping = stop.IsCancellationRequested;
            Turn();
            if (isStopping && (served is null || served.Own.AtWork == 0))
            {
                break;
            }

            woken.WaitOne(UntilNext());
        }

        Stop();
    }

    /// <summary>Does what is due now.</summary>
    internal void Turn()
    {
        try
        {
            // Also while the ledger is away: who waits for the end of a stop waits for processes alone.
            served?.Own.Look();
            Renew();
            Look();
            Take();
            served!.Turn(isStopping);
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
            Service = served?.Ledger.Service ?? 0,
            Turned = settings.Time.GetUtcNow(),
            HasDefinitions = watch.Current is not null,
            Commit = watch.Current?.Commit ?? "",
            Batches = watch.Current?.Batches ?? [],
            Waiting = served?.Waiting ?? [],
            IsProtected = watch.Current?.IsProtected ?? false,
            Triggers = [.. (watch.Current?.Triggers ?? []).Select(
                trigger => (trigger, served?.NextOf(trigger)))],
            Alerts = watch.Current?.Alerts ?? new ServedAlerts(),
            InvalidSince = watch.InvalidSince,
            Problems = watch.Problems,
            Firings = served?.Own.Count ?? 0,
            Line = served?.Own.Line ?? new RunLine(settings.RunsMax, 0, []),
            IsStopping = isStopping,
            Trouble = trouble,
        };
    }

    /// <summary>Says in the ledger that it fires nothing more.</summary>
    internal void Stop()
    {
        try
        {
            served?.Ledger.Stop();
        }
        catch (LedgerException fault)
        {
            settings.Log($"the ledger does not know that the service has stopped: {fault.Message}");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        served?.Dispose();
        woken.Dispose();
    }

    private void Renew()
    {
        if (served is not null && !IsDue(renewed, settings.Silence / 6))
        {
            return;
        }

        if (served?.Renew() == false)
        {
            settings.Log("the service was silent for too long: another one has taken over its firings");
            served.Dispose();
            served = null;
        }

        if (served is null)
        {
            served = new ServedLedger(settings, () => woken.Set());
            settings.Log($"service {served.Ledger.Service} has begun");
            served.Renew();
        }

        renewed = settings.Time.GetTimestamp();
    }

    private void Look()
    {
        if (!IsDue(looked, LookEvery))
        {
            return;
        }

        looked = settings.Time.GetTimestamp();
        var wasInvalid = watch.InvalidSince;
        watch.Look();
        if (watch.InvalidSince is not null && watch.InvalidSince != wasInvalid)
        {
            settings.Log($"the metadata on disk are invalid, and what was in force stays: "
                + string.Join("; ", watch.Problems));
        }
    }

    // Also behind a commit that failed, and under a new registration.
    private void Take()
    {
        if (watch.Current is { } found && served!.Definitions != found)
        {
            served.Take(found);
            settings.Log($"in force: {Words.Count(found.Triggers.Count, "trigger")} of "
                + $"{Words.Count(found.Batches.Count, "batch", "batches")}"
                + (found.Commit.Length == 0 ? "" : $", commit {found.Commit}"));
        }
    }

    private bool IsDue(long? last, TimeSpan every) =>
        last is not { } then || settings.Time.GetElapsedTime(then) >= every;

    private TimeSpan UntilNext()
    {
        var next = State.Next is { } due && !isStopping ? due - settings.Time.GetUtcNow() : TurnEvery;
        return next < TurnMin ? (next < -TurnEvery ? TurnEvery : TurnMin) : next < TurnEvery ? next : TurnEvery;
    }

    private void Failed(string what, string line)
    {
        if (trouble != what)
        {
            settings.Log(line);
        }

        trouble = what;
    }

    private void Recovered()
    {
        if (trouble.Length > 0)
        {
            settings.Log("the service goes on with its work");
            trouble = "";
        }
    }
}
