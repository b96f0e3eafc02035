using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What a part of a text that is sent is, which decides how it is put into its place.</summary>
public enum SentPartKind
{
    /// <summary>It stands so in the metadata.</summary>
    Written,

    /// <summary>The value of a variable.</summary>
    Value,

    /// <summary>A variable that has no value before the run; of others only reading verbs meet it.</summary>
    Open,

    /// <summary>`${env:…}` or `${secret:…}`, which only the run resolves.</summary>
    Asked,
}

/// <summary>A part of a text that is sent.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">The text, the value, or the placeholder as written.</param>
public sealed record SentTextPart(SentPartKind Kind, string Text);

/// <summary>
/// A text that goes to another server, in its parts: what a value holds is neither taken for text of the metadata nor
/// for a placeholder.
/// </summary>
/// <param name="Parts">Its parts in order.</param>
/// <param name="Written">All of it as written: what a plan and messages show.</param>
/// <param name="At">Where it stands.</param>
public sealed record SentText(IReadOnlyList<SentTextPart> Parts, string Written, Origin At)
{
    /// <summary>Nothing.</summary>
    public static SentText Empty { get; } = new([], "", Origin.Default);

    /// <summary>Whether the run alone knows all of it.</summary>
    public bool IsAsked => Parts.Any(part => part.Kind == SentPartKind.Asked);
}
