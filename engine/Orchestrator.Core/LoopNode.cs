namespace Orchestrator.Core;

/// <summary>A node of a run, as far as it says which loops there are and how far their turns have come.</summary>
/// <param name="Index">Its place among the nodes of the run.</param>
/// <param name="Parent">That of the node that holds it; −1 = none.</param>
/// <param name="Kind">What it is.</param>
/// <param name="Name">Its name.</param>
/// <param name="State">How far it is.</param>
public sealed record LoopNode(int Index, int Parent, NodeKind Kind, string Name, NodeState State)
{
    /// <summary>What came in a loop: index of the node that it was made after; −1 = it was compiled so.</summary>
    public int Template { get; init; } = -1;

    /// <summary>Whether it only stands for what is in the turns of a loop.</summary>
    public bool IsTemplate { get; init; }

    /// <summary>Whether nobody has selected it.</summary>
    public bool IsNotSelected { get; init; }
}
