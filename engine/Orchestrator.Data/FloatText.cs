using System.Globalization;

namespace Orchestrator.Data;

/// <summary>float and real, with NaN and infinity where the column takes them.</summary>
internal readonly struct FloatText(bool isReal, bool takesNonFinite) : IValueText<double>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out double value)
    {
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value))
        {
            return ValueResult.NotAValue;
        }

        var isFinite = double.IsFinite(value);
        value = isReal ? (float)value : value;
        return !double.IsFinite(value) ? isFinite || !takesNonFinite ? ValueResult.OutOfRange : ValueResult.Ok
            : value == 0 && HasDigit(text) ? ValueResult.ScaleLoss : ValueResult.Ok;
    }

    // A number that is not 0 and too small to be kept as anything else.
    private static bool HasDigit(ReadOnlySpan<byte> text)
    {
        var exponent = text.IndexOfAny((byte)'e', (byte)'E');
        return (exponent < 0 ? text : text[..exponent]).IndexOfAnyInRange((byte)'1', (byte)'9') >= 0;
    }
}
