using System.Globalization;
using Orchestrator.Compare.Values;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Compare;

/// <summary>Finds out why two values differ: the first rule under which they would be equal.</summary>
internal static class DifferenceCauses
{
    private static readonly TimeSpan Quarter = TimeSpan.FromMinutes(15);
    private static readonly TimeSpan OffsetsMax = TimeSpan.FromHours(14);

    private static readonly (DifferenceCause Cause, DataRules Rules)[] OfTexts =
    [
        (DifferenceCause.TrailingBlanks, new DataRules { TrailingBlanks = true }),
        (DifferenceCause.Collation, new DataRules { Case = true, Accents = true }),
    ];

    /// <summary>The cause of a difference of two values, each as it is compared.</summary>
    /// <param name="pair">The column.</param>
    /// <param name="left">The value of the first side.</param>
    /// <param name="right">The value of the second side.</param>
    /// <param name="texts">The same as people read them; null = NULL.</param>
    public static DifferenceCause Of(
        ColumnPair pair, ReadOnlySpan<byte> left, ReadOnlySpan<byte> right, (string? Left, string? Right) texts)
    {
        if (left[0] == CanonicalRow.Null || right[0] == CanonicalRow.Null)
        {
            return OfNull(pair, left[0] == CanonicalRow.Null, texts);
        }

        return left[0] != CanonicalRow.Value || right[0] != CanonicalRow.Value ? DifferenceCause.Unknown
            : pair.Form switch
            {
                ComparedForm.Text => OfText(left[CanonicalRow.HeadBytes..], right[CanonicalRow.HeadBytes..]),
                ComparedForm.Number => OfNumber(left[CanonicalRow.HeadBytes..], right[CanonicalRow.HeadBytes..]),
                ComparedForm.Moment or ComparedForm.TimeOfDay =>
                    OfTicks(CanonicalRow.TicksOf(left) ?? 0, CanonicalRow.TicksOf(right) ?? 0),
                ComparedForm.Floating or ComparedForm.Single => OfFloating(
                    BitConverter.Int64BitsToDouble(CanonicalRow.TicksOf(left) ?? 0),
                    BitConverter.Int64BitsToDouble(CanonicalRow.TicksOf(right) ?? 0)),
                _ => DifferenceCause.Unknown,
            };
    }

    private static DifferenceCause OfNull(ColumnPair pair, bool isLeft, (string? Left, string? Right) texts)
    {
        var (text, declared) = isLeft ? (texts.Right, pair.Right.Default) : (texts.Left, pair.Left.Default);
        return text is { } other && other.Trim(' ').Length == 0 ? DifferenceCause.NullOrEmpty
            : text is { } value && declared.Length > 0 && IsLiteral(declared, value) ? DifferenceCause.Default
            : DifferenceCause.Unknown;
    }

    // 'x'::text, ('x'), N'x', 0.
    private static bool IsLiteral(string declared, string value)
    {
        var plain = declared.Split("::", StringSplitOptions.None)[0].Trim('(', ')', ' ');
        plain = plain.StartsWith("N'", StringComparison.Ordinal) ? plain[1..] : plain;
        return plain.Trim('\'') == value
            || (decimal.TryParse(plain, NumberStyles.Number, CultureInfo.InvariantCulture, out var one)
                && decimal.TryParse(value, NumberStyles.Number, CultureInfo.InvariantCulture, out var other)
                && one == other);
    }

    private static DifferenceCause OfText(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        foreach (var (cause, rules) in OfTexts)
        {
            if (new FoldedText(rules, isPadded: false).Of(left)
                .SequenceEqual(new FoldedText(rules, isPadded: false).Of(right)))
            {
                return cause;
            }
        }

        var all = new DataRules { Case = true, Accents = true, TrailingBlanks = true };
        return new FoldedText(all, isPadded: false).Of(left)
            .SequenceEqual(new FoldedText(all, isPadded: false).Of(right))
            ? DifferenceCause.Collation : DifferenceCause.Unknown;
    }

    private static DifferenceCause OfNumber(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right)
    {
        var isLeft = Digits(left) >= Digits(right);
        var longer = isLeft ? left : right;
        var shorter = isLeft ? right : left;
        var scale = Digits(shorter);
        Span<byte> room = stackalloc byte[PlainNumber.BytesMax];
        var isRounded = PlainNumber.TryWrite(longer, scale, room, out var length)
            && room[..length].SequenceEqual(shorter);
        var cut = longer[..Math.Min(longer.Length, longer.Length - Digits(longer) + scale)];
        return Digits(longer) > scale && (isRounded || cut.TrimEnd((byte)'.').SequenceEqual(shorter))
            ? DifferenceCause.Scale : DifferenceCause.Unknown;
    }

    private static int Digits(ReadOnlySpan<byte> number) =>
        number.IndexOf((byte)'.') is >= 0 and var point ? number.Length - point - 1 : 0;

    private static DifferenceCause OfTicks(long left, long right)
    {
        var apart = Math.Abs(left - right);
        return apart < TimeSpan.TicksPerSecond ? DifferenceCause.Fractions
            : apart % Quarter.Ticks == 0 && apart <= OffsetsMax.Ticks ? DifferenceCause.TimeZone
            : DifferenceCause.Unknown;
    }

    // As many digits as a number of 32 bits has.
    private static DifferenceCause OfFloating(double left, double right) =>
        double.IsFinite(left) && double.IsFinite(right)
        && Math.Abs(left - right) <= Math.Max(Math.Abs(left), Math.Abs(right)) * 1e-6
            ? DifferenceCause.Scale : DifferenceCause.Unknown;
}
