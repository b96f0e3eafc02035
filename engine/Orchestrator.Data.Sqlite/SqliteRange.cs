using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// What a value of a logical type may be. SQLite holds a column to nothing of it, so that a statement can have put
/// anything there; it must not come out rounded or cut.
/// </summary>
internal static class SqliteRange
{
    // Far more than the noise of adding and multiplying doubles, far less than a digit that somebody meant.
    private const double NoiseMax = 1e-6;
    private const double NoisePerUnit = 4e-16;
    private const double ExactMax = 1e15;
    private const int TickDigits = 7;

    /// <summary>Whether a number at the scale of its type is the whole one beside it, but for noise.</summary>
    public static bool IsWhole(double number, double whole) =>
        Math.Abs(whole) < ExactMax
        && Math.Abs(number - whole) <= Math.Max(NoiseMax, Math.Abs(whole) * NoisePerUnit);

    /// <summary>Whether a value is one of the type: a whole number, a decimal without its point, or ticks.</summary>
    public static bool Holds(SqlType type, Int128 value) => type.Kind switch
    {
        SqlTypeKind.Bit => value >= 0 && value <= 1,
        SqlTypeKind.TinyInt => value >= byte.MinValue && value <= byte.MaxValue,
        SqlTypeKind.SmallInt => value >= short.MinValue && value <= short.MaxValue,
        SqlTypeKind.Int or SqlTypeKind.SmallMoney => value >= int.MinValue && value <= int.MaxValue,
        SqlTypeKind.Money => value >= long.MinValue && value <= long.MaxValue,
        SqlTypeKind.Decimal => Int128.Abs(value) < Power(type.Precision),
        SqlTypeKind.SmallDateTime => value % TimeSpan.TicksPerMinute == 0
            && value >= new DateTime(1900, 1, 1).Ticks && value <= new DateTime(2079, 6, 6, 23, 59, 0).Ticks,
        SqlTypeKind.DateTime => value >= new DateTime(1753, 1, 1).Ticks,
        _ => !type.IsTemporal || value % Power(TickDigits - type.FractionDigits) == 0,
    };

    private static Int128 Power(int digits)
    {
        Int128 power = 1;
        for (var i = 0; i < digits; i++)
        {
            power *= 10;
        }

        return power;
    }
}
