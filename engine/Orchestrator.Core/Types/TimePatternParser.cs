using System.Globalization;

namespace Orchestrator.Core.Types;

/// <summary>Reads one pattern of dates and times; see <see cref="TimePattern"/>.</summary>
internal sealed class TimePatternParser(string text)
{
    private const int LengthMax = 64;
    private const int YearsOfShort = 100;
    private const int YearMax = 9999;

    private readonly List<TimePart> _parts = [];
    private int _at;

    public IReadOnlyList<TimePart> Parts => _parts;

    public int FirstYear { get; private set; }

    /// <summary>What is wrong with the pattern; null = nothing.</summary>
    public string? Parse()
    {
        if (text.Length is 0 or > LengthMax)
        {
            return $"expected a pattern of 1 to {LengthMax} characters, got {text.Length}";
        }

        if (text[0] == ' ' || text[^1] == ' ')
        {
            return "it begins or ends with a blank, which is not part of a value";
        }

        while (_at < text.Length)
        {
            if (Next() is { } problem)
            {
                return problem;
            }
        }

        return Unclear() ?? Incomplete();
    }

    private string? Next()
    {
        var sign = text[_at];
        if (sign == '\'')
        {
            return Quoted();
        }

        if (char.IsAsciiLetter(sign))
        {
            return Letters(sign);
        }

        _at++;
        return Literal($"{sign}");
    }

    private string? Quoted()
    {
        var end = text.IndexOf('\'', _at + 1);
        if (end < 0)
        {
            return "the quote that opens a text in it is never closed";
        }

        // Two quotes are one that is meant.
        var quoted = end == _at + 1 ? "'" : text[(_at + 1)..end];
        _at = end + 1;
        return Literal(quoted);
    }

    private string? Literal(string signs)
    {
        if (signs.Any(sign => char.IsDigit(sign) || char.IsControl(sign) || char.IsSurrogate(sign)))
        {
            return $"'{signs}' cannot stand in it: digits would look like a part of the value";
        }

        if (_parts is [.., { Kind: TimePartKind.Literal } before])
        {
            _parts[^1] = before with { Text = before.Text + signs };
        }
        else
        {
            _parts.Add(new TimePart(TimePartKind.Literal, 0, signs));
        }

        return null;
    }

    private string? Letters(char letter)
    {
        var count = 1;
        while (_at + count < text.Length && text[_at + count] == letter)
        {
            count++;
        }

        var run = text.Substring(_at, count);
        _at += count;
        if (KindOf(letter, count) is not { } kind)
        {
            return $"'{run}' is no part of one; expected yyyy, yy(1950), MMM, MM, M, dd, d, HH, H, hh, h, tt, mm, m, "
                + "ss, s, f to fffffff, zzz, or text in single quotes";
        }

        _parts.Add(new TimePart(kind, count, run));
        return kind == TimePartKind.ShortYear ? Years() : null;
    }

    private static TimePartKind? KindOf(char letter, int count) => (letter, count) switch
    {
        ('y', 4) => TimePartKind.Year,
        ('y', 2) => TimePartKind.ShortYear,
        ('M', 3) => TimePartKind.MonthName,
        ('M', < 3) => TimePartKind.Month,
        ('d', < 3) => TimePartKind.Day,
        ('H', < 3) => TimePartKind.Hour,
        ('h', < 3) => TimePartKind.HalfHour,
        ('m', < 3) => TimePartKind.Minute,
        ('s', < 3) => TimePartKind.Second,
        ('f', < 8) => TimePartKind.Fraction,
        ('t', 2) => TimePartKind.DayHalf,
        ('z', 3) => TimePartKind.Offset,
        _ => null,
    };

    // Which century two digits mean nobody knows but who writes the pattern.
    private string? Years()
    {
        const int Length = 6;
        var written = _at + Length <= text.Length ? text.Substring(_at, Length) : "";
        if (written is not ['(', _, _, _, _, ')']
            || !int.TryParse(written[1..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var first)
            || first < 1 || first + YearsOfShort - 1 > YearMax)
        {
            return "'yy' says no century; write with it the first of its hundred years: yy(1950) is 1950 to 2049";
        }

        _at += Length;
        FirstYear = first;
        return null;
    }

    private string? Unclear()
    {
        var twice = _parts.Where(part => part.Kind != TimePartKind.Literal)
            .GroupBy(part => Group(part.Kind)).FirstOrDefault(same => same.Skip(1).Any());
        if (twice is not null)
        {
            return $"'{twice.Last().Text}' says again what '{twice.First().Text}' says";
        }

        for (var i = 1; i < _parts.Count; i++)
        {
            if (_parts[i - 1].IsOpen && _parts[i].IsNumber)
            {
                return $"nobody can tell where '{_parts[i - 1].Text}' ends, which may have one digit or two, and "
                    + $"'{_parts[i].Text}' begins";
            }
        }

        return null;
    }

    private string? Incomplete()
    {
        var (date, time) = (Has(TimePartKind.Year) || Has(TimePartKind.Month) || Has(TimePartKind.Day),
            Has(TimePartKind.Hour) || Has(TimePartKind.Minute) || Has(TimePartKind.Second)
                || Has(TimePartKind.Fraction) || Has(TimePartKind.DayHalf));
        return !date && !time ? "it has neither a date nor a time"
            : date && !(Has(TimePartKind.Year) && Has(TimePartKind.Month) && Has(TimePartKind.Day))
                ? "a date needs year, month and day"
            : time && !(Has(TimePartKind.Hour) && Has(TimePartKind.Minute)) ? "a time needs hours and minutes"
            : Has(TimePartKind.Fraction) && !Has(TimePartKind.Second) ? "'f' are parts of a second, and it has none"
            : Holds(TimePartKind.HalfHour) != Has(TimePartKind.DayHalf)
                ? "hours to 12 (hh) need AM or PM (tt), and hours to 23 (HH) go without"
            : Has(TimePartKind.Offset) && !(date && time) ? "an offset needs date and time"
            : null;
    }

    private static TimePartKind Group(TimePartKind kind) => kind switch
    {
        TimePartKind.ShortYear => TimePartKind.Year,
        TimePartKind.MonthName => TimePartKind.Month,
        TimePartKind.HalfHour => TimePartKind.Hour,
        _ => kind,
    };

    private bool Has(TimePartKind group) => _parts.Any(part => Group(part.Kind) == group);

    private bool Holds(TimePartKind kind) => _parts.Any(part => part.Kind == kind);
}
