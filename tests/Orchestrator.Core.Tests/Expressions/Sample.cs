using System.Globalization;
using System.Numerics;
using Orchestrator.Core.Expressions;

namespace Orchestrator.Core.Tests.Expressions;

/// <summary>
/// An expression with what it has to come to, by rules of the tests' own: true and false, a number as a whole number of
/// hundred-millionths, double, text or time; null is NULL, and <see cref="Fault"/> any fault.
/// </summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">How it is written.</param>
/// <param name="Value">What it has to come to.</param>
/// <param name="Binds">How closely it binds: what binds less stands in parentheses.</param>
internal sealed record Sample(ExpressionKind Kind, string Text, object? Value, int Binds = Sample.Closest)
{
    public const int Or = 0;
    public const int And = 1;
    public const int Not = 2;
    public const int Compared = 3;
    public const int Sum = 4;
    public const int Product = 5;
    public const int Signed = 6;
    public const int Closest = 7;

    /// <summary>Hundred-millionths of one.</summary>
    public static readonly BigInteger One = 100_000_000;

    public static readonly object Fault = new();

    /// <summary>A value that is written out, or read by a name.</summary>
    public bool IsBare { get; init; }

    /// <summary>Numbers without zeros at their end, times as people write them.</summary>
    public static string Shown(object value) => value switch
    {
        bool flag => flag ? "true" : "false",
        BigInteger units => Shown(units),
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        DateTime time => time.ToString("yyyy-MM-dd HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        _ => (string)value,
    };

    private static string Shown(BigInteger units)
    {
        var digits = BigInteger.Abs(units).ToString(CultureInfo.InvariantCulture).PadLeft(9, '0');
        var text = $"{digits[..^8]}.{digits[^8..]}".TrimEnd('0').TrimEnd('.');
        return units.Sign < 0 ? $"-{text}" : text;
    }
}
