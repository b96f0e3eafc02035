namespace Orchestrator.Compare;

/// <summary>Why two values or rows may differ, as far as they show it.</summary>
public enum DifferenceCause
{
    /// <summary>Nothing that they show.</summary>
    Unknown,

    /// <summary>The row came to one side after the other was loaded.</summary>
    LateRow,

    /// <summary>One number is the other one with fewer digits.</summary>
    Scale,

    /// <summary>They differ in case or accents.</summary>
    Collation,

    /// <summary>They differ in blanks at their end.</summary>
    TrailingBlanks,

    /// <summary>One is NULL, the other an empty text.</summary>
    NullOrEmpty,

    /// <summary>The times are a whole number of quarters of an hour apart, as those of two zones are.</summary>
    TimeZone,

    /// <summary>One time is the other one with fewer digits of the second.</summary>
    Fractions,

    /// <summary>One is NULL, the other the default of its column.</summary>
    Default,

    /// <summary>The key stands there more than once, so that the order of the rows may have decided.</summary>
    Duplicates,
}
