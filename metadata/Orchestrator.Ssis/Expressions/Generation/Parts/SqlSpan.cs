using System.Numerics;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Parts;

/// <summary>Whole numbers from the least to the most.</summary>
internal readonly record struct SqlSpan(BigInteger Least, BigInteger Most)
{
    /// <summary>All values of a type of integers.</summary>
    public static SqlSpan Of(SsisType type)
    {
        var bits = SsisIntegers.BitsOf(type.Kind);
        return type.IsUnsigned
            ? new SqlSpan(BigInteger.Zero, BigInteger.Pow(2, bits) - 1)
            : new SqlSpan(-BigInteger.Pow(2, bits - 1), BigInteger.Pow(2, bits - 1) - 1);
    }

    public static SqlSpan At(BigInteger number) => new(number, number);

    public static SqlSpan operator +(SqlSpan one, SqlSpan other) =>
        new(one.Least + other.Least, one.Most + other.Most);

    public static SqlSpan operator -(SqlSpan one, SqlSpan other) =>
        new(one.Least - other.Most, one.Most - other.Least);

    public static SqlSpan operator *(SqlSpan one, SqlSpan other)
    {
        BigInteger[] corners =
        [
            one.Least * other.Least, one.Least * other.Most, one.Most * other.Least, one.Most * other.Most,
        ];
        return new SqlSpan(corners.Min(), corners.Max());
    }

    /// <summary>How many characters the longest of them is written with.</summary>
    public int Characters => Math.Max(Least.ToString().Length, Most.ToString().Length);

    public bool LiesIn(SqlSpan other) => Least >= other.Least && Most <= other.Most;

    public bool Has(BigInteger number) => Least <= number && number <= Most;

    /// <summary>Both together, and all between.</summary>
    public SqlSpan With(SqlSpan other) =>
        new(BigInteger.Min(Least, other.Least), BigInteger.Max(Most, other.Most));

    /// <summary>As far from zero as any of them, on both sides.</summary>
    public SqlSpan Widened()
    {
        var most = BigInteger.Max(BigInteger.Abs(Least), BigInteger.Abs(Most));
        return new SqlSpan(-most, most);
    }
}
