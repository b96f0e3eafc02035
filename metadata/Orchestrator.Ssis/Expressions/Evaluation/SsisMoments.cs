using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>Casts between dates, times and what is written of them.</summary>
internal sealed class SsisMoments(SsisScope scope, bool isImplicit, SsisPlace place)
{
    // DT_DATE counts days as OLE does: from the year 100 to the end of the year 9999.
    private const double DaysMin = -657434;
    private const double DaysMax = 2958466;

    private static readonly DateTime FirstFileTime = new(1601, 1, 1);
    private static readonly DateTime FirstTimestamp = new(1753, 1, 1);
    private static readonly DateTime FirstDate = new(100, 1, 1);

    /// <summary>Days since 30 December 1899; hours count away from it on both sides.</summary>
    public static double Days(DateTime date) => date.Year < FirstDate.Year ? DaysMin : date.ToOADate();

    public SsisValue OfNumber(double days, SsisType type) => days >= DaysMin && days < DaysMax
        ? new SsisValue(type, DateTime.FromOADate(days)) : throw Overflow(type);

    public SsisValue OfText(string text, SsisType type)
    {
        var written = SsisWrittenMoment.Read(text.Trim(' '), type)
            ?? throw Fault(SsisFaultKind.Conversion, $"the text is none of {type}");
        return Fitted(written, type);
    }

    public SsisValue To(SsisValue value, SsisType type) => Fitted(value.Content switch
    {
        DateOnly date => new DateTimeOffset(date.ToDateTime(TimeOnly.MinValue), TimeSpan.Zero),
        TimeOnly time => new DateTimeOffset(Today().ToDateTime(time), TimeSpan.Zero),
        DateTimeOffset moment => type.Kind == SsisKind.DBTimestampOffset ? moment : moment.ToUniversalTime(),
        _ => new DateTimeOffset(
            DateTime.SpecifyKind((DateTime)value.Content!, DateTimeKind.Unspecified), TimeSpan.Zero),
    }, type);

    private SsisValue Fitted(DateTimeOffset moment, SsisType type)
    {
        if (type.Kind == SsisKind.DBDate)
        {
            return new SsisValue(type, DateOnly.FromDateTime(moment.DateTime));
        }

        var lost = moment.Ticks % Granule(type);
        if (lost != 0 && !isImplicit && scope.Truncation == SsisTruncation.Fail)
        {
            throw Fault(SsisFaultKind.Truncation, $"{type} has no place for all digits of the second");
        }

        var whole = moment.AddTicks(-lost);
        return new SsisValue(type, type.Kind switch
        {
            SsisKind.DBTimestampOffset => (object)whole,
            SsisKind.DBTime or SsisKind.DBTime2 => TimeOnly.FromDateTime(whole.DateTime),
            _ => InRange(whole.DateTime, type),
        });
    }

    // A moment that the language converts by itself is left as it is, however early.
    private DateTime InRange(DateTime moment, SsisType type)
    {
        var first = type.Kind switch
        {
            SsisKind.FileTime => FirstFileTime,
            SsisKind.DBTimestamp => FirstTimestamp,
            SsisKind.Date => FirstDate,
            _ => DateTime.MinValue,
        };
        return moment >= first || isImplicit ? moment : throw Overflow(type);
    }

    private DateOnly Today() => DateOnly.FromDateTime(scope.Clock().DateTime);

    private static long Granule(SsisType type) => type.Kind switch
    {
        SsisKind.DBTime => TimeSpan.TicksPerSecond,
        SsisKind.DBTimestamp or SsisKind.FileTime => TimeSpan.TicksPerMillisecond,
        SsisKind.Date => 1,
        _ => (long)Math.Pow(10, 7 - Math.Clamp(type.Scale, 0, 7)),
    };

    private SsisFaultException Overflow(SsisType type) =>
        Fault(SsisFaultKind.Overflow, $"the moment is none of {type}");

    private SsisFaultException Fault(SsisFaultKind kind, string reason) => new(new SsisFault(kind, reason, place));
}
