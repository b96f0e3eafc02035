namespace Orchestrator.Data;

/// <summary>bit: 0, 1, true, false, and any other way of writing the number 0 or 1, such as 1.0 or 1e0.</summary>
internal readonly struct BitText : IValueText<long>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out long value)
    {
        text = text.Trim((byte)' ');
        value = text is [(byte)'1'] || System.Text.Ascii.EqualsIgnoreCase(text, "true"u8) ? 1 : 0;
        if (value == 1 || text is [(byte)'0'] || System.Text.Ascii.EqualsIgnoreCase(text, "false"u8))
        {
            return ValueResult.Ok;
        }

        var result = new ScaledText(long.MinValue, long.MaxValue, 0).Read(text, out var number);
        if (result == ValueResult.Ok && number is 0 or 1)
        {
            value = number;
            return ValueResult.Ok;
        }

        return result == ValueResult.NotAValue ? result : ValueResult.OutOfRange;
    }
}
