using Orchestrator.Core.Types;

namespace Orchestrator.Import.Sql.Typing;

/// <summary>Types of what the server's own functions return, by the public reference.</summary>
internal static class FunctionTypes
{
    private const int TextMax = 4000;
    private const int HashMax = 8000;
    private const int FractionMax = 7;
    private const int AverageScale = 6;

    private static readonly Dictionary<string, SqlType> Fixed = new(StringComparer.OrdinalIgnoreCase)
    {
        ["COUNT"] = new(SqlTypeKind.Int),
        ["COUNT_BIG"] = new(SqlTypeKind.BigInt),
        ["ROW_NUMBER"] = new(SqlTypeKind.BigInt),
        ["RANK"] = new(SqlTypeKind.BigInt),
        ["DENSE_RANK"] = new(SqlTypeKind.BigInt),
        ["NTILE"] = new(SqlTypeKind.BigInt),
        ["GETDATE"] = new(SqlTypeKind.DateTime),
        ["GETUTCDATE"] = new(SqlTypeKind.DateTime),
        ["SYSDATETIME"] = new(SqlTypeKind.DateTime2, Scale: FractionMax),
        ["SYSUTCDATETIME"] = new(SqlTypeKind.DateTime2, Scale: FractionMax),
        ["SYSDATETIMEOFFSET"] = new(SqlTypeKind.DateTimeOffset, Scale: FractionMax),
        ["NEWID"] = new(SqlTypeKind.UniqueIdentifier),
        ["NEWSEQUENTIALID"] = new(SqlTypeKind.UniqueIdentifier),
        ["YEAR"] = new(SqlTypeKind.Int),
        ["MONTH"] = new(SqlTypeKind.Int),
        ["DAY"] = new(SqlTypeKind.Int),
        ["DATEPART"] = new(SqlTypeKind.Int),
        ["DATEDIFF"] = new(SqlTypeKind.Int),
        ["DATEDIFF_BIG"] = new(SqlTypeKind.BigInt),
        ["EOMONTH"] = new(SqlTypeKind.Date),
        ["DATEFROMPARTS"] = new(SqlTypeKind.Date),
        ["CHECKSUM"] = new(SqlTypeKind.Int),
        ["BINARY_CHECKSUM"] = new(SqlTypeKind.Int),
        ["HASHBYTES"] = new(SqlTypeKind.VarBinary, HashMax),
        ["FORMAT"] = new(SqlTypeKind.NVarChar, TextMax),
        ["JSON_VALUE"] = new(SqlTypeKind.NVarChar, TextMax),
        ["JSON_QUERY"] = new(SqlTypeKind.NVarChar, SqlType.Max),
        ["JSON_MODIFY"] = new(SqlTypeKind.NVarChar, SqlType.Max),
        ["ISJSON"] = new(SqlTypeKind.Int),
        ["SUSER_SNAME"] = new(SqlTypeKind.NVarChar, 128),
        ["GETLEVEL"] = new(SqlTypeKind.SmallInt),
        ["GETANCESTOR"] = new(SqlTypeKind.HierarchyId),
    };

    /// <summary>What a function returns; null where that is not told.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="arguments">The types of its arguments; null = one that is not told.</param>
    public static SqlType? Of(string name, IReadOnlyList<SqlType?> arguments)
    {
        if (Fixed.TryGetValue(name, out var type))
        {
            return type;
        }

        var first = arguments.Count > 0 ? arguments[0] : null;
        return name.ToUpperInvariant() switch
        {
            "MIN" or "MAX" or "ISNULL" => first,
            "LEN" or "DATALENGTH" => first is { } of ? Counted(of) : null,
            "CHARINDEX" => arguments.Count > 1 && arguments[1] is { } of ? Counted(of) : null,
            "UPPER" or "LOWER" or "LTRIM" or "RTRIM" => first is { } of ? Varying(of) : null,
            "SUM" => first is { } of ? Total(of, of.Scale) : null,
            "AVG" => first is { } of ? Total(of, Math.Max(of.Scale, AverageScale)) : null,
            "DATEADD" => arguments.Count > 2 && arguments[2] is { IsTemporal: true } of ? of : null,
            "CONCAT" => arguments.All(each => each is { IsText: true })
                ? Arithmetic.Joined([.. arguments.Select(each => each!.Value)]) : null,
            _ => null,
        };
    }

    private static SqlType Counted(SqlType of) => new(of.IsLong ? SqlTypeKind.BigInt : SqlTypeKind.Int);

    private static SqlType? Varying(SqlType of) => of.Kind switch
    {
        SqlTypeKind.Char or SqlTypeKind.VarChar => new SqlType(SqlTypeKind.VarChar, of.Length),
        SqlTypeKind.NChar or SqlTypeKind.NVarChar => new SqlType(SqlTypeKind.NVarChar, of.Length),
        _ => null,
    };

    private static SqlType? Total(SqlType of, int scale) => of.Kind switch
    {
        SqlTypeKind.TinyInt or SqlTypeKind.SmallInt or SqlTypeKind.Int => new SqlType(SqlTypeKind.Int),
        SqlTypeKind.BigInt => of,
        SqlTypeKind.Decimal => new SqlType(SqlTypeKind.Decimal, 0, 38, scale),
        SqlTypeKind.Money or SqlTypeKind.SmallMoney => new SqlType(SqlTypeKind.Money, Scale: 4),
        SqlTypeKind.Real or SqlTypeKind.Float => new SqlType(SqlTypeKind.Float),
        _ => null,
    };
}
