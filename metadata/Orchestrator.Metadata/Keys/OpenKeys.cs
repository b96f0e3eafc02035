using Orchestrator.Metadata.Schema;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The key of an object that says what an import could not translate, and what somebody has decided of it. As long as
/// nobody has, `validate` refuses the object.
/// </summary>
internal static class OpenKeys
{
    public const string Name = "open";

    /// <summary>How the message of what nobody has decided begins.</summary>
    public const string Undecided = "undecided: ";

    public const string Code = "code";

    public const string From = "from";

    public const string Reason = "reason";

    /// <summary>What the package says.</summary>
    public const string Said = "ssis";

    public const string Decided = "decided";

    public const string By = "by";

    public const string Because = "because";

    /// <summary>How what was decided about has changed since; as long as it stands there, nothing is decided.</summary>
    public const string Changed = "changed";

    /// <summary>Nothing takes its place.</summary>
    public const string Dropped = "dropped";

    /// <summary>The object says it in other words now, or another one does it.</summary>
    public const string Replaced = "replaced";

    // What others wrote stands there as it is.
    private static readonly Shape Verbatim = new TextShape(TextForm.Verbatim);

    private static readonly MapShape Each = new("what is open",
    [
        new(Code, Parts.Text, "The code of the reason; `orchestrator explain CODE` says more.") { IsRequired = true },
        new(From, Verbatim, "What of the package it is about."),
        new(Reason, Verbatim, "Why it was not translated."),
        new(Said, Verbatim, "What the package says: an expression, a statement, a script."),
        new("effort", new WordShape(["minutes", "an hour", "a day"]), "How long it may take somebody."),
        new(Decided, new WordShape([Dropped, Replaced]),
            "What was decided; without it the object is refused."),
        new(By, Parts.Name, "The object of the project that does it instead."),
        new(Because, Verbatim, "Why that was decided."),
        new(Changed, Verbatim,
            "How the package has changed since; refused until this is taken away, as what was decided still holds."),
    ]);

    /// <summary>The key of an object.</summary>
    public static Key Key { get; } = new(
        Name, new ListShape(Each), "What an import left to a person; refused until it is decided.");
}
