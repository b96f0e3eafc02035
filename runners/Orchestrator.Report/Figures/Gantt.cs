using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>
/// The attempts of a run laid out over slots. The longest ones, the failed ones and those of the critical path have a
/// bar each; what is short is drawn together, slot by slot, so that ten thousand packages stay one picture.
/// </summary>
internal sealed class Gantt
{
    private const int InFullMax = 300;
    private const double GapPercent = 0.2;

    private Gantt(IReadOnlyList<GanttBar> bars, int lanes) => (Bars, Lanes) = (bars, lanes);

    public IReadOnlyList<GanttBar> Bars { get; }

    /// <summary>Slots that were ever taken at once.</summary>
    public int Lanes { get; }

    public static Gantt Of(RunFigures run, TimeAxis axis)
    {
        var all = Laid(run);
        var full = InFull(all);
        var bars = new List<GanttBar>();
        foreach (var lane in all.GroupBy(bar => bar.Lane))
        {
            bars.AddRange(lane.Where(full.Contains));
            bars.AddRange(Bands(lane.Where(bar => !full.Contains(bar)), axis));
        }

        return new Gantt(bars, all.Count == 0 ? 0 : all.Max(bar => bar.Lane) + 1);
    }

    /// <summary>Each attempt on the first slot that is free when it begins.</summary>
    private static List<GanttBar> Laid(RunFigures run)
    {
        var free = new List<DateTimeOffset>();
        var bars = new List<GanttBar>();
        var packages = run.Work.ToDictionary(package => package.Node.Node);
        foreach (var attempt in run.Facts.Attempts.OrderBy(each => each.Started).ThenBy(each => each.Id))
        {
            var end = PackageList.EndOf(attempt, run.End);
            var lane = free.FindIndex(until => until <= attempt.Started);
            if (lane < 0)
            {
                lane = free.Count;
                free.Add(end);
            }

            free[lane] = end;
            bars.Add(BarOf(run, packages[attempt.Node], attempt, lane, end));
        }

        return bars;
    }

    private static GanttBar BarOf(
        RunFigures run, PackageFigures package, AttemptRecord attempt, int lane, DateTimeOffset end) => new()
        {
            Lane = lane,
            From = attempt.Started,
            To = end,
            Package = package,
            Attempt = attempt,
            IsFailed = attempt.State.IsFailure(),
            IsCritical = run.Path.Has(package),
        };

    private static HashSet<GanttBar> InFull(List<GanttBar> all) =>
        all.Count <= InFullMax ? new(all, ReferenceEqualityComparer.Instance) : new(
            all.OrderByDescending(bar => bar.To - bar.From).Take(InFullMax)
                .Concat(all.Where(bar => bar.IsFailed).Take(InFullMax))
                .Concat(all.Where(bar => bar.IsCritical).OrderByDescending(bar => bar.To - bar.From).Take(InFullMax)),
            ReferenceEqualityComparer.Instance);

    private static IEnumerable<GanttBar> Bands(IEnumerable<GanttBar> bars, TimeAxis axis)
    {
        GanttBar? band = null;
        foreach (var bar in bars)
        {
            if (band is not null && axis.Width(bar.From - band.To) <= GapPercent)
            {
                band = band with { To = bar.To, Count = band.Count + 1, Package = null, Attempt = null };
                continue;
            }

            if (band is not null)
            {
                yield return band;
            }

            band = bar;
        }

        if (band is not null)
        {
            yield return band;
        }
    }
}
