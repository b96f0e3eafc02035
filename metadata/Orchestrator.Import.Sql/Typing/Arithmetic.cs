using Microsoft.SqlServer.TransactSql.ScriptDom;
using Orchestrator.Core.Types;

namespace Orchestrator.Import.Sql.Typing;

/// <summary>
/// Types of what operators make of two values, by the server's published rules. Where these leave a doubt there is no
/// type.
/// </summary>
internal static class Arithmetic
{
    private const int PrecisionMax = 38;
    private const int WholeMax = 32;
    private const int ScaleMin = 6;

    // From the weakest: of two whole numbers the result has the stronger one's type.
    private static readonly SqlTypeKind[] Whole =
        [SqlTypeKind.Bit, SqlTypeKind.TinyInt, SqlTypeKind.SmallInt, SqlTypeKind.Int, SqlTypeKind.BigInt];

    /// <summary>The type of the result; null where it is not told.</summary>
    public static SqlType? Of(BinaryExpressionType operation, SqlType left, SqlType right) =>
        left.IsText && right.IsText && operation is BinaryExpressionType.Add or BinaryExpressionType.Concat
            ? Joined([left, right])
        : !left.IsNumber || !right.IsNumber ? null
        : left.IsFloat || right.IsFloat ? OfFloat(left, right)
        : left.Kind == SqlTypeKind.Decimal || right.Kind == SqlTypeKind.Decimal
            ? OfDecimal(operation, AsDecimal(left), AsDecimal(right))
        : IsMoney(left) || IsMoney(right) ? OfMoney(left, right)
        : Stronger(left, right);

    /// <summary>The type of several values of which one is taken; null where it is not told.</summary>
    public static SqlType? Common(IReadOnlyList<SqlType?> types)
    {
        if (types.Count == 0 || types.Any(type => type is null))
        {
            return null;
        }

        var known = types.Select(type => type!.Value).ToArray();
        return known.Distinct().Count() == 1 ? known[0]
            : known.All(type => Whole.Contains(type.Kind)) ? known.Aggregate((a, b) => Stronger(a, b)!.Value)
            : known.All(IsVarying) ? Text(known.Any(type => type.IsUnicodeText), known.Any(IsEndless)
                ? SqlType.Max : known.Max(type => type.Length))
            : null;
    }

    /// <summary>The type of texts that are put together; null where it is not told.</summary>
    public static SqlType? Joined(IReadOnlyList<SqlType> texts) =>
        !texts.All(IsSimple) || !texts.Any(IsVarying) ? null
            : Text(texts.Any(type => type.IsUnicodeText), texts.Any(IsEndless)
                ? SqlType.Max : texts.Sum(type => type.Length));

    private static SqlType Text(bool isUnicode, int length) => new(
        isUnicode ? SqlTypeKind.NVarChar : SqlTypeKind.VarChar,
        length == SqlType.Max ? length : Math.Min(length, isUnicode ? 4000 : 8000));

    private static bool IsVarying(SqlType type) => type.Kind is SqlTypeKind.VarChar or SqlTypeKind.NVarChar;

    private static bool IsSimple(SqlType type) =>
        IsVarying(type) || type.Kind is SqlTypeKind.Char or SqlTypeKind.NChar;

    private static bool IsEndless(SqlType type) => type.Length == SqlType.Max;

    private static bool IsMoney(SqlType type) => type.Kind is SqlTypeKind.Money or SqlTypeKind.SmallMoney;

    private static SqlType OfFloat(SqlType left, SqlType right) => new(
        left.Kind == SqlTypeKind.Float || right.Kind == SqlTypeKind.Float ? SqlTypeKind.Float : SqlTypeKind.Real);

    private static SqlType OfMoney(SqlType left, SqlType right) => new(
        left.Kind == SqlTypeKind.Money || right.Kind == SqlTypeKind.Money ? SqlTypeKind.Money : SqlTypeKind.SmallMoney,
        Scale: 4);

    private static SqlType? Stronger(SqlType left, SqlType right)
    {
        var place = Math.Max(Array.IndexOf(Whole, left.Kind), Array.IndexOf(Whole, right.Kind));
        return place <= 0 ? null : new SqlType(Whole[place]);
    }

    private static SqlType AsDecimal(SqlType type) => type.Kind == SqlTypeKind.Decimal ? type
        : new SqlType(SqlTypeKind.Decimal, 0, type.Digits, IsMoney(type) ? 4 : 0);

    private static SqlType? OfDecimal(BinaryExpressionType operation, SqlType left, SqlType right)
    {
        var (p1, s1, p2, s2) = (left.Precision, left.Scale, right.Precision, right.Scale);
        var (whole, scale) = (Math.Max(p1 - s1, p2 - s2), Math.Max(s1, s2));
        return operation switch
        {
            BinaryExpressionType.Add or BinaryExpressionType.Subtract => Sum(whole, scale),
            BinaryExpressionType.Multiply => Product(p1 + p2 + 1, s1 + s2),
            BinaryExpressionType.Divide when Math.Max(ScaleMin, s1 + p2 + 1) is var digits =>
                Product(p1 - s1 + s2 + digits, digits),
            BinaryExpressionType.Modulo =>
                new SqlType(SqlTypeKind.Decimal, 0, Math.Min(p1 - s1, p2 - s2) + scale, scale),
            _ => null,
        };
    }

    private static SqlType Sum(int whole, int scale)
    {
        var precision = Math.Min(PrecisionMax, whole + scale + 1);
        return new SqlType(SqlTypeKind.Decimal, 0, precision, Math.Min(scale, precision - whole));
    }

    private static SqlType Product(int precision, int scale)
    {
        var whole = precision - scale;
        return new SqlType(SqlTypeKind.Decimal, 0, Math.Min(precision, PrecisionMax), precision <= PrecisionMax ? scale
            : whole < WholeMax ? Math.Min(scale, PrecisionMax - whole) : Math.Min(scale, ScaleMin));
    }
}
