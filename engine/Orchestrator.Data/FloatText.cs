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
        return double.IsFinite(value) ? ValueResult.Ok : ValueResult.OutOfRange;
    }
}
