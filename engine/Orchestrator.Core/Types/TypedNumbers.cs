using System.Globalization;

namespace Orchestrator.Core.Types;

/// <summary>Numbers as typed values.</summary>
internal static class TypedNumbers
{
    /// <summary>Digits that System.Decimal keeps for sure; more would be rounded.</summary>
    public const int DigitsMax = 28;

    private const NumberStyles Plain = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint;

    public static (TypedValue?, string) Bit(SqlType type, string text) => text switch
    {
        "1" or "true" or "True" or "TRUE" => (new TypedValue(type, "1", 1m), ""),
        "0" or "false" or "False" or "FALSE" => (new TypedValue(type, "0", 0m), ""),
        _ => (null, "it is neither true nor false"),
    };

    public static (TypedValue?, string) Float(SqlType type, string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
        && double.IsFinite(number)
            ? (new TypedValue(type, number.ToString("R", CultureInfo.InvariantCulture), number), "")
            : (null, "it is no number");

    public static (TypedValue?, string) Exact(SqlType type, string text) =>
        !TryRead(text, out var number) ? (null, NoNumber(text))
        : decimal.Round(number, Math.Min(type.Scale, DigitsMax)) != number
            ? (null, type.Scale == 0
                ? "it is no whole number"
                : $"it has more than {type.Scale} digits behind the point")
        : InRange(type, number);

    public static (TypedValue?, string) RoundDown(SqlType type, string text)
    {
        if (!TryRead(text, out var number))
        {
            return (null, NoNumber(text));
        }

        // What has no more digits than the type is it already; as a multiple of the last one it could be too large.
        if (number.Scale <= type.Scale)
        {
            return InRange(type, number);
        }

        var unit = 1m;
        for (var i = 0; i < type.Scale; i++)
        {
            unit /= 10;
        }

        return InRange(type, decimal.Floor(number / unit) * unit);
    }

    /// <summary>A number with all of its digits; null where it is none, or has more than are kept.</summary>
    public static TypedValue? Widened(string text)
    {
        if (!decimal.TryParse(text, Plain | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out var read)
            || Digits(text) > DigitsMax || IsRounded(read, text))
        {
            return null;
        }

        // Zeros at its end are no digits of it.
        var number = read / 1.0000000000000000000000000000m;
        if (number.Scale == 0 && number is >= long.MinValue and <= long.MaxValue)
        {
            return Of(new SqlType(SqlTypeKind.BigInt), number);
        }

        var plain = number.ToString(CultureInfo.InvariantCulture);
        return Digits(plain) > DigitsMax ? null : Of(new SqlType(
            SqlTypeKind.Decimal, Precision: Math.Min(plain.Count(char.IsAsciiDigit), DigitsMax), Scale: number.Scale),
            number);
    }

    // A small number has more places than are kept; written with an exponent, it comes from a double.
    private static bool IsRounded(decimal read, string text) => text.Contains('E', StringComparison.OrdinalIgnoreCase)
        && !double.Parse(read.ToString(CultureInfo.InvariantCulture), CultureInfo.InvariantCulture)
            .Equals(double.Parse(text, CultureInfo.InvariantCulture));

    /// <summary>A number that is known to be one of the type.</summary>
    public static TypedValue Of(SqlType type, decimal number) => new(type, Text(type, number), number);

    /// <summary>How many digits a number in plain digits has: a 0 alone before the point is none.</summary>
    private static int Digits(string text) => text.Count(char.IsAsciiDigit)
        - (text.TrimStart('+', '-').StartsWith("0.", StringComparison.Ordinal) ? 1 : 0);

    public static decimal Smallest(SqlType type) => Range(type).Min;

    // Who is told that a long number is none looks for what is wrong with it.
    private static string NoNumber(string text) =>
        double.TryParse(text, Plain | NumberStyles.AllowExponent, CultureInfo.InvariantCulture, out var about)
            && double.IsFinite(about)
            ? text.Contains('E', StringComparison.OrdinalIgnoreCase)
                ? $"it is written with an exponent, and only a number of at most {DigitsMax} plain digits is exact"
                : $"it has {Digits(text)} digits, and at most {DigitsMax} are kept"
            : $"it is no number of at most {DigitsMax} digits";

    /// <summary>Reads a number in plain digits, of which all are kept.</summary>
    public static bool TryRead(string text, out decimal number) =>
        decimal.TryParse(text, Plain, CultureInfo.InvariantCulture, out number)
        && Digits(text) <= DigitsMax;

    private static (TypedValue?, string) InRange(SqlType type, decimal number)
    {
        var (min, max) = Range(type);
        return number >= min && number <= max
            ? (Of(type, number), "")
            : (null, $"{type} goes from {Text(type, min)} to {Text(type, max)}");
    }

    private static string Text(SqlType type, decimal number) =>
        number.ToString($"F{Math.Min(type.Scale, DigitsMax)}", CultureInfo.InvariantCulture);

    private static (decimal Min, decimal Max) Range(SqlType type) => type.Kind switch
    {
        SqlTypeKind.TinyInt => (byte.MinValue, byte.MaxValue),
        SqlTypeKind.SmallInt => (short.MinValue, short.MaxValue),
        SqlTypeKind.Int => (int.MinValue, int.MaxValue),
        SqlTypeKind.BigInt => (long.MinValue, long.MaxValue),
        SqlTypeKind.SmallMoney => (int.MinValue / 10000m, int.MaxValue / 10000m),
        SqlTypeKind.Money => (long.MinValue / 10000m, long.MaxValue / 10000m),
        _ => OfDigits(Math.Min(type.Precision, DigitsMax), Math.Min(type.Scale, DigitsMax)),
    };

    private static (decimal, decimal) OfDigits(int precision, int scale)
    {
        var max = decimal.Parse(new string('9', precision), CultureInfo.InvariantCulture);
        for (var i = 0; i < scale; i++)
        {
            max /= 10;
        }

        return (-max, max);
    }
}
