namespace Orchestrator.Core.Durability;

/// <summary>
/// What a run that wants a database relaxed is to do. Whoever asks holds the lock under which runs enter and leave, so
/// that nothing moves meanwhile but what people change by hand.
/// </summary>
public sealed record EnteringScope
{
    private EnteringScope()
    {
    }

    /// <summary>The setting to restore at the end: what was there before anybody relaxed it.</summary>
    public string Found { get; private init; } = "";

    /// <summary>Whether the setting has to be changed; else it is relaxed already.</summary>
    public bool Changes { get; private init; }

    /// <summary>The dead among the holders: what they found is ours to restore, and their rows go.</summary>
    public IReadOnlyList<ScopeHolder> Inherited { get; private init; } = [];

    /// <summary>Why the database stays as it is, as the end of a sentence; null = it is relaxed.</summary>
    public string? Refusal { get; private init; }

    /// <summary>What is told of it, as the end of a sentence.</summary>
    public string Why { get; private init; } = "";

    /// <summary>Decides.</summary>
    /// <param name="now">The setting as it is.</param>
    /// <param name="relaxed">The setting that relaxes.</param>
    /// <param name="holders">Those that the database names, newest first.</param>
    public static EnteringScope Decide(string now, string relaxed, IReadOnlyList<ScopeHolder> holders)
    {
        var dead = holders.Where(holder => !holder.IsAlive).ToArray();
        return (holders.FirstOrDefault(holder => holder.IsAlive), dead.FirstOrDefault()) switch
        {
            ({ } alive, _) when now != relaxed => new EnteringScope
            {
                Refusal = $"{alive} keeps it relaxed, and somebody has set it to '{now}' since",
            },
            ({ } alive, _) => new EnteringScope
            {
                Found = alive.Found,
                Inherited = dead,
                Why = $"{alive} keeps it relaxed already",
            },
            (null, { } left) when now == relaxed => new EnteringScope
            {
                Found = left.Found,
                Inherited = dead,
                Why = $"{left} died and left it relaxed",
            },
            _ when now == relaxed => new EnteringScope
            {
                Found = now,
                Why = "it was so before, and stays so",
            },
            _ => new EnteringScope
            {
                Found = now,
                Changes = true,
                Inherited = dead,
            },
        };
    }
}
