using System.Numerics;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>What the integers of each type hold.</summary>
internal static class SsisIntegers
{
    /// <summary>How many bits a value of the kind has.</summary>
    public static int BitsOf(SsisKind kind) => kind switch
    {
        SsisKind.I1 or SsisKind.UI1 => 8,
        SsisKind.I2 or SsisKind.UI2 => 16,
        SsisKind.I4 or SsisKind.UI4 => 32,
        _ => 64,
    };

    public static BigInteger NumberOf(SsisValue value) =>
        value.Content is ulong unsigned ? new BigInteger(unsigned) : new BigInteger((long)value.Content!);

    /// <summary>The value of a type, or the fault that it does not fit.</summary>
    public static SsisValue Make(BigInteger number, SsisType type, SsisPlace place)
    {
        var bits = BitsOf(type.Kind);
        var (least, most) = type.IsUnsigned
            ? (BigInteger.Zero, BigInteger.Pow(2, bits) - 1)
            : (-BigInteger.Pow(2, bits - 1), BigInteger.Pow(2, bits - 1) - 1);
        return number < least || number > most
            ? throw new SsisFaultException(new SsisFault(
                SsisFaultKind.Overflow, $"the result does not fit into {type}", place))
            : new SsisValue(type, type.IsUnsigned ? (object)(ulong)number : (long)number);
    }

    /// <summary>As many as a function is told, within what a text can have.</summary>
    public static int Count(SsisValue value) =>
        (int)BigInteger.Max(int.MinValue, BigInteger.Min(int.MaxValue, NumberOf(value)));
}
