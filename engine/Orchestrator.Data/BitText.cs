namespace Orchestrator.Data;

/// <summary>bit: 0, 1, true, false.</summary>
internal readonly struct BitText : IValueText<long>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out long value)
    {
        text = text.Trim((byte)' ');
        value = text is [(byte)'1'] || System.Text.Ascii.EqualsIgnoreCase(text, "true"u8) ? 1 : 0;
        return value == 1 || text is [(byte)'0'] || System.Text.Ascii.EqualsIgnoreCase(text, "false"u8)
            ? ValueResult.Ok
            : new ScaledText(long.MinValue, long.MaxValue, 0).Read(text, out _) == ValueResult.NotAValue
                ? ValueResult.NotAValue
                : ValueResult.OutOfRange;
    }
}
