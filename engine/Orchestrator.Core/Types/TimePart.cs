namespace Orchestrator.Core.Types;

/// <summary>What a part of a pattern stands for.</summary>
public enum TimePartKind
{
    /// <summary>Signs that stand there as they are.</summary>
    Literal,

    /// <summary>`yyyy`.</summary>
    Year,

    /// <summary>`yy(1950)`: the year within the hundred years that begin there.</summary>
    ShortYear,

    /// <summary>`M` or `MM`.</summary>
    Month,

    /// <summary>`MMM`: Jan to Dec, whatever the case.</summary>
    MonthName,

    /// <summary>`d` or `dd`.</summary>
    Day,

    /// <summary>`H` or `HH`: 0 to 23.</summary>
    Hour,

    /// <summary>`h` or `hh`: 1 to 12.</summary>
    HalfHour,

    /// <summary>`m` or `mm`.</summary>
    Minute,

    /// <summary>`s` or `ss`.</summary>
    Second,

    /// <summary>`f` to `fffffff`.</summary>
    Fraction,

    /// <summary>`tt`: AM or PM, whatever the case.</summary>
    DayHalf,

    /// <summary>`zzz`: +01:00, or Z.</summary>
    Offset,
}

/// <summary>One part of a pattern.</summary>
/// <param name="Kind">What it stands for.</param>
/// <param name="Digits">Digits that it has; 1 of a month, day, hour, minute or second = one or two.</param>
/// <param name="Text">How it is written in the pattern; of a literal its signs.</param>
public readonly record struct TimePart(TimePartKind Kind, int Digits, string Text)
{
    /// <summary>Whether it is written in digits.</summary>
    public bool IsNumber => Kind is not (TimePartKind.Literal or TimePartKind.MonthName or TimePartKind.DayHalf
        or TimePartKind.Offset);

    /// <summary>Whether it may have one digit or two.</summary>
    public bool IsOpen => IsNumber && Digits == 1 && Kind != TimePartKind.Fraction;
}
