using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>The functions of dates. Weeks begin on Sunday, and boundaries are counted, not spans.</summary>
internal sealed class TermMoments(TermWriter writer)
{
    private static readonly SqlSpan AllDays = new(-3_652_058, 3_652_058);

    private TermForms Forms => writer.Forms;

    private TermMomentForms Moments => writer.Forms.Moments;

    public SqlPart Of(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.GetDate => new SqlPart(writer.Names.Now ?? Moments.Now(false)) { IsKnown = true },
        SsisFunction.GetUtcDate => new SqlPart(writer.Names.UtcNow ?? Moments.Now(true)) { IsKnown = true },
        SsisFunction.DateAdd => Add(call),
        SsisFunction.DateDiff => Difference(call),
        SsisFunction.Year => Part(SsisDatePart.Year, Moment(call.Arguments[0], SsisDatePart.Year)),
        SsisFunction.Month => Part(SsisDatePart.Month, Moment(call.Arguments[0], SsisDatePart.Month)),
        SsisFunction.Day => Part(SsisDatePart.Day, Moment(call.Arguments[0], SsisDatePart.Day)),
        _ => Part(PartOf(call), Moment(call.Arguments[0], PartOf(call))),
    };

    private static SsisDatePart PartOf(SsisCallTerm call) => call.Part ?? SsisDatePart.Day;

    // A day has parts of its own, a moment of more digits the same as one of fewer.
    private SqlPart Moment(SsisTerm term, SsisDatePart part)
    {
        var bare = TermConstants.Bare(term);
        writer.Needs(bare);
        var isEnough = bare.Type.Kind switch
        {
            SsisKind.DBDate => Moments.HasTimeOfDay || part <= SsisDatePart.Weekday,
            SsisKind.DBTimestamp2 => Moments.TakesMoreDigits,
            _ => false,
        };
        return writer.Value(isEnough && !TermConstants.IsConstant(bare) ? bare : term);
    }

    private SqlPart Part(SsisDatePart part, SqlPart moment)
    {
        if (part == SsisDatePart.Week)
        {
            return writer.Let(moment, WeekOf);
        }

        var raw = Moments.Part(part, moment);
        return moment.As(raw.Text, raw.Level) with { Span = SpanOf(part) };
    }

    // Sundays up to the day, the first of January counted as one: of the Sunday before it, the day of the year.
    private SqlPart WeekOf(SqlPart moment)
    {
        var (day, weekday) = (Part(SsisDatePart.DayOfYear, moment), Part(SsisDatePart.Weekday, moment));
        var sum = new SqlPart($"{day.In(SqlLevel.Sum)} - {weekday.In(SqlLevel.Product)} + 13", SqlLevel.Sum);
        var week = Forms.Quotient(sum, TermLiterals.Plain(7));
        return moment.As(week.Text, week.Level) with { Span = SpanOf(SsisDatePart.Week) };
    }

    private SqlPart Add(SsisCallTerm call)
    {
        var part = PartOf(call);
        var number = Number(call.Arguments[0], part);
        return writer.Let(writer.Value(call.Arguments[1]), moment =>
        {
            var sum = Moments.Add(part, number, moment) with
            {
                IsKnown = moment.IsKnown && number.IsKnown,
                CanFail = true,
            };
            return Moments.FailsBeyondYears ? sum : writer.Let(sum, one => writer.Unless(
                Moments.NoSum(one.In(SqlLevel.Join), TermWriter.Known(moment, number)),
                "the date is before the year 1 or after the year 9999", one, call.Type));
        });
    }

    // More than there are in all years leads from no date to another.
    private SqlPart Number(SsisTerm term, SsisDatePart part)
    {
        BigInteger known = writer.Constant(term) switch
        {
            long signed => signed,
            ulong unsigned => unsigned,
            _ => BigInteger.Zero,
        };
        if (BigInteger.Abs(known) > AllOf(part))
        {
            throw SsisOpenException.AlwaysFails(
                new SsisFault(SsisFaultKind.Overflow, "no date lies so far away", term.Place), term);
        }

        return writer.Constant(term) is null ? writer.Value(term) : TermLiterals.Plain(known);
    }

