namespace Orchestrator.Core.Durability;

/// <summary>
/// How a database is left, by the run that relaxed it or, once that has died, by whoever cleans up behind it. Asked
/// under the lock under which runs enter and leave. Asking again after a part of it was done leads to the same end.
/// </summary>
public sealed record ScopeExit
{
    private ScopeExit()
    {
    }

    /// <summary>Where only sessions were relaxed: they are gone, and that is all.</summary>
    public static ScopeExit Nothing { get; } = new();

    /// <summary>The setting to restore, empty = to make absent; null = it stays as it is.</summary>
    public string? Restore { get; private init; }

    /// <summary>Holders whose rows go: the one that leaves, if it is named, and the dead once nobody is left.</summary>
    public IReadOnlyList<ScopeHolder> Released { get; private init; } = [];

    /// <summary>What becomes of the scope.</summary>
    public ScopeState State { get; private init; } = ScopeState.Closed;

    /// <summary>What is told of it, as the end of a sentence.</summary>
    public string Why { get; private init; } = "";

    /// <summary>Decides.</summary>
    /// <param name="scope">What the one that leaves knows of itself.</param>
    /// <param name="now">The setting as it is.</param>
    /// <param name="holders">Those that the database names, newest first, the one that leaves among them.</param>
    public static ScopeExit Decide(LeavingScope scope, string now, IReadOnlyList<ScopeHolder> holders)
    {
        var own = holders.Where(scope.Is).ToArray();
        if (holders.FirstOrDefault(holder => holder.IsAlive && !scope.Is(holder)) is { } other)
        {
            return new ScopeExit { Released = own, Why = $"{other} keeps it relaxed and will restore it" };
        }

        // Whoever has a row may have changed the setting, and the newest says what from: it knew of those before it.
        var found = holders is [var newest, ..] ? newest.Found : null;
        return found is null ? Unclaimed(scope, now) : now switch
        {
            _ when found == scope.Set => new ScopeExit { Released = holders, Why = "it was so before" },
            _ when now == scope.Set => new ScopeExit { Restore = found, Released = holders, Why = "restored" },
            _ when now == found => new ScopeExit { Released = holders, Why = "it is as it was found" },
            _ => LeftAlone(now, found) with { Released = holders },
        };
    }

    /// <summary>The database names nobody: nothing was changed yet, or somebody has cleaned up already.</summary>
    private static ScopeExit Unclaimed(LeavingScope scope, string now) =>
        !scope.HasChanged ? new ScopeExit { Why = "nothing was changed" }
        : now == scope.Found || scope.Found == scope.Set ? new ScopeExit { Why = "it is as it was found" }
        : LeftAlone(now, scope.Found);

    private static ScopeExit LeftAlone(string now, string found) => new()
    {
        State = ScopeState.LeftAlone,
        Why = $"it is '{now}' now, which somebody else has set, and not '{found}' as it was found",
    };
}

/// <summary>What a run that leaves a database knows of what it did there.</summary>
/// <param name="Ledger">The ledger that counts the runs.</param>
/// <param name="Run">Number of the run.</param>
/// <param name="Found">The setting that it found.</param>
/// <param name="Set">The setting that it set.</param>
/// <param name="HasChanged">Whether it is recorded that the database was relaxed; else it may have been or not.</param>
public sealed record LeavingScope(string Ledger, long Run, string Found, string Set, bool HasChanged)
{
    /// <summary>Whether a holder is this one.</summary>
    public bool Is(ScopeHolder holder) => holder.Ledger == Ledger && holder.Run == Run;
}
