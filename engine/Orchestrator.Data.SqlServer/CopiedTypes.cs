using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Which columns INSERT … SELECT may copy. It rounds decimals and times in silence, so a type must be the same or a
/// wider one of its own family; text must have the same collation, or it would be converted into another code page.
/// </summary>
internal static class CopiedTypes
{
    private static readonly SqlTypeKind[] Integers =
        [SqlTypeKind.TinyInt, SqlTypeKind.SmallInt, SqlTypeKind.Int, SqlTypeKind.BigInt];

    private static readonly SqlTypeKind[] Plain =
    [
        SqlTypeKind.Bit, SqlTypeKind.Money, SqlTypeKind.SmallMoney, SqlTypeKind.Real, SqlTypeKind.Float,
        SqlTypeKind.Date, SqlTypeKind.DateTime, SqlTypeKind.SmallDateTime, SqlTypeKind.UniqueIdentifier,
    ];

    /// <summary>Why a column may not be copied into another, as the end of a sentence; null where it may.</summary>
    public static string? Refusal(RowColumn source, RowColumn target) =>
        !IsSameOrWider(source.Type, target.Type)
            ? $"it is {source.Type} in the source and {target.Type} in the target"
            : source.Type.IsText && Collation(source) is var collation && (collation is null
                || collation != Collation(target))
            ? "its collations in source and target are not known to be the same"
            : null;

    private static bool IsSameOrWider(SqlType from, SqlType to) =>
        Integers.Contains(from.Kind) ? Array.IndexOf(Integers, to.Kind) >= Array.IndexOf(Integers, from.Kind)
        : from.Kind != to.Kind ? false
        : Plain.Contains(from.Kind) ? from == to
        : from.Kind switch
        {
            SqlTypeKind.Decimal => to.Scale >= from.Scale && to.Precision - to.Scale >= from.Precision - from.Scale,
            SqlTypeKind.Time or SqlTypeKind.DateTime2 or SqlTypeKind.DateTimeOffset => to.Scale >= from.Scale,
            SqlTypeKind.VarChar or SqlTypeKind.NVarChar or SqlTypeKind.VarBinary =>
                to.Length == SqlType.Max || (from.Length != SqlType.Max && to.Length >= from.Length),
            SqlTypeKind.Char or SqlTypeKind.NChar or SqlTypeKind.Binary => from == to,
            _ => false,
        };

    // An alias type has no collation of its own to show.
    private static string? Collation(RowColumn column) => column.Native?.Declaration.Split(" COLLATE ") is [_, var name]
        ? name
        : null;
}
