namespace Orchestrator.Metadata.Model;

/// <summary>
/// What is no difference between two values that are compared. Default: only what the types of two platforms make of
/// one value, as the zeros at the end of a decimal and the blanks at the end of a char(n).
/// </summary>
public sealed record DataRules
{
    /// <summary>Large and small letters.</summary>
    public bool Case { get; init; }

    /// <summary>Letters with an accent and without.</summary>
    public bool Accents { get; init; }

    /// <summary>Blanks at the end of a text.</summary>
    public bool TrailingBlanks { get; init; }

    /// <summary>NULL and the empty text.</summary>
    public bool NullAsEmpty { get; init; }

    /// <summary>Digits behind the point of numbers, to which both are rounded; null = all.</summary>
    public int? Scale { get; init; }

    /// <summary>Digits of the second, behind which times are cut; null = all.</summary>
    public int? Fractions { get; init; }

    /// <summary>The zone in which the first side writes its times without an offset, while those of the second are
    /// UTC; null = both write the same.</summary>
    public string? Zone { get; init; }

    /// <summary>A column with the time of a row: a row later than all of the other side is late there, and no
    /// difference; null = there is none.</summary>
    public string? Late { get; init; }
}
