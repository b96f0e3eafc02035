namespace Orchestrator.Ssis.Expressions.Generation.Parts;

/// <summary>A piece of SQL, and what is known of its values.</summary>
internal sealed record SqlPart(string Text, SqlLevel Level = SqlLevel.Atom)
{
    /// <summary>The longest text that is repeated rather than named.</summary>
    private const int ShortMax = 40;

    /// <summary>It may stop the statement.</summary>
    public bool CanFail { get; init; }

    /// <summary>It is never NULL.</summary>
    public bool IsKnown { get; init; }

    /// <summary>It stands where a condition may, and not where a value must.</summary>
    public bool IsPredicate { get; init; }

    /// <summary>The condition that holds where this one does not, neither where it is NULL.</summary>
    public string? Opposite { get; init; }

    /// <summary>The whole numbers that it can be.</summary>
    public SqlSpan? Span { get; init; }

    /// <summary>The most characters that it can have.</summary>
    public int Longest { get; init; } = int.MaxValue;

    /// <summary>No character lies beyond U+FFFF, where one counts as two.</summary>
    public bool IsPlain { get; init; }

    /// <summary>No character lies beyond U+007F.</summary>
    public bool IsAscii { get; init; }

    public bool IsShort => Text.Length <= ShortMax;

    /// <summary>As an operand of something that binds so tightly.</summary>
    public string In(SqlLevel level) => Level >= level ? Text : $"({Text})";

    /// <summary>As an operand beside which anything may stand.</summary>
    public string Atom => In(SqlLevel.Atom);

    /// <summary>The same values from another text.</summary>
    public SqlPart As(string text, SqlLevel level = SqlLevel.Atom) => this with { Text = text, Level = level };
}
