namespace Orchestrator.Core.Types;

/// <summary>What becomes narrower between dates and times.</summary>
internal static class TemporalNarrowing
{
    public static IEnumerable<Narrowing> Between(SqlType from, SqlType to)
    {
        if (HasDate(from) && !HasDate(to))
        {
            yield return new Narrowing(Loss.Scale, $"{to} does not keep the date of {from}");
        }

        if (HasTime(from) && !HasTime(to))
        {
            yield return new Narrowing(Loss.Scale, $"{to} does not keep the time of {from}");
        }
        else if (IsCoarser(from, to))
        {
            yield return new Narrowing(Loss.Scale, $"{to} keeps fewer digits of the second than {from}");
        }

        if (from.Kind == SqlTypeKind.DateTimeOffset && to.Kind != SqlTypeKind.DateTimeOffset)
        {
            yield return new Narrowing(Loss.Scale, $"{to} does not keep the offset of {from}");
        }

        if (HasDate(from) && HasDate(to) && FirstYear(from) < FirstYear(to))
        {
            yield return new Narrowing(Loss.Range, $"{from} reaches beyond {to}, which begins in {FirstYear(to)}");
        }
    }

    private static bool HasDate(SqlType type) => type.Kind != SqlTypeKind.Time;

    private static bool HasTime(SqlType type) => type.Kind != SqlTypeKind.Date;

    private static bool IsCoarser(SqlType from, SqlType to) => HasTime(from)
        && ((to.Kind == SqlTypeKind.SmallDateTime && from.Kind != SqlTypeKind.SmallDateTime)
            || (to.Kind == SqlTypeKind.DateTime && from.Kind != SqlTypeKind.SmallDateTime && from.FractionDigits > 0
                && from.Kind != SqlTypeKind.DateTime)
            || from.FractionDigits > to.FractionDigits);

    private static int FirstYear(SqlType type) => type.Kind switch
    {
        SqlTypeKind.DateTime => 1753,
        SqlTypeKind.SmallDateTime => 1900,
        _ => 1,
    };
}
