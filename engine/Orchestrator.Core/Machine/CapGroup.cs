namespace Orchestrator.Core.Machine;

/// <summary>How long a queue stood before a closed gate, and before a full cap.</summary>
internal readonly record struct QueueTimes(TimeSpan AtGate, TimeSpan AtCap);

/// <summary>The ready packages that are counted by the same caps: what stops one of them stops all.</summary>
internal sealed class CapGroup(int[] caps)
{
    private QueueTimes _times;

    public int[] Caps { get; } = caps;

    public PriorityQueue<int, long> Ready { get; } = new();

    /// <summary>No priority: lower ones come first.</summary>
    public const long NotListed = long.MaxValue;

    /// <summary>The priority under which it stands among those that may start, or <see cref="NotListed"/>.</summary>
    public long Listed { get; set; } = NotListed;

    /// <summary>The first of its caps that is full; −1 = only the gate stops it.</summary>
    public int FullCap { get; private set; } = -1;

    public TimeSpan Since { get; private set; }

    public QueueTimes TimesAt(TimeSpan now) => FullCap < 0
        ? _times with { AtGate = _times.AtGate + (now - Since) }
        : _times with { AtCap = _times.AtCap + (now - Since) };

    public void StoppedBy(int fullCap, TimeSpan now)
    {
        if (fullCap != FullCap)
        {
            _times = TimesAt(now);
            (FullCap, Since) = (fullCap, now);
        }
    }
}
