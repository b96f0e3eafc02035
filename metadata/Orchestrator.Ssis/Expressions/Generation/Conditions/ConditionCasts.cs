using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Conditions;

/// <summary>Casts; a text that is too long and a number that is too large have no value.</summary>
internal sealed class ConditionCasts(ConditionWriter writer)
{
    private const int RealLength = 24;
    private const int ScaleMax = 8;

    // Expressions of each kind that never have a value.
    private const string NoText = "substring('', 0, 0)";
    private const string NoNumber = "1 % 0";

    public SqlPart Of(SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        return to switch
        {
            { IsText: true } when from.IsText => OfText(cast),
            { IsText: true } => Fitted(Text(cast), to),
            { Kind: SsisKind.Bool } => Flag(cast),
            { IsInteger: true } => Whole(cast),
            { Kind: SsisKind.R8 } when from.IsNumber && from.Kind is not (SsisKind.R4 or SsisKind.R8) =>
                new SqlPart($"{Operand(cast).In(SqlLevel.Product)} * 1E0", SqlLevel.Product),
            { Kind: SsisKind.Numeric } => Exact(cast),
            { Kind: SsisKind.DBDate } when IsMoment(from) =>
                from.Kind == to.Kind ? Operand(cast) : new SqlPart($"dateOf({Operand(cast).Text})"),
            { Kind: SsisKind.DBTimestamp or SsisKind.Date } when IsMoment(from) => Moment(cast),
            _ when from == to => Operand(cast),
            _ => throw None(cast),
        };
    }

    private SqlPart Operand(SsisCastTerm cast) => writer.Of(cast.Operand);

    private SqlPart OfText(SsisCastTerm cast)
    {
        var text = Operand(cast);
        return cast.IsImplicit ? text
            : cast.Type.Kind == SsisKind.Str && !text.IsAscii ? throw None(cast) : Fitted(text, cast.Type);
    }

    private SqlPart Text(SsisCastTerm cast)
    {
        var (from, part) = (cast.Operand.Type, Operand(cast));
        var text = from switch
        {
            { IsInteger: true } => new SqlPart($"text({part.Text})")
            {
                Longest = (part.Span ?? SqlSpan.Of(from)).Characters,
            },
            { Kind: SsisKind.R8 } => new SqlPart($"text({part.Text})") { Longest = RealLength },
            { Kind: SsisKind.Bool } => new SqlPart($"if({part.Text}, 'True', 'False')") { Longest = 5 },
            { Kind: SsisKind.DBDate } => new SqlPart($"substring(text({part.Text}), 1, 10)") { Longest = 10 },
            { Kind: SsisKind.Date } => new SqlPart($"substring(text({part.Text}), 1, 19)") { Longest = 19 },
            { Kind: SsisKind.DBTimestamp } => OfMoment($"text({part.Text})"),
            _ => throw None(cast),
        };
        return text with { IsAscii = true };
    }

    // Nine digits of a second, where there are any.
    private static SqlPart OfMoment(string text) =>
        new($"if(length({text}) = 19, {text}, substring({text} || '000000000', 1, 29))") { Longest = 29 };

    private static SqlPart Fitted(SqlPart text, SsisType to) => text.Longest <= to.Length ? text
        : text.As($"if(length({text.Text}) > {to.Length}, {NoText}, {text.Text})") with { Longest = to.Length };

    private SqlPart Flag(SsisCastTerm cast) => cast.Operand.Type switch
    {
        { Kind: SsisKind.Bool } => Operand(cast),
        { IsNumber: true } => new SqlPart($"{Operand(cast).In(SqlLevel.Sum)} <> 0", SqlLevel.Comparison),
        _ => throw None(cast),
    };

    private SqlPart Whole(SsisCastTerm cast)
    {
        var (from, number) = (cast.Operand.Type, Operand(cast));
        return from switch
        {
            { IsInteger: true } => Limited(number, number.Span ?? SqlSpan.Of(from), cast.Type),
            { Kind: SsisKind.Bool } when cast.Type.IsSigned =>
                new SqlPart($"if({number.Text}, -1, 0)") { Span = new SqlSpan(-1, 0) },
            { Kind: SsisKind.Numeric } =>
                Limited(new SqlPart($"round({number.Text})"), DigitsOf(from), cast.Type),
            _ => throw None(cast),
        };
    }

    private static SqlPart Limited(SqlPart number, SqlSpan span, SsisType to)
    {
        var all = SqlSpan.Of(to);
        return span.LiesIn(all) ? number with { Span = span }
            : new SqlPart($"if({number.In(SqlLevel.Sum)} < {all.Least} or {number.In(SqlLevel.Sum)} > {all.Most}, "
                + $"{NoNumber}, {number.Text})")
            { Span = all };
    }

    private SqlPart Exact(SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        var number = Operand(cast);
        if (from.IsInteger && SqlSpan.Of(from).Characters <= to.Precision - to.Scale)
        {
            return number;
        }

        return from.Kind != SsisKind.Numeric || from.Precision - from.Scale > to.Precision - to.Scale ? throw None(cast)
            : from.Scale <= to.Scale ? number
            : to.Scale <= ScaleMax && from.Precision - from.Scale < to.Precision - to.Scale
                ? new SqlPart($"round({number.Text}, {to.Scale})") : throw None(cast);
    }

    // There is no moment of the type before that year.
    private SqlPart Moment(SsisCastTerm cast)
    {
        var moment = Operand(cast);
        var isSure = cast.IsImplicit || cast.Type.Kind == SsisKind.Date
            || cast.Operand.Type.Kind == SsisKind.DBTimestamp;
        return isSure ? moment
            : new SqlPart($"if({moment.In(SqlLevel.Sum)} < date('1753-01-01'), addDays({moment.Text}, 0.5), "
                + $"{moment.Text})");
    }

    private static SqlSpan DigitsOf(SsisType type)
    {
        var limit = BigInteger.Pow(10, type.Precision - type.Scale);
        return new SqlSpan(-limit, limit);
    }

    private static bool IsMoment(SsisType type) =>
        type.Kind is SsisKind.DBDate or SsisKind.DBTimestamp or SsisKind.Date;

    private static SsisOpenException None(SsisCastTerm cast) =>
        ConditionWriter.None($"a cast of {cast.Operand.Type} to {cast.Type}", cast);
}
