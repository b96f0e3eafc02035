using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Dates and times in MariaDB, which makes NULL of what is none.</summary>
internal sealed class MariaDbTermMoments : TermMomentForms
{
    private const string DayForm = "%Y-%m-%d";
    private const string MomentForm = DayForm + " %H:%i:%s";
    private const string DayPattern = "[0-9]{4}-(0?[1-9]|1[0-2])-(0?[1-9]|[12][0-9]|3[01])";

    public override string Literal(SsisValue value) => value.Content switch
    {
        DateOnly day => $"DATE'{Written(day)}'",
        TimeOnly time => $"TIME'{Written(time, DigitsOf(value.Type))}'",
        DateTime moment => $"TIMESTAMP'{Written(moment, DigitsOf(value.Type))}'",
        _ => "",
    };

    public override string Now(bool isUtc) => isUtc ? "UTC_TIMESTAMP(3)" : "NOW(3)";

    public override string ToDay(string moment) => $"CAST({moment} AS DATE)";

    public override string ToMoment(string day) => $"CAST({day} AS DATETIME(3))";

    public override string ToMillisecond(SqlPart moment, SsisType type) =>
        DigitsOf(type) > 3 ? $"CAST({moment.Text} AS DATETIME(3))" : moment.Text;

    public override SqlPart Part(SsisDatePart part, SqlPart moment) => part switch
    {
        SsisDatePart.Millisecond => new($"MICROSECOND({moment.Text}) DIV 1000", SqlLevel.Product),
        SsisDatePart.Weekday => new($"DAYOFWEEK({moment.Text})"),
        _ => new($"{part.ToString().ToUpperInvariant()}({moment.Text})"),
    };

    public override SqlPart Add(SsisDatePart part, SqlPart number, SqlPart moment)
    {
        var (unit, times) = part switch
        {
            SsisDatePart.Millisecond => ("MICROSECOND", 1000),
            SsisDatePart.Year or SsisDatePart.Quarter or SsisDatePart.Month or SsisDatePart.Week or SsisDatePart.Hour
                or SsisDatePart.Minute or SsisDatePart.Second => (part.ToString().ToUpperInvariant(), 1),
            _ => ("DAY", 1),
        };
        var count = BigInteger.TryParse(number.Text, out var known) ? $"{known * times}"
            : times > 1 ? $"({number.In(SqlLevel.Product)} * {times})" : number.Atom;
        return new SqlPart($"CAST(DATE_ADD({moment.Text}, INTERVAL {count} {unit}) AS DATETIME(3))");
    }

    public override string NoSum(string sum, string known) =>
        $"{sum} IS NULL{known} OR {sum} < TIMESTAMP'0001-01-01 00:00:00'";

    public override SqlPart DaysBetween(SqlPart from, SqlPart to) => new($"DATEDIFF({to.Text}, {from.Text})");

    public override string? Text(string moment, SsisType type) => type.Kind switch
    {
        SsisKind.DBDate => $"DATE_FORMAT({moment}, '{DayForm}')",
        SsisKind.DBTimestamp =>
            $"REPLACE(CONCAT(LEFT(DATE_FORMAT({moment}, '{MomentForm}.%f'), 23), '000000'), '.000000000', '')",
        SsisKind.Date => $"DATE_FORMAT({moment}, '{MomentForm}')",
        SsisKind.DBTimestamp2 when type.Scale == 0 => $"DATE_FORMAT({moment}, '{MomentForm}')",
        SsisKind.DBTimestamp2 => $"LEFT(DATE_FORMAT({moment}, '{MomentForm}.%f'), {20 + type.Scale})",
        _ => null,
    };

    // A line break at the end goes unseen by the first pattern.
    public override string NoMoment(SqlPart text, SsisType type) =>
        $"{text.Atom} IS NOT NULL AND ({text.Atom} NOT REGEXP '^ *{DayPattern}"
        + (type.Kind == SsisKind.DBDate ? ""
            : "([ T]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,3})?)?)?")
        + $" *$' OR {text.Atom} REGEXP '[^-0-9 :.T]' OR {OfText(text, type)} IS NULL "
        + $"OR {OfText(text, type)} < {First(type)})";

    public override string OfText(SqlPart text, SsisType type) => $"CAST(TRIM({text.Text}) AS "
        + (type.Kind == SsisKind.DBDate ? "DATE)" : "DATETIME(3))");

    public override string IsAmerican(SqlPart text) =>
        $"{text.Atom} REGEXP '^ *(0?[1-9]|1[0-2])/(0?[1-9]|[12][0-9]|3[01])/[0-9]{{4}} *$' "
        + $"AND {text.Atom} NOT REGEXP '[^0-9/ ]'";

    public override string OfAmerican(SqlPart text)
    {
        var trimmed = $"TRIM({text.Text})";
        return $"CAST(CONCAT_WS('-', SUBSTRING_INDEX({trimmed}, '/', -1), SUBSTRING_INDEX({trimmed}, '/', 1), "
            + $"SUBSTRING_INDEX(SUBSTRING_INDEX({trimmed}, '/', 2), '/', -1)) AS DATETIME(3))";
    }

    public override string NoAmerican(SqlPart text) =>
        $"{OfAmerican(text)} IS NULL OR {OfAmerican(text)} < {First(SsisType.DBTimestamp)}";

    private static string First(SsisType type) =>
        type.Kind == SsisKind.DBDate ? "DATE'0001-01-01'" : "TIMESTAMP'0001-01-01 00:00:00'";
}
