namespace Orchestrator.Metadata.Diagnostics;

/// <summary>A place in a file of the solution: path below the solution with `/`, line and column from 1.</summary>
public readonly record struct Origin(string File, int Line, int Column)
{
    /// <summary>Where a value comes from that nobody wrote.</summary>
    public static Origin Default { get; } = new("default", 0, 0);

    public override string ToString() => Line == 0 ? File : $"{File}:{Line}:{Column}";
}

/// <summary>Whether a diagnostic refuses the solution or only warns.</summary>
public enum Severity { Error, Warning }

/// <summary>
/// A repair that can be carried out as it stands: put <paramref name="Replacement"/> in place of the
/// <paramref name="Length"/> characters from <paramref name="At"/> on (0 = insert).
/// </summary>
public sealed record Fix(Origin At, int Length, string Replacement);

/// <summary>A mistake in the metadata, as a value: where, which, what was refused, what to do.</summary>
/// <param name="Code">ORC1xxx (metadata) or ORC2xxx (plan); `orchestrator explain CODE` prints its paragraph.</param>
/// <param name="Severity">Error or warning.</param>
/// <param name="At">File, line and column.</param>
/// <param name="Message">*expected `key` to be …, got: …*</param>
/// <param name="Hint">What to do, in words.</param>
/// <param name="Suggestion">Did-you-mean: the text to put in place of the offending one; null where none is
/// near.</param>
/// <param name="SourceLine">The line itself for the caret; null where it may hold a secret or is not text.</param>
public sealed record Diagnostic(string Code, Severity Severity, Origin At, string Message,
    string? Hint = null, string? Suggestion = null, string? SourceLine = null)
{
    /// <summary>The repair, where one is certain enough to be tried; null otherwise.</summary>
    public Fix? Fix { get; init; }

    /// <summary>The same, with the nearest of the names that are known in the place of the one that is not.</summary>
    public Diagnostic WithNearest(string unknown, IEnumerable<string> known) => Nearest.Find(unknown, known) is { } near
        ? this with { Suggestion = near, Hint = $"did you mean '{near}'? {Hint}" }
        : this;
}
