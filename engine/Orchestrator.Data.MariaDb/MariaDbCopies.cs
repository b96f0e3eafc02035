using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Which columns INSERT … SELECT may copy. It rounds decimals and times in silence, so a type must be the same or a
/// wider one of its own family; text must have the same character set, or it would be converted.
/// </summary>
internal static class MariaDbCopies
{
    private static readonly SqlTypeKind[] Integers =
        [SqlTypeKind.TinyInt, SqlTypeKind.SmallInt, SqlTypeKind.Int, SqlTypeKind.BigInt];

    /// <summary>Why a column may not be copied into another, as the end of a sentence; null where it may.</summary>
    public static string? Refusal(RowColumn source, RowColumn target)
    {
        var (from, to) = (DeclarationOf(source), DeclarationOf(target));
        return from == to || IsWider(source, target) ? null : $"it is {from} in the source and {to} in the target";
    }

    private static bool IsWider(RowColumn source, RowColumn target)
    {
        var (from, to) = (source.Type, target.Type);
        return IsVarChar(source) && IsVarChar(target)
            ? CharsetOf(source) == CharsetOf(target) && LengthOf(source) <= LengthOf(target)
            : source.Native is null && target.Native is null && (
                Integers.Contains(from.Kind)
                    ? Array.IndexOf(Integers, to.Kind) >= Array.IndexOf(Integers, from.Kind)
                    : from.Kind == to.Kind && IsWider(from, to));
    }

    private static bool IsWider(SqlType from, SqlType to) => from.Kind switch
    {
        SqlTypeKind.Decimal => to.Scale >= from.Scale && to.Precision - to.Scale >= from.Precision - from.Scale,
        SqlTypeKind.Time or SqlTypeKind.DateTime2 or SqlTypeKind.DateTimeOffset => to.Scale >= from.Scale,
        SqlTypeKind.VarBinary => to.Length == SqlType.Max || (from.Length != SqlType.Max && to.Length >= from.Length),
        _ => false,
    };

    private static bool IsVarChar(RowColumn column) => MariaDbTypeMap.WordOf(DeclarationOf(column)) == "varchar";

    private static int LengthOf(RowColumn column) => MariaDbTypeMap.LengthOf(DeclarationOf(column));

    // Without a word of it a column has what the engine's tables have.
    private static string CharsetOf(RowColumn column) =>
        MariaDbTypeMap.CharsetOf(DeclarationOf(column)) is { Length: > 0 } charset ? charset : "utf8mb4";

    private static string DeclarationOf(RowColumn column) =>
        column.Native is { Platform: MariaDbPlatform.PlatformName } native
            ? native.Declaration
            : MariaDbTypeMap.Declare(column.Type);
}
