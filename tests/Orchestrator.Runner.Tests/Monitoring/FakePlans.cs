using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Runner.Tests.Monitoring;

/// <summary>A server whose statements and plans a test decides.</summary>
internal sealed class FakePlans : IQueryPlans
{
    private readonly Dictionary<string, (string Text, string Plan)> _plans = [];

    public List<SeenStatement> Seen { get; } = [];

    public int Looks { get; private set; }

    /// <summary>How far back each look went.</summary>
    public List<TimeSpan> Since { get; } = [];

    public int Fetches { get; private set; }

    public int Opened { get; private set; }

    /// <summary>Done with each look, which it may fail.</summary>
    public Action OnLook { get; set; } = () => { };

    /// <summary>Done with each plan that is asked for.</summary>
    public Action OnFetch { get; set; } = () => { };

    public IReadOnlyList<string> Missing { get; set; } = [];

    /// <summary>A statement has a plan from now on.</summary>
    public void Set(
        string key, string signature, string text, string plan, string application = "", string? wait = "CPU")
    {
        _plans[key] = (text, plan);
        Seen.RemoveAll(one => one.Key == key);
        Seen.Add(new SeenStatement
        {
            Session = 1,
            Key = key,
            Signature = signature,
            Application = application,
            Wait = wait,
        });
    }

    public FakePlans Open()
    {
        Opened++;
        return this;
    }

    public IReadOnlyList<SeenStatement> Look(TimeSpan since)
    {
        Looks++;
        Since.Add(since);
        OnLook();
        return [.. Seen];
    }

    public FetchedPlan Fetch(SeenStatement statement)
    {
        Fetches++;
        OnFetch();
        var (text, plan) = _plans[statement.Key];
        return plan.Length == 0 ? FetchedPlan.None(statement.Signature, "refused")
            : new FetchedPlan(text, plan, statement.Signature);
    }

    public void Dispose()
    {
    }
}