    private static long AllOf(SsisDatePart part) => part switch
    {
        SsisDatePart.Year => 10_000,
        SsisDatePart.Quarter => 40_000,
        SsisDatePart.Month => 120_000,
        SsisDatePart.Week => 522_000,
        SsisDatePart.Hour => 87_700_000,
        SsisDatePart.Minute => 5_260_000_000,
        SsisDatePart.Second => 315_600_000_000,
        SsisDatePart.Millisecond => 315_600_000_000_000,
        _ => 3_652_059,
    };

    private SqlPart Difference(SsisCallTerm call)
    {
        var part = PartOf(call);
        var (from, to) = (Moment(call.Arguments[0], part), Moment(call.Arguments[1], part));
        if (Moments.Difference(part, from, to) is { } counted)
        {
            return Counted(new SqlPart(counted) { CanFail = true, Span = SqlSpan.Of(call.Type) }, from, to);
        }

        return writer.Let(from, one => writer.Let(to, other => Counted(
            new TermNumbers(writer).Fitted(Boundaries(part, one, other), call.Type), one, other)));
    }

    private SqlPart Boundaries(SsisDatePart part, SqlPart from, SqlPart to) => part switch
    {
        SsisDatePart.Year => Less(Part(part, from), Part(part, to)),
        SsisDatePart.Quarter or SsisDatePart.Month =>
            Finer(Boundaries(SsisDatePart.Year, from, to), part == SsisDatePart.Month ? 12 : 4, part, from, to),
        SsisDatePart.Week => Less(Weeks(from), Weeks(to)),
        SsisDatePart.Hour => Finer(Days(from, to), 24, part, from, to),
        SsisDatePart.Minute => Finer(Boundaries(SsisDatePart.Hour, from, to), 60, part, from, to),
        SsisDatePart.Second => Finer(Boundaries(SsisDatePart.Minute, from, to), 60, part, from, to),
        SsisDatePart.Millisecond => Finer(Boundaries(SsisDatePart.Second, from, to), 1000, part, from, to),
        _ => Days(from, to),
    };

    private SqlPart Days(SqlPart from, SqlPart to) => Moments.DaysBetween(from, to) with { Span = AllDays };

    // The day before the first of all is a Sunday.
    private SqlPart Weeks(SqlPart moment)
    {
        SqlPart first = new(Moments.YearOf(1, SsisType.DBTimestamp));
        var days = Moments.DaysBetween(first, moment);
        return Forms.Quotient(new SqlPart($"{days.In(SqlLevel.Sum)} + 1", SqlLevel.Sum), TermLiterals.Plain(7))
            with
        { Span = new SqlSpan(0, AllDays.Most / 7) };
    }

    private SqlPart Finer(SqlPart coarse, int times, SsisDatePart part, SqlPart from, SqlPart to)
    {
        var (one, other) = (Part(part, from), Part(part, to));
        var number = SqlSpan.At(times);
        return new SqlPart(
            $"{coarse.In(SqlLevel.Product)} * {times} + {other.In(SqlLevel.Product)} - {one.In(SqlLevel.Product)}",
            SqlLevel.Sum)
        {
            Span = (coarse.Span!.Value * number) + other.Span!.Value - one.Span!.Value,
        };
    }

    private static SqlPart Less(SqlPart from, SqlPart to) =>
        new($"{to.In(SqlLevel.Sum)} - {from.In(SqlLevel.Product)}", SqlLevel.Sum)
        {
            Span = to.Span!.Value - from.Span!.Value,
        };

    private static SqlPart Counted(SqlPart number, SqlPart from, SqlPart to) => number with
    {
        CanFail = number.CanFail || from.CanFail || to.CanFail,
        IsKnown = from.IsKnown && to.IsKnown,
    };

    private static SqlSpan SpanOf(SsisDatePart part) => part switch
    {
        SsisDatePart.Year => new SqlSpan(1, 9999),
        SsisDatePart.Quarter => new SqlSpan(1, 4),
        SsisDatePart.Month => new SqlSpan(1, 12),
        SsisDatePart.DayOfYear => new SqlSpan(1, 366),
        SsisDatePart.Day => new SqlSpan(1, 31),
        SsisDatePart.Week => new SqlSpan(1, 54),
        SsisDatePart.Weekday => new SqlSpan(1, 7),
        SsisDatePart.Hour => new SqlSpan(0, 23),
        SsisDatePart.Millisecond => new SqlSpan(0, 999),
        _ => new SqlSpan(0, 59),
    };
}
