using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>
/// Casts to dates and moments. Of texts they take the form of ISO, for a moment that of the United States without time
/// as well; any other one stops the statement.
/// </summary>
internal sealed class TermMomentCasts(TermWriter writer)
{
    private const string NoDate = "the text is no date";
    private const string NoPlace = "the type has no place for all digits of the second";
    private const int DigitsMax = 7;
    private const int FirstTimestamp = 1753;
    private const int FirstDate = 100;

    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        if (from == to)
        {
            return writer.Value(cast.Operand);
        }

        var isRead = from.IsText && (to.Kind is SsisKind.DBDate or SsisKind.DBTimestamp or SsisKind.Date
            || (Forms.Moments.ReadsMoreDigits && (to.IsTime || to.Kind == SsisKind.DBTimestamp2)));
        var moment = isRead ? Read(cast) : Changed(cast);
        return cast.IsImplicit || !IsLimited(cast) ? moment : NotBefore(moment, to);
    }

    private SqlPart Read(SsisCastTerm cast) => writer.Let(writer.Value(cast.Operand), text =>
    {
        var written = writer.Unless(
            Forms.Moments.NoMoment(text, cast.Type), NoDate,
            text.As(Forms.Moments.OfText(text, cast.Type)) with { Longest = int.MaxValue }, cast.Type);
        return cast.Type.Kind is not (SsisKind.DBTimestamp or SsisKind.Date) ? written : written.As(
            $"CASE WHEN {Forms.Moments.IsAmerican(text)} THEN {American(text, cast).Text} ELSE {written.Text} END");
    });

    private SqlPart American(SqlPart text, SsisCastTerm cast)
    {
        var moment = text.As(Forms.Moments.OfAmerican(text));
        return Forms.Moments.NoAmerican(text) is { } no ? writer.Unless(no, NoDate, moment, cast.Type) : moment;
    }

    private SqlPart Changed(SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        var value = writer.Value(cast.Operand);
        return (from.Kind, to.Kind) switch
        {
            (SsisKind.DBDate, SsisKind.DBTimestamp or SsisKind.Date) => value.As(
                Forms.Moments.ToMoment(value.Atom), Forms.Moments.MixesDays ? SqlLevel.Atom : SqlLevel.Join),
            (SsisKind.DBTimestamp or SsisKind.Date or SsisKind.DBTimestamp2, SsisKind.DBDate) =>
                value.As(Forms.Moments.ToDay(value.Text)),
            (SsisKind.DBTimestamp or SsisKind.Date, SsisKind.DBTimestamp or SsisKind.Date) => value,
            (SsisKind.DBTimestamp2, SsisKind.DBTimestamp) => Shortened(value, cast),
            (SsisKind.DBTimestamp, SsisKind.DBTimestamp2) when to.Scale == 3 => value,
            (SsisKind.DBTimestamp, SsisKind.DBTimestamp2) when to.Scale > 3 && Forms.Moments.TakesMoreDigits => value,
            (SsisKind.DBTimestamp2, SsisKind.DBTimestamp2)
                when to.Scale >= from.Scale && Forms.Moments.TakesMoreDigits => value,
            (SsisKind.DBTime or SsisKind.DBTime2, SsisKind.DBTime or SsisKind.DBTime2) when to.Scale >= from.Scale
                && Forms.Moments.ToTime("", 0) is not null => value,
            (SsisKind.DBTime2 or SsisKind.DBTimestamp or SsisKind.Date or SsisKind.DBTimestamp2,
                SsisKind.DBTime or SsisKind.DBTime2) when Forms.Moments.ToTime("", 0) is not null => Time(value, cast),
            _ => throw writer.NoEqual($"a cast of {from} to {to}", cast),
        };
    }

    // A cast would round what is less.
    private SqlPart Time(SqlPart value, SsisCastTerm cast) => writer.Let(value, moment =>
    {
        var time = Forms.Moments.ToTime(moment.Text, cast.Type.Scale)!;
        return writer.Unless($"{time} <> {Forms.Moments.ToTime(moment.Text, DigitsMax)}", NoPlace,
            moment.As(time), cast.Type);
    });

    // What the language converts by itself loses what is less; what is cast must not.
    private SqlPart Shortened(SqlPart value, SsisCastTerm cast)
    {
        if (cast.IsImplicit || cast.Operand.Type.Scale <= 3)
        {
            return value.As(Forms.Moments.ToMillisecond(value, cast.Operand.Type));
        }

        return writer.Let(value, moment =>
        {
            var whole = moment.As(Forms.Moments.ToMillisecond(moment, cast.Operand.Type));
            var isLost = Forms.Moments.TakesMoreDigits ? $"{whole.Text} <> {moment.Text}"
                : $"replace(substr({moment.Text}, 24), '0', '') <> ''";
            return writer.Unless(isLost, NoPlace, whole, cast.Type);
        });
    }

    private SqlPart NotBefore(SqlPart moment, SsisType type)
    {
        var first = Forms.Moments.YearOf(type.Kind == SsisKind.Date ? FirstDate : FirstTimestamp, SsisType.DBTimestamp);
        return writer.Let(moment, one => writer.Unless(
            $"{one.In(SqlLevel.Join)} < {first}", "the moment lies before the first of the type", one, type));
    }

    // A clock tells no moment of the eighteenth century.
    private static bool IsLimited(SsisCastTerm cast) => cast.Type.Kind is SsisKind.DBTimestamp or SsisKind.Date
        && cast.Operand.Type.Kind != SsisKind.DBTimestamp
        && cast.Operand is not SsisCastTerm
        {
            Operand: SsisCallTerm { Function: SsisFunction.GetDate or SsisFunction.GetUtcDate },
        };
}
