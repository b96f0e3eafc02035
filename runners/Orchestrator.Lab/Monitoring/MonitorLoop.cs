using Microsoft.Data.Sqlite;
using Orchestrator.Data.QueryPlans;
using SQLitePCL;

namespace Orchestrator.Lab.Monitoring;

/// <summary>Looks again and again until the time is over or somebody asks it to stop, and keeps what it sees.</summary>
internal sealed class MonitorLoop : IDisposable
{
    private static readonly TimeSpan KeepEvery = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan TrimEvery = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan LongestTry = TimeSpan.FromMinutes(1);

    // The time that statements which are over are looked back for, beyond the last look: clocks count whole seconds.
    private static readonly TimeSpan Overlap = TimeSpan.FromSeconds(1);

    private readonly MonitorRequest request;
    private readonly Func<TimeSpan, bool> pause;
    private readonly Func<TimeSpan> processorTime;
    private readonly MonitorStore store;
    private readonly MonitorBounds bounds;
    private readonly MonitorProbe look;
    private readonly MonitorRhythm rhythm;
    private readonly DateTimeOffset began;
    private IQueryPlans? plans;
    private IReadOnlyList<string> missing = [];
    private DateTimeOffset kept;
    private DateTimeOffset trimmed;
    private DateTimeOffset looked;
    private int lost;

    /// <summary>Opens the file and the session.</summary>
    /// <param name="request">What it shall do.</param>
    /// <param name="pause">Waits so long; true = somebody asked to stop.</param>
    /// <param name="processorTime">Processor time that counts as its own, so far.</param>
    /// <exception cref="Exception">The driver's own, or that of the file.</exception>
    public MonitorLoop(MonitorRequest request, Func<TimeSpan, bool> pause, Func<TimeSpan> processorTime)
    {
        (this.request, this.pause, this.processorTime) = (request, pause, processorTime);
        rhythm = new MonitorRhythm(request.Every);
        plans = request.Open();
        try
        {
            store = new MonitorStore(request.File, request.Connection, request.Environment, request.Platform.Name,
                request.Time, CancellationToken.None);
            bounds = new MonitorBounds(store.Database, request.Limits, CancellationToken.None);
            look = new MonitorProbe(store, request.Platform.Dialect, request.Time, rhythm);
            began = kept = looked = Now;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private DateTimeOffset Now => request.Time.GetUtcNow();

    /// <summary>Watches; what it has done and what that has cost.</summary>
    public MonitorPeriod Run()
    {
        var own = processorTime();
        var number = store.Begin(Period(own));
        var end = request.For is { } time ? began + time : DateTimeOffset.MaxValue;
        var spent = look.ServerTime + own;
        bool isStopped;
        do
        {
            Look();
            if (look.HasNews || Now - kept >= KeepEvery)
            {
                Keep(number, Period(own));
            }

            // With what has been done behind its back since the last look.
            var cost = look.ServerTime + processorTime() - spent;
            spent += cost;
            var wait = lost > 0 ? TryAgain() : rhythm.After(cost);
            var left = end - Now;
            isStopped = left <= TimeSpan.Zero || pause(wait < left ? wait : left) || Now >= end;
        }
        while (!isStopped);
        // A watch that is shorter than the time between two is the only one who ever does it.
        trimmed = DateTimeOffset.MinValue;
        Keep(number, Period(own));
        return Period(own);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        plans?.Dispose();
        bounds?.Dispose();
        store?.Dispose();
    }

    private void Look()
    {
        try
        {
            plans ??= request.Open();
            var now = Now;
            var since = now - looked + Overlap;
            var changes = look.Take(plans, since > request.Every ? since : request.Every);
            // Only what was seen: who could not look for an hour asks for all of it.
            looked = now;
            missing = plans.Missing;
            if (lost > 0)
            {
                request.Say($"The connection '{request.Connection}' can be looked at again.");
            }

            lost = 0;
            foreach (var change in changes)
            {
                request.Changed(change);
            }
        }
        catch (Exception fault) when (request.Explain(fault) is { } why)
        {
            if (lost++ == 0)
            {
                request.Say($"The connection '{request.Connection}' cannot be looked at, which is tried again: {why}");
            }

            plans?.Dispose();
            plans = null;
        }
    }

    private TimeSpan TryAgain()
    {
        var wait = request.Every * Math.Pow(2, Math.Min(lost, 8) - 1);
        return wait < LongestTry || LongestTry < request.Every ? wait : LongestTry;
    }

    // The first time as well: what those before have left may be old by now.
    private void Keep(long number, MonitorPeriod period)
    {
        try
        {
            look.Keep(number, period);
            kept = Now;
            if (Now - trimmed >= TrimEvery)
            {
                trimmed = Now;
                if (bounds.Trim(Now))
                {
                    look.Forget();
                }

                MonitorCheckpoint.WhenLarge(store.Database, request.Limits.LogBytesMax, request.Time);
            }
        }
        catch (SqliteException refused) when (refused.SqliteErrorCode == raw.SQLITE_CONSTRAINT)
        {
            // Who watches another connection has removed what is old: it is told and kept anew.
            look.Forget();
        }
    }

    private MonitorPeriod Period(TimeSpan own) => new()
    {
        Connection = request.Connection,
        Platform = request.Platform.Name,
        Began = began,
        Ended = Now,
        Looks = look.Looks,
        Fetches = look.Fetches,
        ProcessorTime = processorTime() - own,
        ServerTime = look.ServerTime,
        Unseen = [.. missing, .. look.Without],
    };
}
