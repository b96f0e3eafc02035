using Orchestrator.Ssis.Expressions.Syntax;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Binding;

/// <summary>
/// The type in which two operands meet. What the reference shows only as a picture is written here as rules, with
/// precision and scale as in Transact-SQL, to which it refers.
/// </summary>
internal static class SsisPromotion
{
    // A scale is never cut below this for the sake of digits in front of the point.
    private const int ScaleKept = 6;

    /// <summary>The type of two numbers; none where one of eight bytes without a sign meets one with a sign.</summary>
    public static SsisType? Numbers(SsisType left, SsisType right)
    {
        if (left.IsInteger && right.IsInteger)
        {
            return Integers(left, right) is { } kind ? new SsisType(kind) : null;
        }

        if (left.IsFloat || right.IsFloat)
        {
            return new SsisType(IsSingle(left) && IsSingle(right) ? SsisKind.R4 : SsisKind.R8);
        }

        return IsMoney(left) && IsMoney(right)
            ? SsisType.Of(SsisKind.Cy) : Union(AsNumeric(left), AsNumeric(right));
    }

    /// <summary>The digits that all values of a number need.</summary>
    public static SsisType AsNumeric(SsisType type) => type.Kind switch
    {
        SsisKind.I1 or SsisKind.UI1 => SsisType.Numeric(3, 0),
        SsisKind.I2 or SsisKind.UI2 => SsisType.Numeric(5, 0),
        SsisKind.I4 or SsisKind.UI4 => SsisType.Numeric(10, 0),
        SsisKind.I8 => SsisType.Numeric(19, 0),
        SsisKind.UI8 => SsisType.Numeric(20, 0),
        SsisKind.Cy => SsisType.Numeric(19, 4),
        SsisKind.Decimal => SsisType.Numeric(29, type.Scale),
        _ => type,
    };

    /// <summary>What holds both without loss, as far as 38 digits go.</summary>
    public static SsisType Union(SsisType left, SsisType right)
    {
        var scale = Math.Max(left.Scale, right.Scale);
        var whole = Math.Max(left.Precision - left.Scale, right.Precision - right.Scale);
        return Bounded(whole + scale, scale, whole);
    }

    /// <summary>The type of an operation on two exact numbers.</summary>
    public static SsisType Exact(SsisBinaryOperator binary, SsisType left, SsisType right)
    {
        if (binary is SsisBinaryOperator.Add or SsisBinaryOperator.Subtract)
        {
            var most = Math.Max(left.Scale, right.Scale);
            var whole = Math.Max(left.Precision - left.Scale, right.Precision - right.Scale);
            return Bounded(whole + most + 1, most, whole);
        }

        var (precision, scale) = binary == SsisBinaryOperator.Multiply
            ? (left.Precision + right.Precision + 1, left.Scale + right.Scale)
            : Quotient(left, right);
        return precision <= SsisType.PrecisionMax ? SsisType.Numeric(precision, scale)
            : SsisType.Numeric(SsisType.PrecisionMax, ScaleLeft(precision - scale, scale));
    }

    /// <summary>The type in which dates or times meet; none where a time of day meets a day.</summary>
    public static SsisType? Dates(SsisType left, SsisType right)
    {
        if (left.IsTime != right.IsTime || !(left.IsTime || left.IsDate) || !(right.IsTime || right.IsDate))
        {
            return null;
        }

        return left.Kind == right.Kind
            ? left with { Scale = Math.Max(left.Scale, right.Scale) }
            : Either(left, right, SsisKind.DBTimestampOffset) ?? Either(left, right, SsisKind.DBTimestamp2)
            ?? Either(left, right, SsisKind.DBTime2) ?? SsisType.DBTimestamp;
    }

    private static SsisType? Either(SsisType left, SsisType right, SsisKind kind) =>
        left.Kind == kind || right.Kind == kind ? new SsisType(kind) { Scale = 7 } : null;

    private static (int Precision, int Scale) Quotient(SsisType left, SsisType right)
    {
        var scale = Math.Max(ScaleKept, left.Scale + right.Precision + 1);
        return (left.Precision - left.Scale + right.Scale + scale, scale);
    }

    private static SsisType Bounded(int precision, int scale, int whole) => precision <= SsisType.PrecisionMax
        ? SsisType.Numeric(precision, scale)
        : SsisType.Numeric(SsisType.PrecisionMax, Math.Max(0, Math.Min(scale, SsisType.PrecisionMax - whole)));

    private static int ScaleLeft(int whole, int scale) => whole < SsisType.PrecisionMax - ScaleKept
        ? Math.Min(scale, SsisType.PrecisionMax - whole) : Math.Min(scale, ScaleKept);

    // A signed and an unsigned one meet in a signed one that holds both.
    private static SsisKind? Integers(SsisType left, SsisType right)
    {
        if (left.IsSigned == right.IsSigned)
        {
            return BytesOf(left) >= BytesOf(right) ? left.Kind : right.Kind;
        }

        var (signed, unsigned) = left.IsSigned ? (left, right) : (right, left);
        return Math.Max(BytesOf(signed), BytesOf(unsigned) * 2) switch
        {
            2 => SsisKind.I2,
            4 => SsisKind.I4,
            8 => SsisKind.I8,
            _ => null,
        };
    }

    private static int BytesOf(SsisType type) => type.Kind switch
    {
        SsisKind.I1 or SsisKind.UI1 => 1,
        SsisKind.I2 or SsisKind.UI2 => 2,
        SsisKind.I4 or SsisKind.UI4 => 4,
        _ => 8,
    };

    private static bool IsSingle(SsisType type) =>
        type.Kind == SsisKind.R4 || (type.IsInteger && BytesOf(type) < 4);

    private static bool IsMoney(SsisType type) =>
        type.Kind == SsisKind.Cy || (type.IsInteger && BytesOf(type) <= 4);
}
