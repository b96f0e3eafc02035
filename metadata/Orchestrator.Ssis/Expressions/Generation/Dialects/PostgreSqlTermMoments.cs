using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Dates and times in PostgreSQL.</summary>
internal sealed class PostgreSqlTermMoments : TermMomentForms
{
    private const string DayForm = "YYYY-MM-DD";
    private const string MomentForm = "YYYY-MM-DD HH24:MI:SS";
    private const string DayPattern = "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}";

    public override bool HasTimeOfDay => false;

    public override string Literal(SsisValue value) => value.Content switch
    {
        DateOnly day => $"DATE '{Written(day)}'",
        TimeOnly time => $"TIME '{Written(time, DigitsOf(value.Type))}'",
        DateTime moment => $"TIMESTAMP '{Written(moment, DigitsOf(value.Type))}'",
        _ => "",
    };

    public override string Now(bool isUtc) => "date_trunc('milliseconds', CAST(statement_timestamp()"
        + (isUtc ? " AT TIME ZONE 'UTC'" : "") + " AS timestamp))";

    public override string ToMoment(string day) => $"CAST({day} AS timestamp)";

    public override string ToMillisecond(SqlPart moment, SsisType type) => DigitsOf(type) > 3
        ? $"date_trunc('milliseconds', {moment.Text})" : moment.Text;

    public override SqlPart Part(SsisDatePart part, SqlPart moment) => part switch
    {
        SsisDatePart.Weekday => new($"{Extract("dow", moment)} + 1", SqlLevel.Sum),
        SsisDatePart.Second => new($"CAST(trunc(extract(second FROM {moment.Text})) AS integer)"),
        SsisDatePart.Millisecond => new(
            $"CAST(trunc(extract(milliseconds FROM {moment.Text})) AS integer) % 1000", SqlLevel.Product),
        _ => new(Extract(WordOf(part), moment)),
    };

    public override SqlPart Add(SsisDatePart part, SqlPart number, SqlPart moment)
    {
        var (unit, times) = UnitOf(part);
        var count = NeverTooLong(part, number, moment);
        var span = BigInteger.TryParse(number.Text, out var known) ? $"INTERVAL '{known * times} {unit}'"
            : $"{count.In(SqlLevel.Product)} * INTERVAL '{times} {unit}'";
        return new SqlPart($"{moment.In(SqlLevel.Sum)} + {span}", SqlLevel.Sum);
    }

    public override string NoSum(string sum, string known) => $"extract(year FROM {sum}) NOT BETWEEN 1 AND 9999";

    public override SqlPart DaysBetween(SqlPart from, SqlPart to) =>
        new($"{ToDay(to.Text)} - {ToDay(from.Text)}", SqlLevel.Sum);

    public override string? Text(string moment, SsisType type) => type.Kind switch
    {
        SsisKind.DBDate => $"to_char({moment}, '{DayForm}')",
        SsisKind.DBTimestamp => $"replace(to_char({moment}, '{MomentForm}.MS\"000000\"'), '.000000000', '')",
        SsisKind.Date => $"to_char({moment}, '{MomentForm}')",
        SsisKind.DBTimestamp2 when type.Scale == 0 => $"to_char({moment}, '{MomentForm}')",
        SsisKind.DBTimestamp2 => $"left(to_char({moment}, '{MomentForm}.US'), {20 + type.Scale})",
        _ => null,
    };

    public override string NoMoment(SqlPart text, SsisType type) => $"{text.Atom} !~ '^ *{DayPattern}"
        + (type.Kind == SsisKind.DBDate ? ""
            : "([ T]([01]?[0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,3})?)?)?") + " *$'";

    public override string OfText(SqlPart text, SsisType type) =>
        $"CAST({text.Text} AS {(type.Kind == SsisKind.DBDate ? "date" : "timestamp")})";

    public override string IsAmerican(SqlPart text) => $"{text.Atom} ~ '^ *[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{4}} *$'";

    public override string OfAmerican(SqlPart text)
    {
        string[] pieces = [.. new[] { 3, 1, 2 }.Select(
            number => $"CAST(split_part(btrim({text.Text}), '/', {number}) AS integer)")];
        return $"CAST(make_date({string.Join(", ", pieces)}) AS timestamp)";
    }

    // An interval that is too long stops the statement, beside a moment that is NULL, too.
    private static SqlPart NeverTooLong(SsisDatePart part, SqlPart number, SqlPart moment)
    {
        var times = part == SsisDatePart.Year ? 12 : UnitOf(part).Times;
        var isShort = number.Span is { } span
            && (span * SqlSpan.At(times)).LiesIn(SqlSpan.Of(SsisType.I4));
        return isShort || moment.IsKnown ? number
            : number.As($"CASE WHEN {moment.Atom} IS NOT NULL THEN {number.Text} END");
    }

    private static string Extract(string word, SqlPart moment) =>
        $"CAST(extract({word} FROM {moment.Text}) AS integer)";

    private static string WordOf(SsisDatePart part) => part switch
    {
        SsisDatePart.DayOfYear => "doy",
        _ => part.ToString().ToLowerInvariant(),
    };
}
