namespace Orchestrator.Data;

/// <summary>Decimals of 19 to 38 digits: the number without its point, at the type's scale.</summary>
internal readonly struct LongDecimalText(int precision, int scale) : IValueText<Int128>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out Int128 value)
    {
        value = 0;
        text = text.Trim((byte)' ');
        var negative = text.Length > 0 && text[0] == '-';
        var i = text.Length > 0 && text[0] is (byte)'-' or (byte)'+' ? 1 : 0;
        var (number, digits, decimals) = ((Int128)0, 0, 0);
        var (any, behindPoint, loss) = (false, false, false);
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
            else if ((digits > 0 || digit != 0) && ++digits <= precision)
            {
                number = (number * 10) + digit;
            }
        }

        if (!any)
        {
            return ValueResult.NotAValue;
        }

        var missing = number == 0 ? 0 : Math.Max(0, scale - decimals);
        if (digits + missing > precision)
        {
            return ValueResult.OutOfRange;
        }

        number *= Powers.Of10(missing);
        value = negative ? -number : number;
        return loss ? ValueResult.ScaleLoss : ValueResult.Ok;
    }

    private ValueResult ReadExponent(ReadOnlySpan<byte> text, out Int128 value)
    {
        Span<byte> plain = stackalloc byte[ExponentText.BytesMax];
        value = 0;
        var result = ExponentText.Write(text, plain, out var length);
        return result == ValueResult.Ok ? Read(plain[..length], out value) : result;
    }
}

/// <summary>Powers of ten.</summary>
internal static class Powers
{
    private static readonly Int128[] Tens = Enumerate();

    /// <summary>10 to the power of 0 to 38.</summary>
    public static Int128 Of10(int exponent) => Tens[exponent];

    private static Int128[] Enumerate()
    {
        var powers = new Int128[39];
        powers[0] = 1;
        for (var i = 1; i < powers.Length; i++)
        {
            powers[i] = powers[i - 1] * 10;
        }

        return powers;
    }
}
