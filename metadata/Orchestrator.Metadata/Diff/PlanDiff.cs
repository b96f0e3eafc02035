using Orchestrator.Metadata.Compile;

namespace Orchestrator.Metadata.Diff;

/// <summary>
/// What differs between two plans, whether compiled just now or read back from the ledger. Levels are not listed of
/// their own: they come and go with their containers.
/// </summary>
public sealed record PlanDiff
{
    /// <summary>Hash of the earlier plan.</summary>
    public required string OldHash { get; init; }

    /// <summary>Hash of the later plan.</summary>
    public required string NewHash { get; init; }

    /// <summary>What only the later plan has, in its order.</summary>
    public required IReadOnlyList<DiffEntry> Added { get; init; }

    /// <summary>What only the earlier plan had, in its order. Its tables stay as they are.</summary>
    public required IReadOnlyList<DiffEntry> Removed { get; init; }

    /// <summary>What says something else now, in the order of the later plan.</summary>
    public required IReadOnlyList<DiffEntry> Changed { get; init; }

    /// <summary>Packages in another container, containers at another level; they may be in <see cref="Changed"/> as
    /// well.</summary>
    public required IReadOnlyList<DiffMove> Moved { get; init; }

    /// <summary>Whether the plans say the same, and what starts them does, where that is known of both.</summary>
    public bool IsEmpty => OldHash == NewHash && Added.Count + Removed.Count + Changed.Count == 0;

    /// <summary>Whether only the declared order differs, which decides nothing but ties.</summary>
    public bool OnlyOrderDiffers =>
        !IsEmpty && Added.Count == 0 && Removed.Count == 0 && Changed.Count == 0 && Moved.Count == 0;

    public static PlanDiff Compare(PlanContent earlier, PlanContent later)
    {
        // Of a plan that was read back nobody knows what started it, or who was told.
        var isOfText = earlier.Triggers is not null && later.Triggers is not null;
        var (old, current) = (DiffItem.Of(earlier, isOfText), DiffItem.Of(later, isOfText));
        var oldByName = old.ToDictionary(item => item.Key);
        var currentNames = current.Select(item => item.Key).ToHashSet();
        var both = current.Where(item => oldByName.ContainsKey(item.Key))
            .Select(item => (Old: oldByName[item.Key], New: item)).ToList();
        return new PlanDiff
        {
            OldHash = earlier.Hash,
            NewHash = later.Hash,
            Added = [.. current.Where(item => !oldByName.ContainsKey(item.Key)).Select(item => item.Entry())],
            Removed = [.. old.Where(item => !currentNames.Contains(item.Key)).Select(item => item.Entry())],
            Changed = [.. both.Select(pair => pair.New.ChangesFrom(pair.Old)).OfType<DiffEntry>()],
            Moved = [.. both.Where(pair => pair.Old.Place != pair.New.Place).Select(pair =>
                new DiffMove(pair.New.What, pair.New.Name, pair.Old.Place, pair.New.Place))],
        };
    }
}

/// <summary>A node, connection, trigger or alert that differs.</summary>
/// <param name="What">batch, project, container, package, connection, trigger or alert.</param>
/// <param name="Name">Its name.</param>
/// <param name="Properties">What differs, by key; empty for what was added or removed.</param>
public sealed record DiffEntry(string What, string Name, IReadOnlyList<DiffProperty> Properties)
{
    /// <summary>What its changes do, taken together.</summary>
    public ChangeEffects Effects =>
        Properties.Aggregate(ChangeEffects.None, (effects, property) => effects | property.Effects);
}

/// <summary>A value that differs; null = the default, or nothing.</summary>
public sealed record DiffProperty(string Key, string? Old, string? New, ChangeEffects Effects);

/// <summary>A package that changed its container, or a container that changed its level.</summary>
public sealed record DiffMove(string What, string Name, string From, string To);

/// <summary>What a change does to rows and tables when the new plan runs.</summary>
[Flags]
public enum ChangeEffects
{
    /// <summary>The rows stay the same.</summary>
    None = 0,

    /// <summary>Other rows, or rows with other values, are written.</summary>
    Reloads = 1,

    /// <summary>The table must be made anew, in another shape or at another place.</summary>
    Recreates = 2,

    /// <summary>Something that is there now is gone afterwards: rows of earlier loads, or a column.</summary>
    Drops = 4,
}
