using System.Globalization;
using System.Numerics;

namespace Orchestrator.Data;

/// <summary>
/// A float without an exponent, for types that keep digits: a whole number with each of its digits, any other with the
/// fewest digits that give it back.
/// </summary>
internal static class PlainFloat
{
    // From here on it is beyond every decimal; below this it is beyond every scale.
    private const double WholeMax = 1e38;
    private const int ZerosMax = 39;

    /// <summary>Writes it into <see cref="ValueFormat.BytesMax"/> bytes; returns the bytes written.</summary>
    public static int Write(double value, bool isReal, Span<byte> to)
    {
        var isWhole = value == Math.Floor(value) && Math.Abs(value) < WholeMax;
        var length = isWhole || !isReal
            ? Format(value, isWhole ? "F0" : "R", to)
            : Format((float)value, "R", to);
        var exponent = to[..length].IndexOf("E-"u8);
        return exponent < 0 ? length : Expand(to[..length], exponent, to);
    }

    private static int Format<T>(T value, string format, Span<byte> to) where T : INumber<T> =>
        value.TryFormat(to, out var length, format, CultureInfo.InvariantCulture)
            ? length
            : throw new ArgumentException("too little room for a value");

    // 1.25E-07 becomes 0.000000125.
    private static int Expand(ReadOnlySpan<byte> text, int exponent, Span<byte> to)
    {
        Span<byte> digits = stackalloc byte[ValueFormat.BytesMax];
        var count = 0;
        foreach (var each in text[..exponent])
        {
            if (char.IsAsciiDigit((char)each))
            {
                digits[count++] = each;
            }
        }

        var zeros = Math.Min(int.Parse(text[(exponent + 2)..], CultureInfo.InvariantCulture) - 1, ZerosMax);
        var at = text[0] == '-' ? 1 : 0;
        "0."u8.CopyTo(to[at..]);
        to.Slice(at + 2, zeros).Fill((byte)'0');
        digits[..count].CopyTo(to[(at + 2 + zeros)..]);
        return at + 2 + zeros + count;
    }
}
