namespace Orchestrator.Lab.Monitoring;

/// <summary>What is known of a statement as its server tells it from others.</summary>
/// <param name="Signature">The signature that its plan was fetched with.</param>
/// <param name="Statement">Number of its text without values; 0 = it has no plan.</param>
/// <param name="Plan">Number of its plan.</param>
/// <param name="WhyNot">Why it has none.</param>
/// <param name="Fetched">When it was asked for.</param>
internal sealed record KnownPlan(string Signature, long Statement, long Plan, string WhyNot, DateTimeOffset Fetched)
{
    /// <summary>Number of the plan that was known last: where it has none, that of the time before.</summary>
    public long Last { get; init; } = Plan;
}

/// <summary>
/// Tells which plans to ask for: those of statements that are new, whose signature is another one, and now and then
/// also those of whom nothing says that they have changed. Pure, and bounded: what was not seen for longest goes first.
/// </summary>
/// <param name="again">How long a plan is trusted whose signature has not changed.</param>
internal sealed class PlanMemory(TimeSpan again)
{
    /// <summary>How many statements are kept in mind.</summary>
    public const int Max = 10_000;

    private readonly Dictionary<string, (KnownPlan Plan, long Turn)> _known = new(StringComparer.Ordinal);
    private long _turn;

    /// <summary>How many statements it has in mind.</summary>
    public int Count => _known.Count;

    /// <summary>What is known; null where nothing is.</summary>
    public KnownPlan? Of(string key)
    {
        if (!_known.TryGetValue(key, out var found))
        {
            return null;
        }

        _known[key] = found with { Turn = ++_turn };
        return found.Plan;
    }

    /// <summary>Whether its plan is to be asked for.</summary>
    public bool IsNews(string key, string signature, DateTimeOffset now) =>
        Of(key) is not { } plan || plan.Signature != signature || now - plan.Fetched >= again;

    /// <summary>Keeps what was told.</summary>
    public void Learn(string key, KnownPlan plan)
    {
        if (_known.Count >= Max && !_known.ContainsKey(key))
        {
            foreach (var old in _known.OrderBy(one => one.Value.Turn).Take(Max / 4).Select(one => one.Key).ToArray())
            {
                _known.Remove(old);
            }
        }

        _known[key] = (plan, ++_turn);
    }

    /// <summary>Forgets all, because what its numbers stand for may be gone.</summary>
    public void Clear() => _known.Clear();
}
