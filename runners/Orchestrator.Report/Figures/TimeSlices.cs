using Orchestrator.Core;

namespace Orchestrator.Report.Figures;

/// <summary>
/// The run in slices of equal length: how many packages there were on average, and rows per second. Rows and waits of
/// an attempt are spread evenly over its time, because the ledger has their sums only.
/// </summary>
internal sealed class TimeSlices
{
    private readonly Slices _working;
    private readonly Slices _waiting;
    private readonly Slices _queued;
    private readonly Slices _rows;

    public TimeSlices(RunFigures run, TimeAxis axis)
    {
        (_working, _waiting, _queued, _rows) = (new(axis), new(axis), new(axis), new(axis));
        foreach (var attempt in run.Facts.Attempts)
        {
            var end = PackageList.EndOf(attempt, run.End);
            var held = attempt.Ended is null || end <= attempt.Started ? 0
                : Math.Clamp(1 - (attempt.Working / (end - attempt.Started)), 0, 1);
            _working.Add(attempt.Started, end, 1 - held);
            _waiting.Add(attempt.Started, end, held);
            _queued.Add(attempt.Started - attempt.Queued, attempt.Started, 1);
            _rows.AddSum(attempt.Started, end, attempt.Counts.Read);
        }

        foreach (var ready in run.Work.Where(package => package.State == NodeState.Ready))
        {
            _queued.Add(ready.Node.Since, run.End, 1);
        }

        foreach (var held in run.Work.Where(package => package.State == NodeState.Held))
        {
            _waiting.Add(held.Node.Since, run.End, 1);
        }
    }

    public IReadOnlyList<double> Working => _working.PerSecond;

    public IReadOnlyList<double> Waiting => _waiting.PerSecond;

    public IReadOnlyList<double> Queued => _queued.PerSecond;

    public IReadOnlyList<double> RowsPerSecond => _rows.PerSecond;
}
