using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>What the length of a text column counts.</summary>
public enum LengthUnit
{
    /// <summary>What the type says: UTF-16 code units for Unicode text, bytes for the rest.</summary>
    OfType,

    /// <summary>Characters: Unicode code points.</summary>
    Characters,

    /// <summary>Bytes of UTF-8.</summary>
    Bytes,
}

/// <summary>
/// What a column of a platform holds, where that is more or less than its neutral type says. The driver says it
/// (<see cref="ColumnRules.Limits"/>), the guard keeps to it. Default: as the type says.
/// </summary>
public sealed record ColumnLimits
{
    /// <summary>As the type says.</summary>
    public static ColumnLimits OfType { get; } = new();

    /// <summary>What <see cref="LengthMax"/> counts.</summary>
    public LengthUnit LengthUnit { get; init; }

    /// <summary>The longest text, in its unit; 0 = as the type says.</summary>
    public int LengthMax { get; init; }

    /// <summary>Text must not contain U+0000; one that does is an encoding loss.</summary>
    public bool RefusesNul { get; init; }

    /// <summary>
    /// Most digits behind a point in its text; more are a scale loss. Below zero: so many places before the point are
    /// zeros. For columns whose type has no neutral name and
    /// which round in silence. Null = any number.
    /// </summary>
    public int? FractionDigitsMax { get; init; }

    /// <summary>Text must be a number, NaN or infinity, as the server reads one; else it is a range loss.</summary>
    public bool IsNumberText { get; init; }

    /// <summary>
    /// The whole numbers that it keeps, from the least to the greatest of each range; another one is a range loss.
    /// Empty = all of its type.
    /// </summary>
    public IReadOnlyList<(long Least, long Greatest)> Numbers { get; init; } = [];

    /// <summary>Of a datetimeoffset only the instant is kept; an offset other than zero is a scale loss.</summary>
    public bool DropsOffset { get; init; }

    /// <summary>
    /// The code page that text is kept in: a character that it has not is an encoding loss, lengths count its bytes.
    /// 0 = every character is kept.
    /// </summary>
    public int CodePage { get; init; }

    /// <summary>
    /// A time is kept in steps of 1/300 second, to the milliseconds 0, 3 and 7; any other is a scale loss.
    /// </summary>
    public bool KeepsThreeHundredths { get; init; }

    /// <summary>The texts that it keeps; null = any.</summary>
    public TextRule? Texts { get; init; }

    /// <summary>
    /// Most characters of the text of a value that is no text itself, for a store that keeps values as text; more are a
    /// range loss. 0 = any number.
    /// </summary>
    public int ValueLengthMax { get; init; }

    /// <summary>
    /// NaN and infinity are values of it: of a float, NaN of a decimal, infinity of a date or time stamp; of a time
    /// 24:00:00. Else they are a range loss.
    /// </summary>
    public bool TakesNonFinite { get; init; }

    /// <summary>
    /// How a store that keeps values as text writes them; what it would not write is a loss. Null = as
    /// <see cref="ValueFormat"/> does.
    /// </summary>
    public ValueForm? Form { get; init; }

    /// <summary>The texts that would read back as NULL, where a store has such; a value that is one is a range loss.
    /// </summary>
    public IReadOnlyList<byte[]> NullWords { get; init; } = [];
}
