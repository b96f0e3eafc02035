using Orchestrator.Data;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Lab.Monitoring;

/// <summary>Looks once at a time: what is at work, what it waits for, and which plans are new.</summary>
internal sealed class MonitorProbe(MonitorStore store, Dialect dialect, TimeProvider time, MonitorRhythm rhythm)
{
    // A plan whose signature does not change may do so all the same: the session's settings, the sizes of files.
    private static readonly TimeSpan Again = TimeSpan.FromMinutes(10);

    private readonly PlanMemory _memory = new(Again);
    private readonly Sightings _sightings = new(store.GoingOn);
    private readonly List<MonitorSample> _samples = [];
    private readonly SortedDictionary<string, long> _without = new(StringComparer.Ordinal);

    /// <summary>How often it has looked.</summary>
    public long Looks { get; private set; }

    /// <summary>How many plans it has asked for.</summary>
    public long Fetches { get; private set; }

    /// <summary>Whether something began since it was kept last: a statement, or another plan of one.</summary>
    public bool HasNews { get; private set; }

    /// <summary>Time that the server took to answer.</summary>
    public TimeSpan ServerTime { get; private set; }

    /// <summary>How often statements were seen without a plan, by the reason.</summary>
    public IEnumerable<string> Without => _without.Select(one => $"{one.Value} × without a plan: {one.Key}");

    /// <summary>Looks; tells which statements have another plan than before.</summary>
    /// <exception cref="Exception">The driver's own.</exception>
    public IReadOnlyList<PlanChange> Take(IQueryPlans plans, TimeSpan since)
    {
        var seen = Timed(() => plans.Look(since));
        Looks++;
        var now = time.GetUtcNow();
        _samples.Add(Sample(now, seen));
        foreach (var one in seen.Where(one => one.Key.Length == 0))
        {
            Miss(one.WhyNot);
        }

        List<PlanChange> changes = [];
        var before = ServerTime;
        foreach (var same in seen.Where(one => one.Key.Length > 0).GroupBy(one => one.Key, StringComparer.Ordinal))
        {
            var mayFetch = ServerTime == before || ServerTime - before < rhythm.ForPlans;
            if (See(plans, [.. same], mayFetch, now) is { } change)
            {
                changes.Add(change);
            }
        }

        return changes;
    }

    /// <summary>Keeps what was seen since it was called last.</summary>
    public void Keep(long number, MonitorPeriod period)
    {
        store.Write(number, period, _samples, _sightings.Changed);
        _sightings.Kept();
        _samples.Clear();
        HasNews = false;
        if (_sightings.Count > 2 * PlanMemory.Max)
        {
            Forget();
        }
    }

    /// <summary>Forgets what the file may no longer have.</summary>
    public void Forget()
    {
        _memory.Clear();
        _sightings.Clear();
        store.Forget();
    }

    private PlanChange? See(
        IQueryPlans plans, IReadOnlyList<SeenStatement> same, bool mayFetch, DateTimeOffset now)
    {
        var (key, signature) = (same[0].Key, same[0].Signature);
        var known = _memory.Of(key);
        var before = known?.Last ?? 0;
        if (_memory.IsNews(key, signature, now))
        {
            if (mayFetch)
            {
                known = Fetched(plans, same[0], before, now);
            }
            else if (known is null)
            {
                Miss("left for a later look");
                return null;
            }
        }

        if (known!.Plan == 0)
        {
            Miss(known.WhyNot);
            return null;
        }

        var sessions = same.Select(one => one.Application).Where(name => name.Length > 0);
        var from = _sightings.See(known.Statement, before, known.Plan, sessions, now);
        HasNews |= from is not null;
        return from > 0 && from != known.Plan
            ? store.Change(now, known.Statement, from.Value, known.Plan) : null;
    }

    private KnownPlan Fetched(IQueryPlans plans, SeenStatement one, long before, DateTimeOffset now)
    {
        var fetched = Timed(() => plans.Fetch(one));
        Fetches++;
        var plan = new KnownPlan(fetched.Signature, 0, 0, fetched.WhyNot, now) { Last = before };
        if (fetched.Plan.Length > 0)
        {
            var text = dialect.QueryPlans!.WithoutValues(fetched.Plan);
            var number = store.Plan(text, dialect.QueryPlans.Shape(text));
            plan = plan with
            {
                Statement = store.Statement(StatementText.Normalised(fetched.Statement, dialect)),
                Plan = number,
                Last = number,
            };
        }

        _memory.Learn(one.Key, plan);
        return plan;
    }

    private static MonitorSample Sample(DateTimeOffset now, IReadOnlyList<SeenStatement> seen)
    {
        var atWork = seen.Where(one => one.Wait is not null).ToList();
        var waits = atWork.GroupBy(one => (one.Wait, one.Class))
            .Select(same => (same.Key.Wait!, same.Key.Class, same.Count()));
        return new MonitorSample(now, atWork.Count, [.. waits]);
    }

    private void Miss(string why) => _without[why] = _without.GetValueOrDefault(why) + 1;

    private T Timed<T>(Func<T> ask)
    {
        var began = time.GetTimestamp();
        try
        {
            return ask();
        }
        finally
        {
            ServerTime += time.GetElapsedTime(began);
        }
    }
}
