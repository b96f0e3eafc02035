using System.Numerics;

namespace Orchestrator.Core.Types;

/// <summary>What becomes narrower between numbers.</summary>
internal static class NumberNarrowing
{
    public static IEnumerable<Narrowing> Between(SqlType from, SqlType to) => (from.IsFloat, to.IsFloat) switch
    {
        (false, false) => Exact(from, to),
        (false, true) => Digits(from, to),
        (true, false) =>
        [
            new Narrowing(Loss.Scale, $"{from} may have more digits behind the point than {to} keeps"),
            new Narrowing(Loss.Range, $"{from} reaches beyond {to}"),
        ],
        _ => from.Kind == SqlTypeKind.Float
            ? [.. Digits(from, to), new Narrowing(Loss.Range, $"{from} reaches beyond {to}")]
            : [],
    };

    /// <summary>The smallest and largest value of an exact number, in units of its last digit.</summary>
    public static (BigInteger Min, BigInteger Max) Range(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => (0, 1),
        SqlTypeKind.TinyInt => (byte.MinValue, byte.MaxValue),
        SqlTypeKind.SmallInt => (short.MinValue, short.MaxValue),
        SqlTypeKind.Int or SqlTypeKind.SmallMoney => (int.MinValue, int.MaxValue),
        SqlTypeKind.BigInt or SqlTypeKind.Money => (long.MinValue, long.MaxValue),
        _ => (1 - BigInteger.Pow(10, type.Precision), BigInteger.Pow(10, type.Precision) - 1),
    };

    private static IEnumerable<Narrowing> Exact(SqlType from, SqlType to)
    {
        if (Scale(from) > Scale(to))
        {
            yield return new Narrowing(Loss.Scale,
                $"{from} has {Scale(from)} digits behind the point, {to} keeps {Scale(to)}");
        }

        var (min, max) = Range(from);
        var (toMin, toMax) = Range(to);
        if (Rescaled(max, from, to) > toMax || Rescaled(min, from, to) < toMin)
        {
            yield return new Narrowing(Loss.Range, $"{from} reaches beyond {to}");
        }
    }

    private static IEnumerable<Narrowing> Digits(SqlType from, SqlType to) => from.Digits > to.Digits
        ? [new Narrowing(Loss.Scale, $"{from} has up to {from.Digits} digits, {to} keeps {to.Digits}")]
        : [];

    private static int Scale(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Decimal => type.Scale,
        SqlTypeKind.Money or SqlTypeKind.SmallMoney => 4,
        _ => 0,
    };

    private static BigInteger Rescaled(BigInteger value, SqlType from, SqlType to)
    {
        var shift = Scale(to) - Scale(from);
        return shift >= 0 ? value * BigInteger.Pow(10, shift) : value / BigInteger.Pow(10, -shift);
    }
}
