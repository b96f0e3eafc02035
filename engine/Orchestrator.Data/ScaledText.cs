using System.Runtime.CompilerServices;

namespace Orchestrator.Data;

/// <summary>
/// Whole numbers, money and decimals up to 18 digits: the number without its point, at the type's scale.
/// </summary>
internal readonly struct ScaledText(long min, long max, int scale) : IValueText<long>
{
    // Any number of 19 digits fits an unsigned 64 bits.
    private const int DigitsMax = 19;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ValueResult Read(ReadOnlySpan<byte> text, out long value)
    {
        var i = 0;
        var negative = false;
        if (text.Length > 0 && (text[0] is (byte)'-' or (byte)'+'))
        {
            negative = text[0] == '-';
            i = 1;
        }

        var first = i;
        // The common case: few digits, no point.
        ulong number = 0;
        if (text.Length <= DigitsMax)
        {
            for (; i < text.Length && (uint)(text[i] - '0') <= 9; i++)
            {
                number = (number * 10) + (uint)(text[i] - '0');
            }

            if (i == text.Length && i > first && scale == 0 && number <= long.MaxValue)
            {
                value = negative ? -(long)number : (long)number;
                return value >= min && value <= max ? ValueResult.Ok : ValueResult.OutOfRange;
            }
        }

        return ReadAny(text, out value);
    }

    private ValueResult ReadAny(ReadOnlySpan<byte> text, out long value)
    {
        value = 0;
        text = text.Trim((byte)' ');
        var negative = text.Length > 0 && text[0] == '-';
        var i = text.Length > 0 && text[0] is (byte)'-' or (byte)'+' ? 1 : 0;
        ulong number = 0;
        var (digits, decimals, any, behindPoint, loss) = (0, 0, false, false, false);
        for (; i < text.Length; i++)
        {
            var digit = (uint)(text[i] - '0');
            if (digit > 9)
            {
                if (text[i] is (byte)'e' or (byte)'E')
                {
                    return ReadExponent(text, out value);
                }

                if (text[i] != '.' || behindPoint)
                {
                    return ValueResult.NotAValue;
                }

                behindPoint = true;
                continue;
            }

            any = true;
            if (behindPoint && decimals++ >= scale)
            {
                loss |= digit != 0;
            }
            else if (digits > 0 || digit != 0)
            {
                digits++;
                number = unchecked((number * 10) + digit);
            }
        }

        if (!any)
        {
            return ValueResult.NotAValue;
        }

        for (; decimals < scale && number != 0; decimals++)
        {
            digits++;
            number = unchecked(number * 10);
        }

        return InRange(number, digits, negative, out value) ? loss ? ValueResult.ScaleLoss : ValueResult.Ok
            : ValueResult.OutOfRange;
    }

    private ValueResult ReadExponent(ReadOnlySpan<byte> text, out long value)
    {
        Span<byte> plain = stackalloc byte[ExponentText.BytesMax];
        value = 0;
        var result = ExponentText.Write(text, plain, out var length);
        return result == ValueResult.Ok ? ReadAny(plain[..length], out value) : result;
    }

    private bool InRange(ulong number, int digits, bool negative, out long value)
    {
        value = 0;
        if (digits > DigitsMax || number > (ulong)long.MaxValue + (negative ? 1UL : 0UL))
        {
            return false;
        }

        value = negative ? unchecked(-(long)number) : (long)number;
        return value >= min && value <= max;
    }
}
