using System.Numerics;

namespace Orchestrator.Core.Tests.Expressions;

/// <summary>What operators and functions come to, worked out otherwise than the product does it.</summary>
internal static class SampleRules
{
    private static readonly BigInteger Beyond = BigInteger.Pow(10, 28);

    /// <summary>Faults go before NULL, and both before any value.</summary>
    public static object? Strict(Func<object?> value, params object?[] of) =>
        of.Any(one => ReferenceEquals(one, Sample.Fault)) ? Sample.Fault : of.Any(one => one is null) ? null : value();

    public static object? And(object? one, object? other) =>
        Is(one, false) || Is(other, false) ? false : Strict(() => true, one, other);

    public static object? Or(object? one, object? other) =>
        Is(one, true) || Is(other, true) ? true : Strict(() => false, one, other);

    public static object? Reckon(char sign, BigInteger one, BigInteger other)
    {
        if (sign is '/' or '%' && other.IsZero)
        {
            return Sample.Fault;
        }

        var units = sign switch
        {
            '+' => one + other,
            '-' => one - other,
            '*' => HalfAway(one * other, Sample.One),
            '/' => HalfAway(one * Sample.One, other),
            _ => one - (other * Truncated(one, other)),
        };
        return BigInteger.Abs(units) < Beyond ? units : Sample.Fault;
    }

    public static object? Reckon(char sign, double one, double other)
    {
        if (sign == '/' && other.Equals(0d))
        {
            return Sample.Fault;
        }

        var result = sign switch { '+' => one + other, '-' => one - other, '*' => one * other, _ => one / other };
        return double.IsFinite(result) ? result : Sample.Fault;
    }

    public static bool Compare(string sign, object one, object other)
    {
        var order = (one, other) switch
        {
            (string a, string b) => CompareUnits(a, b),
            _ => ((IComparable)one).CompareTo(other),
        };
        return sign switch
        {
            "=" => order == 0,
            "<>" => order != 0,
            "<" => order < 0,
            "<=" => order < 1,
            ">" => order > 0,
            _ => order > -1,
        };
    }

    /// <summary>The day of another month with the same number, or the last one there.</summary>
    public static object? AddMonths(DateTime time, int months)
    {
        var month = (time.Year * 12) + time.Month - 1 + months;
        var (year, place) = (month / 12, month % 12);
        if (month < 12 || year > 9999)
        {
            return Sample.Fault;
        }

        int[] days = [31, IsLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        return new DateTime(year, place + 1, Math.Min(time.Day, days[place])) + time.TimeOfDay;
    }

    public static object? AddDays(DateTime time, int days)
    {
        var number = DateOnly.FromDateTime(time).DayNumber + days;
        return number < 0 || number > DateOnly.MaxValue.DayNumber ? Sample.Fault
            : DateOnly.FromDayNumber(number).ToDateTime(TimeOnly.FromDateTime(time));
    }

    /// <summary>How many days of the calendar have begun before it.</summary>
    public static int DayNumber(DateTime time) => DateOnly.FromDateTime(time).DayNumber;

    private static bool IsLeap(int year) => year % 400 == 0 || (year % 4 == 0 && year % 100 != 0);

    private static bool Is(object? value, bool flag) => value is bool known && known == flag;

    private static int CompareUnits(string one, string other)
    {
        var place = 0;
        while (place < one.Length && place < other.Length && one[place] == other[place])
        {
            place++;
        }

        return place == one.Length || place == other.Length ? one.Length - other.Length : one[place] - other[place];
    }

    // Towards zero, by hand: as often as it goes in, whatever the signs are.
    private static BigInteger Truncated(BigInteger one, BigInteger other)
    {
        var times = BigInteger.Abs(one) / BigInteger.Abs(other);
        return one.Sign * other.Sign < 0 ? -times : times;
    }

    private static BigInteger HalfAway(BigInteger numerator, BigInteger denominator)
    {
        var half = ((2 * BigInteger.Abs(numerator)) + BigInteger.Abs(denominator)) / (2 * BigInteger.Abs(denominator));
        return numerator.Sign * denominator.Sign < 0 ? -half : half;
    }
}
