using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Dates and times in SQLite, which are texts of one length each, as the engine keeps them.</summary>
internal sealed class SqliteTermMoments : TermMomentForms
{
    private const string Form = "'%Y-%m-%d %H:%M:%f'";
    private const string DayPattern = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]";
    private const string TimePattern = "[0-2][0-9]:[0-5][0-9]";
    private const int MomentLength = 23;

    private static readonly string[] AmericanDays =
        ["[0-9]/[0-9]", "[0-9]/[0-9][0-9]", "[0-9][0-9]/[0-9]", "[0-9][0-9]/[0-9][0-9]"];

    public override bool TakesMoreDigits => false;

    public override bool MixesDays => false;

    public override string Literal(SsisValue value) => value.Content switch
    {
        DateOnly day => $"'{Written(day)}'",
        TimeOnly time => $"'{Written(time, DigitsOf(value.Type))}'",
        DateTime moment => $"'{Written(moment, DigitsOf(value.Type))}'",
        _ => "",
    };

    public override string Now(bool isUtc) => $"strftime({Form}, 'now'{(isUtc ? "" : ", 'localtime'")})";

    public override string ToDay(string moment) => $"substr({moment}, 1, 10)";

    public override string ToMoment(string day) => $"{day} || ' 00:00:00.000'";

    public override string ToMillisecond(SqlPart moment, SsisType type) => DigitsOf(type) switch
    {
        3 => moment.Text,
        > 3 => $"substr({moment.Text}, 1, {MomentLength})",
        0 => $"({moment.In(SqlLevel.Join)} || '.000')",
        var digits => $"({moment.In(SqlLevel.Join)} || '{new string('0', 3 - digits)}')",
    };

    public override SqlPart Part(SsisDatePart part, SqlPart moment) => part switch
    {
        SsisDatePart.Quarter => new($"({Number("%m", moment)} + 2) / 3", SqlLevel.Product),
        SsisDatePart.Weekday => new($"{Number("%w", moment)} + 1", SqlLevel.Sum),
        SsisDatePart.Millisecond => new($"CAST(substr({moment.Text}, 21, 3) AS INTEGER)"),
        _ => new(Number(SignOf(part), moment)),
    };

    public override SqlPart Add(SsisDatePart part, SqlPart number, SqlPart moment)
    {
        if (part == SsisDatePart.Millisecond)
        {
            var seconds = $"({number.In(SqlLevel.Product)} / 1000.0) || ' seconds'";
            return new SqlPart($"strftime({Form}, {moment.Text}, {seconds})");
        }

        var (unit, times) = UnitOf(part);
        var count = BigInteger.TryParse(number.Text, out var known) ? $"'{known * times} {unit}'"
            : $"({number.In(SqlLevel.Product)}{(times > 1 ? $" * {times}" : "")}) || ' {unit}'";
        var end = unit is "years" or "months" ? ", 'floor'" : "";
        return new SqlPart($"strftime({Form}, {moment.Text}, {count}{end})");
    }

    public override string NoSum(string sum, string known) => $"{sum} IS NULL{known} OR {sum} < '0001'";

    public override SqlPart DaysBetween(SqlPart from, SqlPart to) => new(
        $"CAST(julianday({ToDay(to.Text)}) - julianday({ToDay(from.Text)}) AS INTEGER)");

    public override string? Text(string moment, SsisType type) => type.Kind switch
    {
        SsisKind.DBDate or SsisKind.DBTimestamp2 => moment,
        SsisKind.DBTimestamp => $"replace({moment} || '000000', '.000000000', '')",
        SsisKind.Date => $"substr({moment}, 1, 19)",
        _ => null,
    };

    public override string NoMoment(SqlPart text, SsisType type)
    {
        var trimmed = $"trim({text.Text})";
        var day = $"substr({trimmed}, 1, 10)";
        var isDay = $"date({day}) IS {day} AND {day} >= '0001'";
        return type.Kind == SsisKind.DBDate
            ? $"NOT ({trimmed} GLOB '{DayPattern}' AND {isDay})"
            : $"NOT (({string.Join(" OR ", Forms().Select(form => $"{trimmed} GLOB '{form}'"))}) AND {isDay} "
                + $"AND substr({trimmed}, 12, 2) < '24')";
    }

    public override string OfText(SqlPart text, SsisType type) => type.Kind == SsisKind.DBDate
        ? $"trim({text.Text})"
        : $"replace(substr(trim({text.Text}) || substr('0000-00-00 00:00:00.000', length(trim({text.Text})) + 1), "
            + $"1, {MomentLength}), 'T', ' ')";

    public override string IsAmerican(SqlPart text) => string.Join(
        " OR ", AmericanDays.Select(day => $"trim({text.Text}) GLOB '{day}/[0-9][0-9][0-9][0-9]'"));

    public override string OfAmerican(SqlPart text) => ToMoment(AmericanDay(text));

    public override string NoAmerican(SqlPart text) =>
        $"date({AmericanDay(text)}) IS NOT {AmericanDay(text)} OR {AmericanDay(text)} < '0001'";

    private static string AmericanDay(SqlPart text)
    {
        var trimmed = $"trim({text.Text})";
        var rest = $"substr({trimmed}, instr({trimmed}, '/') + 1)";
        return $"printf('%s-%02d-%02d', substr({trimmed}, -4), substr({trimmed}, 1, instr({trimmed}, '/') - 1), "
            + $"substr({rest}, 1, instr({rest}, '/') - 1))";
    }

    // The day alone, with minutes, with seconds, with one to three digits of a second.
    private static string[] Forms()
    {
        const string Minutes = DayPattern + "[ T]" + TimePattern;
        const string Seconds = Minutes + ":[0-5][0-9]";
        const string Tenths = Seconds + ".[0-9]";
        return [DayPattern, Minutes, Seconds, Tenths, Tenths + "[0-9]", Tenths + "[0-9][0-9]"];
    }

    private static string Number(string sign, SqlPart moment) => $"CAST(strftime('{sign}', {moment.Text}) AS INTEGER)";

    private static string SignOf(SsisDatePart part) => part switch
    {
        SsisDatePart.Year => "%Y",
        SsisDatePart.Month => "%m",
        SsisDatePart.DayOfYear => "%j",
        SsisDatePart.Hour => "%H",
        SsisDatePart.Minute => "%M",
        SsisDatePart.Second => "%S",
        _ => "%d",
    };
}
