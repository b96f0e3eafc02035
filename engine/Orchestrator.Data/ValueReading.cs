using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>
/// Values read from text one at a time, as the guard reads those of a column: whole, or not at all.
/// </summary>
public static class ValueReading
{
    /// <summary>Ticks of a date, with or without a time of day behind it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="form">How the source writes it; null = as <see cref="ValueFormat"/> does.</param>
    /// <param name="ticks">100 ns since 0001-01-01.</param>
    public static bool TryMoment(ReadOnlySpan<byte> text, ValueForm? form, out long ticks) =>
        Read(new DateTimeText(0, DateTime.MaxValue.Ticks, 1), text, form, out ticks);

    /// <summary>Ticks of a time of day.</summary>
    /// <param name="text">The text.</param>
    /// <param name="form">How the source writes it; null = as <see cref="ValueFormat"/> does.</param>
    /// <param name="ticks">100 ns since midnight.</param>
    public static bool TryTimeOfDay(ReadOnlySpan<byte> text, ValueForm? form, out long ticks) =>
        Read(new TimeText(1), text, form, out ticks);

    /// <summary>A date with a time of day and an offset.</summary>
    /// <param name="text">The text.</param>
    /// <param name="form">How the source writes it; null = as <see cref="ValueFormat"/> does.</param>
    /// <param name="packed">As <see cref="OffsetTime"/> packs it.</param>
    public static bool TryOffsetTime(ReadOnlySpan<byte> text, ValueForm? form, out Int128 packed) =>
        Read(new OffsetText(1), text, form, out packed);

    /// <summary>0 or 1, however that is written: true, false, 1.0.</summary>
    public static bool TryBit(ReadOnlySpan<byte> text, out long bit) => Read(new BitText(), text, null, out bit);

    private static bool Read<T, TText>(TText plain, ReadOnlySpan<byte> text, ValueForm? form, out T value)
        where TText : struct, IValueText<T> =>
        (form is null ? plain.Read(text, out value) : new FormedText<T, TText>(plain, form).Read(text, out value))
            == ValueResult.Ok;
}
