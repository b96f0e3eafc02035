using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>A column as a source declares it.</summary>
/// <param name="Name">Its name in the source.</param>
/// <param name="Type">Its type; a delimited file declares nvarchar(max).</param>
/// <param name="Nullable">Whether it may hold NULL.</param>
public sealed record RowColumn(string Name, SqlType Type, bool Nullable = true)
{
    /// <summary>
    /// The platform's own declaration where <see cref="Type"/> says less: numeric without limits, int4[], a
    /// collation. Null where the type says it all.
    /// </summary>
    public NativeType? Native { get; init; }

    /// <summary>Where the column's values come from when a row is written. Default: from the row.</summary>
    public ValueSource Source { get; init; }

    /// <summary>How text of it writes values of other types; null = as <see cref="ValueFormat"/> does.</summary>
    public ValueForms? Forms { get; init; }
}

/// <summary>Where the values of a column come from when a row is written.</summary>
public enum ValueSource
{
    /// <summary>From the row.</summary>
    Rows,

    /// <summary>From the server, which counts; from the row where a load keeps its numbers.</summary>
    Identity,

    /// <summary>From the server always: computed, a row version, the period of a row's validity.</summary>
    Server,
}

/// <summary>A type in the words of one platform.</summary>
/// <param name="Platform">Name of the platform; on another one the neutral type rules.</param>
/// <param name="Declaration">As it stands in CREATE TABLE there.</param>
public sealed record NativeType(string Platform, string Declaration)
{
    /// <summary>What a type of somebody's own is made of, as that would be declared; null = it is made of nothing else,
    /// or nobody has told.</summary>
    public string? Base { get; init; }

    /// <summary>The code page of its text; 0 where it holds every character.</summary>
    public int CodePage { get; init; }
}

/// <summary>How a column vector keeps its values.</summary>
public enum ValueStorage
{
    /// <summary>
    /// bit, tinyint … bigint; money, smallmoney and decimal up to 18 digits as the unscaled number; date, datetime,
    /// smalldatetime, datetime2 as ticks (100 ns since 0001-01-01), time as ticks since midnight.
    /// </summary>
    Int64,

    /// <summary>real, float.</summary>
    Double,

    /// <summary>decimal over 18 digits as the unscaled number; datetimeoffset as <see cref="OffsetTime"/>.</summary>
    Int128,

    /// <summary>
    /// Text and xml as UTF-8; binary types, hierarchyid, geography, geometry as their bytes; uniqueidentifier as 16
    /// bytes in the order of its text.
    /// </summary>
    Bytes,
}

/// <summary>Which storage a type has.</summary>
public static class ValueStorages
{
    /// <summary>Most decimal digits that an Int64 always holds.</summary>
    public const int Int64Digits = 18;

    public static ValueStorage Of(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit or SqlTypeKind.TinyInt or SqlTypeKind.SmallInt or SqlTypeKind.Int or SqlTypeKind.BigInt
            or SqlTypeKind.Money or SqlTypeKind.SmallMoney or SqlTypeKind.Date or SqlTypeKind.Time
            or SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 => ValueStorage.Int64,
        SqlTypeKind.Decimal => type.Precision <= Int64Digits ? ValueStorage.Int64 : ValueStorage.Int128,
        SqlTypeKind.DateTimeOffset => ValueStorage.Int128,
        SqlTypeKind.Real or SqlTypeKind.Float => ValueStorage.Double,
        _ => ValueStorage.Bytes,
    };

    /// <summary>Whether the bytes of a type are UTF-8 text.</summary>
    public static bool IsText(SqlType type) => type.IsText || type.Kind == SqlTypeKind.SqlVariant;
}
