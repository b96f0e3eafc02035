namespace Orchestrator.Data.Forms;

/// <summary>Numbers of a few digits, as dates and times are made of them.</summary>
internal static class TimeDigits
{
    /// <summary>The number that digits stand for; at most nine of them.</summary>
    public static int Number(ReadOnlySpan<byte> digits)
    {
        var number = 0;
        foreach (var digit in digits)
        {
            number = (number * 10) + (digit - '0');
        }

        return number;
    }

    /// <summary>How many digits a text begins with, at most so many.</summary>
    public static int Count(ReadOnlySpan<byte> text, int max)
    {
        var count = 0;
        while (count < max && count < text.Length && text[count] is >= (byte)'0' and <= (byte)'9')
        {
            count++;
        }

        return count;
    }

    /// <summary>Writes so many digits, or more where the number needs them; returns how many.</summary>
    public static int Write(int number, int digitsMin, Span<byte> to)
    {
        var count = digitsMin;
        for (var limit = (long)Powers.Of10(digitsMin); number >= limit; limit *= 10)
        {
            count++;
        }

        for (var at = count - 1; at >= 0; at--)
        {
            to[at] = (byte)('0' + (number % 10));
            number /= 10;
        }

        return count;
    }
}
