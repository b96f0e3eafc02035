using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Generation.Terms;

namespace Orchestrator.Ssis.Expressions.Generation.Conditions;

/// <summary>Parts of dates, dates around them, and what lies between.</summary>
internal sealed class ConditionMoments(ConditionWriter writer)
{
    public SqlPart Of(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.Year => Part(call, SsisDatePart.Year, Moment(call, 0)),
        SsisFunction.Month => Part(call, SsisDatePart.Month, Moment(call, 0)),
        SsisFunction.Day => Part(call, SsisDatePart.Day, Moment(call, 0)),
        SsisFunction.DatePart => Part(call, PartOf(call), Moment(call, 0)),
        SsisFunction.DateAdd => Add(call),
        _ => Difference(call, PartOf(call), Moment(call, 0), Moment(call, 1)),
    };

    private static SsisDatePart PartOf(SsisCallTerm call) => call.Part ?? SsisDatePart.Day;

    private SqlPart Moment(SsisCallTerm call, int number) => writer.Of(TermConstants.Bare(call.Arguments[number]));

    private static SqlPart Part(SsisCallTerm call, SsisDatePart part, SqlPart moment) => part switch
    {
        SsisDatePart.Year => Asked("year", moment, 1, 9999),
        SsisDatePart.Quarter => Asked("quarter", moment, 1, 4),
        SsisDatePart.Month => Asked("month", moment, 1, 12),
        SsisDatePart.DayOfYear => Asked("dayOfYear", moment, 1, 366),
        SsisDatePart.Day => Asked("day", moment, 1, 31),
        SsisDatePart.Hour => Asked("hour", moment, 0, 23),
        SsisDatePart.Minute => Asked("minute", moment, 0, 59),
        SsisDatePart.Second => Asked("second", moment, 0, 59),
        // Sunday is 1 there, and Monday here.
        SsisDatePart.Weekday => new SqlPart($"weekday({moment.Text}) % 7 + 1", SqlLevel.Sum)
        {
            Span = new SqlSpan(1, 7),
        },
        _ => throw ConditionWriter.None($"the {part.ToString().ToLowerInvariant()} of a date", call),
    };

    private static SqlPart Asked(string function, SqlPart moment, int least, int most) =>
        new($"{function}({moment.Text})") { Span = new SqlSpan(least, most) };

    private SqlPart Add(SsisCallTerm call)
    {
        var (number, moment) = (writer.Of(call.Arguments[0]), Moment(call, 1));
        var (function, times) = PartOf(call) switch
        {
            SsisDatePart.Year => ("addMonths", 12),
            SsisDatePart.Quarter => ("addMonths", 3),
            SsisDatePart.Month => ("addMonths", 1),
            SsisDatePart.Week => ("addDays", 7),
            SsisDatePart.Hour => ("addSeconds", 3600),
            SsisDatePart.Minute => ("addSeconds", 60),
            SsisDatePart.Second => ("addSeconds", 1),
            SsisDatePart.Millisecond => throw ConditionWriter.None("milliseconds that are added", call),
            _ => ("addDays", 1),
        };
        var count = number.Span is { } span && span.Least == span.Most ? TermLiterals.Plain(span.Least * times).Text
            : times > 1 ? $"{number.In(SqlLevel.Product)} * {times}" : number.Text;
        return new SqlPart($"{function}({moment.Text}, {count})");
    }

    private static SqlPart Difference(SsisCallTerm call, SsisDatePart part, SqlPart from, SqlPart to) => part switch
    {
        SsisDatePart.Year => new SqlPart($"year({to.Text}) - year({from.Text})", SqlLevel.Sum),
        SsisDatePart.Quarter => Finer(Difference(call, SsisDatePart.Year, from, to), 4, "quarter", from, to),
        SsisDatePart.Month => Finer(Difference(call, SsisDatePart.Year, from, to), 12, "month", from, to),
        SsisDatePart.Hour => Finer(Days(from, to), 24, "hour", from, to),
        SsisDatePart.Minute => Finer(Difference(call, SsisDatePart.Hour, from, to), 60, "minute", from, to),
        SsisDatePart.Second => Finer(Difference(call, SsisDatePart.Minute, from, to), 60, "second", from, to),
        SsisDatePart.Week or SsisDatePart.Millisecond =>
            throw ConditionWriter.None($"a difference in {part.ToString().ToLowerInvariant()}s", call),
        _ => Days(from, to),
    };

    private static SqlPart Days(SqlPart from, SqlPart to) => new($"daysBetween({from.Text}, {to.Text})");

    private static SqlPart Finer(SqlPart coarse, int times, string function, SqlPart from, SqlPart to) => new(
        $"{coarse.In(SqlLevel.Product)} * {times} + {function}({to.Text}) - {function}({from.Text})", SqlLevel.Sum);
}
