using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner;

/// <summary>
/// Warns of an attempt that works longer than is expected of it, or makes no progress: each once. Looks on a timer of
/// its own, because what hangs tells nothing. What it waits for does not count as work, and each change of it as
/// progress.
/// </summary>
internal sealed class AttemptWatch : IDisposable
{
    private static readonly TimeSpan LookMin = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LookMax = TimeSpan.FromSeconds(5);

    private readonly Expectations _expect;
    private readonly TimeSpan? _median;
    private readonly ProgressCounter _progress;
    private readonly TimeProvider _time;
    private readonly Action<string> _warn;
    private readonly Func<string> _inTheWay;
    private readonly Lock _lock = new();
    private readonly TimeSpan _pause;
    private readonly long _began;
    private ITimer? _timer;
    private long _changedAt;
    private (long Read, long Written) _rows;
    private (WaitReason Reason, string Over, long Since)? _held;
    private TimeSpan _heldBefore;
    private bool _isLong;
    private bool _isStill;
    private bool _isOver;

    /// <summary>Watches from now on.</summary>
    /// <param name="expect">What is expected.</param>
    /// <param name="median">Of its past successes; null = there are none.</param>
    /// <param name="progress">Where the attempt leaves its progress.</param>
    /// <param name="time">The clock.</param>
    /// <param name="warn">Told each warning, on a thread of the timer.</param>
    /// <param name="inTheWay">Asks the server who is in the way; empty = it cannot tell.</param>
    public AttemptWatch(Expectations expect, TimeSpan? median, ProgressCounter progress, TimeProvider time,
        Action<string> warn, Func<string> inTheWay)
    {
        (_expect, _median, _progress, _time, _warn, _inTheWay) = (expect, median, progress, time, warn, inTheWay);
        _began = _changedAt = time.GetTimestamp();
        _rows = progress.Now;
        var shortest = new[] { Limit, expect.NoProgress }.OfType<TimeSpan>().Order().FirstOrDefault();
        if (shortest > TimeSpan.Zero)
        {
            _pause = TimeSpan.FromTicks(Math.Clamp(shortest.Ticks / 8, LookMin.Ticks, LookMax.Ticks));
            _timer = NextLook();
        }
    }

    private TimeSpan? Limit => _expect.MaxDurationFactor * _median;

    /// <summary>The attempt waits for something, or (null) goes on; from any thread. Told once more, it is the same
    /// wait, and no progress.</summary>
    public void HeldUp(WaitReason reason, string? over)
    {
        lock (_lock)
        {
            if (_held is { } told && (told.Reason, told.Over) == (reason, over))
            {
                return;
            }

            var now = _time.GetTimestamp();
            _heldBefore += _held is { } before ? _time.GetElapsedTime(before.Since, now) : TimeSpan.Zero;
            _held = over is null ? null : (reason, over, now);
            _changedAt = now;
        }
    }

    /// <summary>The attempt has ended; a last look, and no other any more.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            WarnOfLength(_time.GetTimestamp());
            _isOver = true;
            _timer?.Dispose();
        }
    }

    private void Look()
    {
        string? standstill;
        lock (_lock)
        {
            if (_isOver)
            {
                return;
            }

            var now = _time.GetTimestamp();
            WarnOfLength(now);
            standstill = Standstill(now);
            _timer?.Dispose();
            _timer = NextLook();
        }

        if (standstill is not null)
        {
            // Without the lock: a server may take its time to answer.
            var blocker = _inTheWay();
            _warn(standstill + (blocker.Length > 0 ? $"; it is blocked by {blocker}." : "."));
        }
    }

    private ITimer NextLook() => _time.CreateTimer(_ => Look(), null, _pause, Timeout.InfiniteTimeSpan);

    private void WarnOfLength(long now)
    {
        var held = _held is { } open ? _time.GetElapsedTime(open.Since, now) : TimeSpan.Zero;
        var worked = _time.GetElapsedTime(_began, now) - held - _heldBefore;
        if (!_isLong && Limit is { } limit && worked > limit)
        {
            _isLong = true;
            _warn($"It has worked for {Words.Duration(worked)}, more than {_expect.MaxDurationFactor} times the "
                + $"median of its past successes ({Words.Duration(_median!.Value)}).");
        }
    }

    private string? Standstill(long now)
    {
        if (_progress.Now != _rows)
        {
            (_rows, _changedAt) = (_progress.Now, now);
        }

        var still = _time.GetElapsedTime(_changedAt, now);
        if (_isStill || _expect.NoProgress is not { } longest || still < longest)
        {
            return null;
        }

        _isStill = true;
        return $"It has made no progress for {Words.Duration(still)}"
            + (_held is { } held ? $"; it waits: {Words.Of(held.Reason, held.Over)}" : "");
    }
}
