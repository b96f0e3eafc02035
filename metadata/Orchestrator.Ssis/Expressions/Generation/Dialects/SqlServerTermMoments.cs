using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Dates and times in SQL Server, whose weekdays begin where the session says.</summary>
internal sealed class SqlServerTermMoments : TermMomentForms
{
    private const string Moment = "datetime2(3)";
    private const string DayPattern = "[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]";
    private const string TimePattern = "[0-2][0-9]:[0-5][0-9]";

    private static readonly string[] AmericanDays =
        ["[0-9]/[0-9]", "[0-9]/[0-9][0-9]", "[0-9][0-9]/[0-9]", "[0-9][0-9]/[0-9][0-9]"];

    public override bool HasTimeOfDay => false;

    public override bool FailsBeyondYears => true;

    public override bool ReadsMoreDigits => true;

    public override bool MayBeCoarse => true;

    public override string Literal(SsisValue value) => value.Content switch
    {
        DateOnly day => $"CAST(N'{Written(day)}' AS date)",
        TimeOnly time => $"CAST(N'{Written(time, DigitsOf(value.Type))}' AS time({DigitsOf(value.Type)}))",
        DateTime moment => $"CAST(N'{Written(moment, DigitsOf(value.Type)).Replace(' ', 'T')}' "
            + $"AS datetime2({DigitsOf(value.Type)}))",
        _ => "",
    };

    public override string Now(bool isUtc) => $"CAST({(isUtc ? "SYSUTCDATETIME" : "SYSDATETIME")}() AS {Moment})";

    public override string ToTime(string moment, int digits) => $"CAST({moment} AS time({digits}))";

    public override string ToMoment(string day) => $"CAST({day} AS {Moment})";

    // A cast would round what is less.
    public override string ToMillisecond(SqlPart moment, SsisType type) => DigitsOf(type) > 3
        ? $"CAST(LEFT(CONVERT(nvarchar(27), {moment.Text}, 121), 23) AS {Moment})" : moment.Text;

    public override SqlPart Part(SsisDatePart part, SqlPart moment) => part == SsisDatePart.Weekday
        // The first of January of the year 1 is a Monday.
        ? new($"(DATEDIFF(day, CAST(N'0001-01-01' AS date), {moment.Text}) + 1) % 7 + 1", SqlLevel.Sum)
        : new($"DATEPART({WordOf(part)}, {moment.Text})");

    public override SqlPart Add(SsisDatePart part, SqlPart number, SqlPart moment)
    {
        var from = part == SsisDatePart.Millisecond ? ToMoment(moment.Text) : moment.Text;
        return new SqlPart($"DATEADD({WordOf(part)}, {number.Text}, {from})");
    }

    public override string NoSum(string sum, string known) => $"{sum} IS NULL{known}";

    public override SqlPart DaysBetween(SqlPart from, SqlPart to) =>
        new($"DATEDIFF(day, {from.Text}, {to.Text})");

    public override string Difference(SsisDatePart part, SqlPart from, SqlPart to) =>
        $"DATEDIFF({WordOf(part)}, {from.Text}, {to.Text})";

    public override string? Text(string moment, SsisType type) => type.Kind switch
    {
        SsisKind.DBDate => $"CONVERT(nvarchar(10), {moment}, 23)",
        SsisKind.DBTimestamp => $"REPLACE({InStyle(moment)} + N'000000', N'.000000000', N'')",
        SsisKind.Date => $"LEFT({InStyle(moment)}, 19)",
        SsisKind.DBTimestamp2 => $"CONVERT(nvarchar(27), CAST({moment} AS datetime2({type.Scale})), 121)",
        _ => null,
    };

    public override string NoMoment(SqlPart text, SsisType type)
    {
        var trimmed = $"LTRIM(RTRIM({text.Text}))";
        return type.Kind == SsisKind.DBDate ? $"{trimmed} NOT LIKE N'{DayPattern}'"
            : string.Join(" AND ", Forms(type).Select(form => $"{trimmed} NOT LIKE N'{form}'"));
    }

    public override string OfText(SqlPart text, SsisType type) =>
        $"CAST(LTRIM(RTRIM({text.Text})) AS " + type.Kind switch
        {
            SsisKind.DBDate => "date",
            SsisKind.DBTime or SsisKind.DBTime2 => $"time({DigitsOf(type)})",
            _ => $"datetime2({DigitsOf(type)})",
        } + ")";

    public override string IsAmerican(SqlPart text) => string.Join(
        " OR ", AmericanDays.Select(day => $"LTRIM(RTRIM({text.Text})) LIKE N'{day}/[0-9][0-9][0-9][0-9]'"));

    public override string OfAmerican(SqlPart text) => $"CONVERT({Moment}, LTRIM(RTRIM({text.Text})), 101)";

    private static string InStyle(string moment) => $"CONVERT(nvarchar(23), CAST({moment} AS {Moment}), 121)";

    // No more digits than the type has.
    private static string[] Forms(SsisType type)
    {
        var minutes = (type.IsTime ? "" : DayPattern + "[ T]") + TimePattern;
        var seconds = minutes + ":[0-5][0-9]";
        var parts = Enumerable.Range(1, DigitsOf(type))
            .Select(count => $"{seconds}.{string.Concat(Enumerable.Repeat("[0-9]", count))}");
        return type.IsTime ? [minutes, seconds, .. parts] : [DayPattern, minutes, seconds, .. parts];
    }

    private static string WordOf(SsisDatePart part) => part switch
    {
        SsisDatePart.Weekday => "day",
        _ => part.ToString().ToLowerInvariant(),
    };
}
