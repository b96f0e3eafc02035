using System.Data;
using System.Globalization;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Parameters with the type that was declared for them. As text a time would be read as the language of the login says
/// of day and month, and a decimal would be rounded to the digits of what stands beside it.
/// </summary>
internal static class TypedParameter
{
    private const int DayLength = 10;
    private const int MinuteLength = 16;
    private const int SecondLength = 19;
    private const int ShownDigits = 3;
    private const string FirstStep = "33333";
    private const string SecondStep = "66667";

    /// <summary>A parameter with its value; times with all digits that the server has.</summary>
    public static SqlParameter Of(string name, TypedValue value) => value.Type.Kind switch
    {
        SqlTypeKind.Date => Make(name, SqlDbType.Date, Time(value.Text)),
        SqlTypeKind.DateTime => Make(name, SqlDbType.DateTime, Time(value.Text)),
        SqlTypeKind.SmallDateTime => Make(name, SqlDbType.SmallDateTime, Time(value.Text)),
        SqlTypeKind.DateTime2 => Make(name, SqlDbType.DateTime2, Time(value.Text)),
        SqlTypeKind.DateTimeOffset => Make(name, SqlDbType.DateTimeOffset,
            DateTimeOffset.Parse(value.Text, CultureInfo.InvariantCulture)),
        SqlTypeKind.Time => Make(name, SqlDbType.Time, TimeSpan.Parse(value.Text, CultureInfo.InvariantCulture)),
        SqlTypeKind.Decimal or SqlTypeKind.Money or SqlTypeKind.SmallMoney => Decimal(name, value),
        _ => SqlServerCommands.Bind(name, value.Parameter),
    };

    /// <summary>
    /// A bound as a column of any type of time reads it, whatever the language of the login: a text, because a type
    /// that holds more than the column's own would be compared by digits that the column has not.
    /// </summary>
    public static object Bound(TypedValue value)
    {
        if (!value.Type.IsTemporal)
        {
            return value;
        }

        var (text, offset) = value.Type.Kind == SqlTypeKind.DateTimeOffset
            ? (value.Text[..value.Text.LastIndexOf(' ')], value.Text[(value.Text.LastIndexOf(' ') + 1)..])
            : (value.Text, "");
        return text.Length == DayLength
            ? text.Replace("-", "", StringComparison.Ordinal)
            : $"{text[..DayLength]}T{Shortened(text[(DayLength + 1)..])}{offset}";
    }

    /// <summary>Whether a bound is more than a column of some type keeps: more than a whole minute, and of one with an
    /// offset more than a whole second.</summary>
    public static bool IsFine(TypedValue value) => value.Type switch
    {
        { Kind: SqlTypeKind.DateTimeOffset } =>
            value.Text[SecondLength..value.Text.LastIndexOf(' ')].Trim('.', '0').Length > 0,
        { IsTemporal: true } => value.Text.Length > MinuteLength
            && value.Text[MinuteLength..].Trim(':', '0', '.').Length > 0,
        _ => false,
    };

    /// <summary>
    /// A bound over a column of a type, rounded down to what that keeps: the server rounds a text to the nearest,
    /// behind rows that are still to come, and refuses one of more than three digits for a datetime.
    /// </summary>
    /// <param name="value">The bound, as <see cref="IsFine"/> finds it.</param>
    /// <param name="type">The column's type as the server tells it; null = it does not.</param>
    public static object Bound(TypedValue value, string? type)
    {
        var bound = Bound(value);
        var hasOffset = value.Type.Kind == SqlTypeKind.DateTimeOffset;
        return bound is not string text || type is null ? bound
            : type.StartsWith("datetime2(", StringComparison.Ordinal)
                || type.StartsWith("datetimeoffset(", StringComparison.Ordinal) ? Cut(text, type[^2] - '0')
            : hasOffset ? bound
            : type == "smalldatetime" ? $"{text[..MinuteLength]}:00"
            : type == "datetime" && text.Length > SecondLength ? InSteps(text)
            : bound;
    }

    /// <summary>The type of a parameter in T-SQL.</summary>
    public static string Declare(SqlParameter parameter) => parameter.SqlDbType switch
    {
        SqlDbType.BigInt => "bigint",
        SqlDbType.VarBinary => "varbinary(max)",
        SqlDbType.Date => "date",
        SqlDbType.DateTime => "datetime",
        SqlDbType.SmallDateTime => "smalldatetime",
        SqlDbType.DateTime2 => "datetime2(7)",
        SqlDbType.DateTimeOffset => "datetimeoffset(7)",
        SqlDbType.Time => "time(7)",
        SqlDbType.Decimal => $"decimal({parameter.Precision},{parameter.Scale})",
        _ => "nvarchar(max)",
    };

    // A datetime keeps steps of 1/300 second, shown as the milliseconds 0, 3 and 7. Who writes more digits means them.
    private static string InSteps(string text)
    {
        var fraction = text[(SecondLength + 1)..].PadRight(ShownDigits, '0');
        var (first, second) = fraction.Length > ShownDigits ? (FirstStep, SecondStep) : ("3", "7");
        var rest = fraction[2..];
        var last = string.CompareOrdinal(rest, first) < 0 ? 0 : string.CompareOrdinal(rest, second) < 0 ? 3 : 7;
        return $"{text[..(SecondLength + 1)]}{fraction[..2]}{last}";
    }

    // With no more digits behind the point than that; an offset behind them stays.
    private static string Cut(string text, int digits)
    {
        var offset = text.IndexOfAny(['+', '-'], SecondLength);
        var end = offset < 0 ? text.Length : offset;
        return end <= SecondLength + 1 + digits ? text
            : $"{text[..(digits == 0 ? SecondLength : SecondLength + 1 + digits)]}{text[end..]}";
    }

    // Of a fraction with more than three digits datetime takes none.
    private static string Shortened(string time) =>
        time.Contains('.', StringComparison.Ordinal) ? time.TrimEnd('0').TrimEnd('.') : time;

    private static DateTime Time(string text) => DateTime.Parse(text, CultureInfo.InvariantCulture);

    private static SqlParameter Decimal(string name, TypedValue value)
    {
        var parameter = Make(name, SqlDbType.Decimal, decimal.Parse(value.Text, CultureInfo.InvariantCulture));
        (parameter.Precision, parameter.Scale) = ((byte)Precision(value.Type), (byte)value.Type.Scale);
        return parameter;
    }

    // decimal(19,4) and decimal(10,4) hold all money.
    private static int Precision(SqlType type) => type.Kind == SqlTypeKind.Decimal ? type.Precision : type.Digits;

    private static SqlParameter Make(string name, SqlDbType type, object value) => new(name, type) { Value = value };
}
