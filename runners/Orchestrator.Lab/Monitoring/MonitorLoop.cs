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

    private readonly MonitorRequest _request;
    private readonly Func<TimeSpan, bool> _pause;
    private readonly Func<TimeSpan> _processorTime;
    private readonly MonitorStore _store;
    private readonly MonitorBounds _bounds;
    private readonly MonitorProbe _look;
    private readonly MonitorRhythm _rhythm;
    private readonly DateTimeOffset _began;
    private IQueryPlans? _plans;
    private IReadOnlyList<string> _missing = [];
    private DateTimeOffset _kept;
    private DateTimeOffset _trimmed;
    private DateTimeOffset _looked;
    private int _lost;

    /// <summary>Opens the file and the session.</summary>
    /// <param name="request">What it shall do.</param>
    /// <param name="pause">Waits so long; true = somebody asked to stop.</param>
    /// <param name="processorTime">Processor time that counts as its own, so far.</param>
    /// <exception cref="Exception">The driver's own, or that of the file.</exception>
    public MonitorLoop(MonitorRequest request, Func<TimeSpan, bool> pause, Func<TimeSpan> processorTime)
    {
        (_request, _pause, _processorTime) = (request, pause, processorTime);
        _rhythm = new MonitorRhythm(request.Every);
        _plans = request.Open();
        try
        {
            _store = new MonitorStore(request.File, request.Connection, request.Environment, request.Platform.Name,
                request.Time, CancellationToken.None);
            _bounds = new MonitorBounds(_store.Database, request.Limits, CancellationToken.None);
            _look = new MonitorProbe(_store, request.Platform.Dialect, request.Time, _rhythm);
            _began = _kept = _looked = Now;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    private DateTimeOffset Now => _request.Time.GetUtcNow();

    /// <summary>Watches; what it has done and what that has cost.</summary>
    public MonitorPeriod Run()
    {
        var own = _processorTime();
        var number = _store.Begin(Period(own));
        var end = _request.For is { } time ? _began + time : DateTimeOffset.MaxValue;
        var spent = _look.ServerTime + own;
        bool isStopped;
        do
        {
            Look();
            if (_look.HasNews || Now - _kept >= KeepEvery)
            {
                Keep(number, Period(own));
            }

            // With what has been done behind its back since the last look.
            var cost = _look.ServerTime + _processorTime() - spent;
            spent += cost;
            var wait = _lost > 0 ? TryAgain() : _rhythm.After(cost);
            var left = end - Now;
            isStopped = left <= TimeSpan.Zero || _pause(wait < left ? wait : left) || Now >= end;
        }
        while (!isStopped);
        // A watch that is shorter than the time between two is the only one who ever does it.
        _trimmed = DateTimeOffset.MinValue;
        Keep(number, Period(own));
        return Period(own);
    }

    public void Dispose()
    {
        _plans?.Dispose();
        _bounds?.Dispose();
        _store?.Dispose();
    }

    private void Look()
    {
        try
        {
            _plans ??= _request.Open();
            var now = Now;
            var since = now - _looked + Overlap;
            var changes = _look.Take(_plans, since > _request.Every ? since : _request.Every);
            // Only what was seen: who could not look for an hour asks for all of it.
            _looked = now;
            _missing = _plans.Missing;
            if (_lost > 0)
            {
                _request.Say($"The connection '{_request.Connection}' can be looked at again.");
            }

            _lost = 0;
            foreach (var change in changes)
            {
                _request.Changed(change);
            }
        }
        catch (Exception fault) when (_request.Explain(fault) is { } why)
        {
            if (_lost++ == 0)
            {
                _request.Say($"The connection '{_request.Connection}' cannot be looked at, which is tried "
                    + $"again: {why}");
            }

            _plans?.Dispose();
            _plans = null;
        }
    }

    private TimeSpan TryAgain()
    {
        var wait = _request.Every * Math.Pow(2, Math.Min(_lost, 8) - 1);
        return wait < LongestTry || LongestTry < _request.Every ? wait : LongestTry;
    }

    // The first time as well: what those before have left may be old by now.
    private void Keep(long number, MonitorPeriod period)
    {
        try
        {
            _look.Keep(number, period);
            _kept = Now;
            if (Now - _trimmed >= TrimEvery)
            {
                _trimmed = Now;
                if (_bounds.Trim(Now))
                {
                    _look.Forget();
                }

                MonitorCheckpoint.WhenLarge(_store.Database, _request.Limits.LogBytesMax, _request.Time);
            }
        }
        catch (SqliteException refused) when (refused.SqliteErrorCode == raw.SQLITE_CONSTRAINT)
        {
            // Who watches another connection has removed what is old: it is told and kept anew.
            _look.Forget();
        }
    }

    private MonitorPeriod Period(TimeSpan own) => new()
    {
        Connection = _request.Connection,
        Platform = _request.Platform.Name,
        Began = _began,
        Ended = Now,
        Looks = _look.Looks,
        Fetches = _look.Fetches,
        ProcessorTime = _processorTime() - own,
        ServerTime = _look.ServerTime,
        Unseen = [.. _missing, .. _look.Without],
    };
}
