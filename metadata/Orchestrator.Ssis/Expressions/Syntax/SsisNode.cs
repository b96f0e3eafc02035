using Orchestrator.Ssis.Expressions.Faults;

namespace Orchestrator.Ssis.Expressions.Syntax;

/// <summary>
/// A part of an expression as it is written. Trees are equal where they say the same, wherever it stands in a text.
/// </summary>
public abstract record SsisNode
{
    public SsisPlace Place { get; init; }

    /// <summary>How many nodes lie over one another, this one counted; what reads a tree may go that deep.</summary>
    internal int Height { get; init; } = 1;

    /// <summary>The parts that it is made of, as they are written.</summary>
    public virtual IReadOnlyList<SsisNode> Children => [];

    public virtual bool Equals(SsisNode? other) => other is not null && EqualityContract == other.EqualityContract;

    public override int GetHashCode() => EqualityContract.GetHashCode();
}
