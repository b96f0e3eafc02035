namespace Orchestrator.Data;

/// <summary>
/// Which texts a store keeps as they are, where its own signs leave some out; what is left out is an encoding loss
/// unless the rule says another. Used by one thread.
/// </summary>
public abstract class TextRule
{
    /// <summary>What a text that it does not keep would lose.</summary>
    public virtual RejectReason Loss => RejectReason.EncodingLoss;

    /// <summary>What is wrong with a text that it does not keep, as the end of a sentence.</summary>
    public abstract string Refused { get; }

    /// <summary>Whether it keeps a text.</summary>
    public abstract bool Keeps(ReadOnlySpan<byte> text);

    /// <summary>The text with a sign that it keeps in place of what it does not keep.</summary>
    public abstract byte[] Repaired(ReadOnlySpan<byte> text);
}
