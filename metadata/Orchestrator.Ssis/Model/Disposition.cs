namespace Orchestrator.Ssis.Model;

/// <summary>What becomes of a part of a package.</summary>
public enum DispositionKind
{
    /// <summary>It became something of ours.</summary>
    Mapped,

    /// <summary>What it does is part of something else here.</summary>
    Folded,

    /// <summary>It is not needed here.</summary>
    Dropped,

    /// <summary>A person has to decide.</summary>
    Open,
}

/// <summary>What became of one executable or component; each of a package has exactly one.</summary>
/// <param name="Path">Its path in the package.</param>
/// <param name="Kind">What became of it.</param>
/// <param name="Into">The object that it became or was folded into, or why it was dropped: a plain sentence.</param>
/// <param name="Open">Why it stays open; null where it does not.</param>
public sealed record Disposition(string Path, DispositionKind Kind, string Into, OpenReason? Open);
