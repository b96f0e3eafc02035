using System.Globalization;

namespace Orchestrator.Data;

/// <summary>float and real; neither knows NaN or infinity.</summary>
internal readonly struct FloatText(bool isReal) : IValueText<double>
{
    public ValueResult Read(ReadOnlySpan<byte> text, out double value)
    {
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value))
        {
            return ValueResult.NotAValue;
        }

        value = isReal ? (float)value : value;
        return !double.IsFinite(value) ? ValueResult.OutOfRange
            : value == 0 && HasDigit(text) ? ValueResult.ScaleLoss : ValueResult.Ok;
    }

    // A number that is not 0 and too small to be kept as anything else.
    private static bool HasDigit(ReadOnlySpan<byte> text)
    {
        var exponent = text.IndexOfAny((byte)'e', (byte)'E');
        return (exponent < 0 ? text : text[..exponent]).IndexOfAnyInRange((byte)'1', (byte)'9') >= 0;
    }
}
