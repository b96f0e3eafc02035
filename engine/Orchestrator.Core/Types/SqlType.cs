namespace Orchestrator.Core.Types;

/// <summary>The SQL Server type names, which are the neutral types of every platform.</summary>
public enum SqlTypeKind
{
    Bit, TinyInt, SmallInt, Int, BigInt, Decimal, Money, SmallMoney, Real, Float,
    Char, VarChar, NChar, NVarChar, Text, NText, Binary, VarBinary, Image,
    Date, Time, DateTime, SmallDateTime, DateTime2, DateTimeOffset,
    UniqueIdentifier, Xml, RowVersion, SqlVariant, HierarchyId, Geography, Geometry,
}

/// <summary>A column type with its measures.</summary>
/// <param name="Kind">Which type.</param>
/// <param name="Length">Characters (nchar, nvarchar: UTF-16 code units) or bytes (char, varchar, binary,
/// varbinary); −1 = max; 0 where it has none.</param>
/// <param name="Precision">Decimal digits (decimal).</param>
/// <param name="Scale">Digits behind the point (decimal, money: 4) or of the second (time, datetime2,
/// datetimeoffset).</param>
public readonly partial record struct SqlType(SqlTypeKind Kind, int Length = 0, int Precision = 0, int Scale = 0)
{
    /// <summary>The length that means "max".</summary>
    public const int Max = -1;
}
