using Orchestrator.Engine;

namespace Orchestrator.Report.Figures;

/// <summary>One slice of the run: how many packages there were on average, and rows per second.</summary>
internal readonly record struct TimeSlice(double Working, double Waiting, double Queued, double RowsPerSecond);

/// <summary>
/// The run in slices of equal length. Rows and waits of an attempt are spread evenly over its time, because the ledger
/// has their sums only.
/// </summary>
internal sealed class TimeSlices
{
    private const int Count = 120;

    private readonly double[] _working = new double[Count];
    private readonly double[] _waiting = new double[Count];
    private readonly double[] _queued = new double[Count];
    private readonly double[] _rows = new double[Count];
    private readonly TimeAxis _axis;
    private readonly double _seconds;

    public TimeSlices(RunFigures run, TimeAxis axis)
    {
        _axis = axis;
        _seconds = (axis.End - axis.Begin).TotalSeconds / Count;
        foreach (var attempt in run.Facts.Attempts)
        {
            var end = PackageList.EndOf(attempt, run.End);
            var held = attempt.Ended is null || end <= attempt.Started ? 0
                : Math.Clamp(1 - (attempt.Working / (end - attempt.Started)), 0, 1);
            Spread(_working, attempt.Started, end, 1 - held);
            Spread(_waiting, attempt.Started, end, held);
            Spread(_queued, attempt.Started - attempt.Queued, attempt.Started, 1);
            SpreadSum(_rows, attempt.Started, end, attempt.Counts.Read);
        }

        foreach (var ready in run.Work.Where(package => package.State == NodeState.Ready))
        {
            Spread(_queued, ready.Node.Since, run.End, 1);
        }

        All = [.. Enumerable.Range(0, Count).Select(at => new TimeSlice(
            _working[at] / _seconds, _waiting[at] / _seconds, _queued[at] / _seconds, _rows[at] / _seconds))];
    }

    public IReadOnlyList<TimeSlice> All { get; }

    /// <summary>Adds the seconds of each slice that lie between two moments.</summary>
    private void Spread(double[] slices, DateTimeOffset from, DateTimeOffset to, double weight)
    {
        var (begin, end) = ((from - _axis.Begin).TotalSeconds, (to - _axis.Begin).TotalSeconds);
        var last = Math.Min(Count - 1, (int)(end / _seconds));
        for (var at = Math.Max(0, (int)(begin / _seconds)); at <= last; at++)
        {
            var share = Math.Min(end, (at + 1) * _seconds) - Math.Max(begin, at * _seconds);
            slices[at] += Math.Max(0, share) * weight;
        }
    }

    /// <summary>Adds a sum, so that all slices together hold it; what took no time goes where it was.</summary>
    private void SpreadSum(double[] slices, DateTimeOffset from, DateTimeOffset to, long sum)
    {
        var seconds = (to - from).TotalSeconds;
        if (sum > 0 && seconds > 0)
        {
            Spread(slices, from, to, sum / seconds);
        }
        else if (sum > 0)
        {
            slices[Math.Clamp((int)((from - _axis.Begin).TotalSeconds / _seconds), 0, Count - 1)] += sum;
        }
    }
}
