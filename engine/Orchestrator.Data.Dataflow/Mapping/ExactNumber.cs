using Orchestrator.Core.Types;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>A decimal of .NET as the number without its point that a column of decimals holds.</summary>
internal static class ExactNumber
{
    /// <exception cref="FormatException">It has digits that the column does not hold.</exception>
    public static Int128 Of(decimal value, SqlType type)
    {
        Span<int> bits = stackalloc int[4];
        decimal.GetBits(value, bits);
        var number = ((Int128)(uint)bits[2] << 64) | ((Int128)(uint)bits[1] << 32) | (uint)bits[0];
        var scale = (int)value.Scale;
        for (; scale > type.Scale; scale--)
        {
            number = number % 10 == 0 ? number / 10 : throw new FormatException(
                $"has more than {type.Scale} digits behind the point: round it, or give its column a `dataType`");
        }

        // Compared before each step, so that none of them can wrap.
        var greatest = Greatest(type.Precision);
        for (; number != 0 && scale < type.Scale; scale++)
        {
            number = number <= greatest / 10 ? number * 10 : throw TooLarge(type);
        }

        return number > greatest ? throw TooLarge(type) : decimal.IsNegative(value) ? -number : number;
    }

    private static Int128 Greatest(int digits)
    {
        Int128 greatest = 0;
        for (; digits > 0; digits--)
        {
            greatest = (greatest * 10) + 9;
        }

        return greatest;
    }

    private static FormatException TooLarge(SqlType type) => new(
        $"has more than {type.Precision - type.Scale} digits before the point: give its column a `dataType`");
}
