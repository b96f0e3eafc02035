namespace Orchestrator.Core.Types;

/// <summary>What a value may lose on its way into a narrower column; one per policy of the guard.</summary>
public enum Loss { Truncation, Scale, Range, Encoding }

/// <summary>A reason why not every value of one type fits another.</summary>
/// <param name="Loss">What may be lost.</param>
/// <param name="Why">The reason in words: "nvarchar(100) is longer than nvarchar(50)".</param>
public sealed record Narrowing(Loss Loss, string Why)
{
    /// <summary>
    /// The reasons why a value of <paramref name="from"/> may not fit <paramref name="to"/>; empty where each fits.
    /// </summary>
    public static IReadOnlyList<Narrowing> Between(SqlType from, SqlType to) =>
        from == to ? [] : [.. Reasons(from, to)];

    private static IEnumerable<Narrowing> Reasons(SqlType from, SqlType to) => (from, to) switch
    {
        _ when to.Kind == SqlTypeKind.RowVersion => [Unfit(from, to, "is filled by the server only")],
        _ when to.IsText => TextNarrowing.Between(from, to),
        _ when from.IsText => [Unfit(from, to, "may hold text that is no such value")],
        _ when from.IsNumber && to.IsNumber => NumberNarrowing.Between(from, to),
        _ when from.IsTemporal && to.IsTemporal => TemporalNarrowing.Between(from, to),
        _ when from.IsBinary && to.IsBinary => BinaryLength(from, to),
        _ when to.Kind == SqlTypeKind.SqlVariant && !from.IsLong => [],
        _ => [Unfit(from, to, "has no value in common with it")],
    };

    private static IEnumerable<Narrowing> BinaryLength(SqlType from, SqlType to) => from.LengthMax > to.LengthMax
        ? [new Narrowing(Loss.Truncation, $"{from} is longer than {to}")]
        : [];

    private static Narrowing Unfit(SqlType from, SqlType to, string why) =>
        new(Loss.Range, to.Kind == SqlTypeKind.RowVersion ? $"{to} {why}" : $"{from} into {to}: {from} {why}");
}
