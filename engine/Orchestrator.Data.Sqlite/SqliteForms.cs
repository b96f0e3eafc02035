using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// The forms in which a load writes values that SQLite keeps as text. Whoever else writes into a file may have written
/// the same value in another one, which SQLite takes for another value.
/// </summary>
internal static class SqliteForms
{
    private const string Digit = "[0-9]";
    private const string Date = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]";
    private const string Time = "[0-9][0-9]:[0-9][0-9]:[0-9][0-9]";
    private const string Offset = " [-+][0-9][0-9]:[0-9][0-9]";
    private const int TicksDigits = 7;
    private const int SecondLength = 19;
    private const int OffsetLength = 6;

    /// <summary>A condition that a value is in another form; null = equal values are equal in any.</summary>
    /// <remarks>Numbers and text that are equal are equal in any form that a column's affinity gives them.</remarks>
    public static string? IsOther(SqlType type, string value) => SqliteTypeMap.StorageOf(type) switch
    {
        SqliteStorage.Integer or SqliteStorage.Real => $"{value} <> CAST({value} AS NUMERIC)",
        SqliteStorage.Blob => $"typeof({value}) <> 'blob'",
        _ when type.IsText => $"typeof({value}) = 'blob'",
        _ => type.Kind switch
        {
            SqlTypeKind.UniqueIdentifier => IsNoneOf(value, Guid),
            SqlTypeKind.Decimal or SqlTypeKind.Money => IsNoDecimal(type.Scale, value),
            SqlTypeKind.Date => IsNoneOf(value, Date),
            SqlTypeKind.DateTimeOffset => IsNoneOf(
                value, [.. Fractions(type).Select(part => $"{Date} {Time}{part}{Offset}")]),
            SqlTypeKind.Time => IsNoneOf(value, [.. Fractions(type).Select(part => Time + part)]),
            _ => type.IsTemporal
                ? IsNoneOf(value, [.. Fractions(type).Select(part => $"{Date} {Time}{part}")]) : null,
        },
    };

    /// <summary>What is the same for all forms that loads write, as a source gives them; null = there is one.</summary>
    /// <remarks>
    /// Some sources fill char(n) and binary(n) up and others do not, a moment has the offset that it was written with,
    /// and the last digit of a datetime is rounded or not.
    /// </remarks>
    public static string? InAny(SqlType type, string value) => type.Kind switch
    {
        SqlTypeKind.Char or SqlTypeKind.NChar => $"rtrim({value}, ' ')",
        SqlTypeKind.Binary => $"rtrim(hex({value}), '0')",
        SqlTypeKind.DateTime => $"substr({value}, 1, {SecondLength}) || "
            + $"printf('.%03d', round(1000 * ('0' || substr({value}, {SecondLength + 1}))))",
        SqlTypeKind.DateTimeOffset => $"coalesce(strftime('%Y-%m-%d %H:%M:%S', substr({value}, 1, {SecondLength}) || "
            + $"substr({value}, -{OffsetLength})), substr({value}, 1, {SecondLength}) || substr({value}, "
            + $"-{OffsetLength})) || substr({value}, {SecondLength + 1}, length({value}) - {SecondLength} - 1 - "
            + $"{OffsetLength})",
        _ => null,
    };

    private static string Guid =>
        string.Join('-', new[] { 8, 4, 4, 4, 12 }.Select(count => Repeat("[0-9A-F]", count)));

    // What is finer than the digits of a datetime is shown whole; no other type has it.
    private static IEnumerable<string> Fractions(SqlType type) => type.FractionDigits switch
    {
        0 => [""],
        var digits when type.Kind == SqlTypeKind.DateTime =>
            [$".{Repeat(Digit, digits)}", $".{Repeat(Digit, TicksDigits)}"],
        var digits => [$".{Repeat(Digit, digits)}"],
    };

    private static string IsNoneOf(string value, params IReadOnlyList<string> patterns) =>
        $"(typeof({value}) <> 'text' OR NOT ("
        + string.Join(" OR ", patterns.Select(pattern => $"{value} GLOB '{pattern}'")) + "))";

    // One zero before the point and none before other digits, no plus, no minus before zero, all digits of the scale.
    private static string IsNoDecimal(int scale, string value) =>
        $"(typeof({value}) <> 'text' OR ltrim({value}, '-') NOT GLOB '{Digit}*' OR {value} GLOB '*[^-0-9.]*' "
        + $"OR {value} GLOB '?*-*' OR {value} GLOB '0{Digit}*' OR {value} GLOB '-0{Digit}*' OR {value} GLOB '*.*.*' "
        + $"OR (substr({value}, 1, 1) = '-' AND ltrim({value}, '-0.') = '') "
        + (scale == 0 ? $"OR instr({value}, '.') > 0)" : $"OR instr({value}, '.') <> length({value}) - {scale})");

    private static string Repeat(string part, int count) => string.Concat(Enumerable.Repeat(part, count));
}
