namespace Orchestrator.Packages.Absorb;

/// <summary>Who drains.</summary>
/// <param name="Words">What people read.</param>
/// <param name="Id">What tells it from all others, also those of the same words: it may take its own buffer again
/// behind a session that it has lost.</param>
internal sealed record DrainOwner(string Words, Guid Id)
{
    /// <summary>One that nobody has been before.</summary>
    public static DrainOwner New(string words) => new(words, Guid.NewGuid());
}
