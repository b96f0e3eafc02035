using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>The numbers by which files write types.</summary>
internal static class ValueTypes
{
    /// <summary>Of variables and of a package's parameters.</summary>
    public static SsisValueType OfVariable(int number) => number switch
    {
        0 or 1 => SsisValueType.Empty,
        2 => SsisValueType.Int16,
        3 or 22 => SsisValueType.Int32,
        4 => SsisValueType.Single,
        5 => SsisValueType.Double,
        6 or 14 => SsisValueType.Decimal,
        7 => SsisValueType.DateTime,
        8 => SsisValueType.String,
        9 or 13 => SsisValueType.Object,
        11 => SsisValueType.Boolean,
        16 => SsisValueType.SByte,
        17 => SsisValueType.Byte,
        18 => SsisValueType.Char,
        19 or 23 => SsisValueType.UInt32,
        20 => SsisValueType.Int64,
        21 => SsisValueType.UInt64,
        _ => SsisValueType.Unknown,
    };

    /// <summary>Of a project's parameters.</summary>
    public static SsisValueType OfParameter(int number) => number switch
    {
        0 or 2 => SsisValueType.Empty,
        1 => SsisValueType.Object,
        3 => SsisValueType.Boolean,
        4 => SsisValueType.Char,
        5 => SsisValueType.SByte,
        6 => SsisValueType.Byte,
        7 => SsisValueType.Int16,
        8 => SsisValueType.UInt16,
        9 => SsisValueType.Int32,
        10 => SsisValueType.UInt32,
        11 => SsisValueType.Int64,
        12 => SsisValueType.UInt64,
        13 => SsisValueType.Single,
        14 => SsisValueType.Double,
        15 => SsisValueType.Decimal,
        16 => SsisValueType.DateTime,
        18 => SsisValueType.String,
        _ => SsisValueType.Unknown,
    };
}
