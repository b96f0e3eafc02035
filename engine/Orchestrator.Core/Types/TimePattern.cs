using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Core.Types;

/// <summary>
/// How a file writes dates and times: `dd.MM.yyyy HH:mm`. The letters are a language of our own, which means the same
/// on every machine.
/// </summary>
public sealed class TimePattern
{
    private TimePattern(string text, TimePatternParser parsed)
    {
        (Text, Parts, FirstYear) = (text, parsed.Parts, parsed.FirstYear);
        HasDate = Has(TimePartKind.Day);
        HasTime = Has(TimePartKind.Minute);
        HasOffset = Has(TimePartKind.Offset);
        Unit = Has(TimePartKind.Fraction)
            ? FractionUnit(Parts.First(part => part.Kind == TimePartKind.Fraction).Digits)
            : Has(TimePartKind.Second) ? TimeSpan.TicksPerSecond
            : HasTime ? TimeSpan.TicksPerMinute
            : TimeSpan.TicksPerDay;
    }

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <summary>Its parts, in order.</summary>
    public IReadOnlyList<TimePart> Parts { get; }

    /// <summary>The first of the hundred years that `yy` stands for; 0 = it has none.</summary>
    public int FirstYear { get; }

    /// <summary>The smallest step that it writes, in ticks of 100 ns.</summary>
    public long Unit { get; }

    /// <summary>Whether it has year, month and day.</summary>
    public bool HasDate { get; }

    /// <summary>Whether it has hours and minutes.</summary>
    public bool HasTime { get; }

    /// <summary>Whether it has the offset to UTC.</summary>
    public bool HasOffset { get; }

    /// <summary>Reads a pattern.</summary>
    /// <param name="text">The pattern.</param>
    /// <param name="pattern">What it means.</param>
    /// <param name="problem">What is wrong with it, as a sentence without its end.</param>
    public static bool TryParse(
        string text, [NotNullWhen(true)] out TimePattern? pattern, [NotNullWhen(false)] out string? problem)
    {
        var parser = new TimePatternParser(text);
        problem = parser.Parse();
        pattern = problem is null ? new TimePattern(text, parser) : null;
        return problem is null;
    }

    /// <summary>Why values of a type are not written like that, as the end of a sentence; null where they can be.
    /// </summary>
    public string? Refusal(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Time when HasDate => $"it has a date, and {type} has none",
        SqlTypeKind.Time when !HasTime => "it has no time",
        SqlTypeKind.Time => null,
        SqlTypeKind.DateTimeOffset => HasDate && HasTime && HasOffset ? null
            : $"{type} needs date, time and offset (zzz)",
        _ when !type.IsTemporal => $"{type} is neither date nor time",
        _ when !HasDate => "it has no date",
        _ when HasOffset => $"it has an offset, and {type} has none",
        _ => null,
    };

    private static long FractionUnit(int digits)
    {
        var unit = TimeSpan.TicksPerSecond;
        for (; digits > 0; digits--)
        {
            unit /= 10;
        }

        return unit;
    }

    private bool Has(TimePartKind kind) => Parts.Any(part => part.Kind == kind);
}
