namespace Orchestrator.Report.Figures;

/// <summary>Something over time, in slices of equal length.</summary>
internal sealed class Slices(TimeAxis axis)
{
    /// <summary>How many there are.</summary>
    public const int Count = 120;

    private readonly double[] _sums = new double[Count];
    private readonly double _seconds = (axis.End - axis.Begin).TotalSeconds / Count;

    /// <summary>For each slice what was added, per second of it.</summary>
    public IReadOnlyList<double> PerSecond => [.. _sums.Select(sum => sum / _seconds)];

    /// <summary>Adds so much for each second between two moments.</summary>
    public void Add(DateTimeOffset from, DateTimeOffset to, double perSecond)
    {
        var (begin, end) = ((from - axis.Begin).TotalSeconds, (to - axis.Begin).TotalSeconds);
        var last = Math.Min(Count - 1, (int)(end / _seconds));
        for (var at = Math.Max(0, (int)(begin / _seconds)); at <= last; at++)
        {
            var share = Math.Min(end, (at + 1) * _seconds) - Math.Max(begin, at * _seconds);
            _sums[at] += Math.Max(0, share) * perSecond;
        }
    }

    /// <summary>Adds a sum, so that all slices together hold it; what took no time goes where it was.</summary>
    public void AddSum(DateTimeOffset from, DateTimeOffset to, double sum)
    {
        var seconds = (to - from).TotalSeconds;
        if (sum > 0 && seconds > 0)
        {
            Add(from, to, sum / seconds);
        }
        else if (sum > 0)
        {
            _sums[Math.Clamp((int)((from - axis.Begin).TotalSeconds / _seconds), 0, Count - 1)] += sum;
        }
    }
}
