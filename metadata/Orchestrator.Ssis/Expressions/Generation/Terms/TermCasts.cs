using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Casts to truth values and numbers; what does not fit stops the statement, and is never cut.</summary>
internal sealed class TermCasts(TermWriter writer)
{
    private const string NoNumber = "the text is no number of the type";
    private const string NoUnique = "the text is no uniqueidentifier";
    private const string TooLarge = "the number does not fit into the type";

    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisCastTerm cast)
    {
        writer.Knows(cast);
        writer.Knows(cast.Operand);
        return cast.Type switch
        {
            { IsText: true } or { Kind: SsisKind.Text or SsisKind.NText } => new TermTextCasts(writer).Of(cast),
            { IsDate: true } or { IsTime: true } => new TermMomentCasts(writer).Of(cast),
            { Kind: SsisKind.Bool } => Bool(cast),
            { IsInteger: true } => Whole(cast),
            { IsFloat: true } => Real(cast),
            { IsExact: true } => Exact(cast),
            { Kind: SsisKind.Guid } when cast.Operand.Type.IsText => Unique(cast),
            _ when cast.Type.Kind == cast.Operand.Type.Kind && cast.Type.Length >= cast.Operand.Type.Length =>
                writer.Value(cast.Operand),
            _ => throw None(cast),
        };
    }

    private SqlPart Unique(SsisCastTerm cast) => writer.Let(writer.Value(cast.Operand), text => writer.Unless(
        Forms.NoUnique(text) ?? throw None(cast), NoUnique,
        text.As(Forms.Cast(Forms.Texts.Trim(text), cast.Type)) with { Longest = int.MaxValue }, cast.Type));

    private SqlPart Bool(SsisCastTerm cast)
    {
        if (cast.Operand.Type.Kind == SsisKind.Bool)
        {
            return writer.Of(cast.Operand);
        }

        if (!cast.Operand.Type.IsNumber)
        {
            return cast.Operand.Type.IsText ? writer.Let(writer.Value(cast.Operand), Truth) : throw None(cast);
        }

        var number = writer.Value(cast.Operand);
        return new SqlPart($"{number.In(SqlLevel.Join)} <> 0", SqlLevel.Comparison)
        {
            CanFail = number.CanFail,
            IsKnown = number.IsKnown,
            IsPredicate = Forms.HasPredicates,
            Opposite = $"{number.In(SqlLevel.Join)} = 0",
        };
    }

    // `True` and `False`, whatever their case, or a number.
    private SqlPart Truth(SqlPart text)
    {
        var trimmed = new SqlPart(Forms.Texts.Trim(text)) { IsAscii = true };
        var word = new SqlPart(Forms.Texts.Lower(trimmed));
        var (yes, no) = (Forms.Flag(true), Forms.Flag(false));
        return new SqlPart($"CASE WHEN {Is("true")} THEN {yes} WHEN {Is("false")} THEN {no} "
            + $"WHEN {Forms.NoTruth(text)} THEN {writer.Fault("the text is neither true nor false", SsisType.Bool)} "
            + $"WHEN {Forms.IsNotZero(text)} THEN {yes} WHEN {text.Atom} IS NOT NULL THEN {no} END")
        {
            CanFail = true,
            IsKnown = text.IsKnown,
        };

        string Is(string what) => Forms.Texts.Compared(word, "=", TermLiterals.Text(what, Forms));
    }

    private SqlPart Whole(SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        if (from.IsInteger)
        {
            var number = writer.Value(cast.Operand);
            return (number.Span ?? SqlSpan.Of(from)).LiesIn(SqlSpan.Of(to))
                ? cast.IsImplicit ? number : Named(number, from, to) : Narrowed(number, to);
        }

        return from switch
        {
            { Kind: SsisKind.Bool } when to.IsSigned => OfBool(cast) with { Span = new SqlSpan(-1, 0) },
            { IsText: true } => OfText(cast),
            { IsExact: true } => OfExact(writer.Value(cast.Operand), to),
            { Kind: SsisKind.R8 } when Forms.RealExact("") is not null =>
                OfExact(Changed(cast.Operand, text => Forms.RealExact(text)!), to),
            { Kind: SsisKind.R8 } when Forms.CastFails(to) || to.Kind != SsisKind.I8 =>
                OfReal(writer.Value(cast.Operand), to),
            _ => throw None(cast),
        };
    }

    // The half of a whole number is kept exactly, and whatever is less is less: its digits need not be known.
    private SqlPart OfReal(SqlPart real, SsisType to)
    {
        var whole = writer.Let(real, number =>
        {
            var size = $"abs({number.Text})";
            var rounded = $"CASE WHEN {size} - floor({size}) >= 0.5 THEN floor({size}) + 1 ELSE floor({size}) END";
            return number.As($"CASE WHEN {number.In(SqlLevel.Join)} < 0 THEN -({rounded}) ELSE {rounded} END");
        });
        return Narrowed(whole with { Span = null }, to);
    }

    // Where the server knows the type by another word it is told.
    private SqlPart Named(SqlPart number, SsisType from, SsisType to) =>
        Forms.TypeName(from) == Forms.TypeName(to) ? number : number.As(Forms.Cast(number.Text, to));

    private SqlPart Narrowed(SqlPart number, SsisType to)
    {
        if (Forms.CastFails(to))
        {
            return number.As(Forms.Cast(number.Text, to)) with { CanFail = true, Span = SqlSpan.Of(to) };
        }

        var all = SqlSpan.Of(to);
        var fitted = writer.Let(
            number, one => writer.Unless(Forms.Beyond(one.In(SqlLevel.Join), all), TooLarge, one, to));
        return fitted.As(Forms.Cast(fitted.Text, to)) with { Span = all };
    }

    private SqlPart OfExact(SqlPart number, SsisType to) =>
        Narrowed(number.As(Forms.Rounded(number.Text, 0)) with { Span = null }, to);

    private SqlPart OfText(SsisCastTerm cast)
    {
        var to = cast.Type;
        return writer.Let(writer.Value(cast.Operand), text =>
        {
            var number = text.As(Forms.WholeOfText(text, to)) with { Span = null };
            var whole = Forms.CastFails(to) ? number : Narrowed(number, to);
            return writer.UnlessNumber(text, Forms.NoNumber(text, true) ?? throw None(cast), NoNumber, whole, to)
                with
            { Span = SqlSpan.Of(to) };
        });
    }

    private SqlPart Real(SsisCastTerm cast) => cast.Operand.Type switch
    {
        { Kind: SsisKind.R8 } => writer.Value(cast.Operand),
        { Kind: SsisKind.Bool } => OfBool(cast),
        { IsNumber: true } => Changed(cast.Operand, text => Forms.Cast(text, cast.Type)),
        { IsText: true } => Read(cast, text => Forms.Cast(text.Text, cast.Type)),
        _ => throw None(cast),
    };

    private SqlPart Exact(SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        if (from.IsExact && from.Scale <= to.Scale && Whole(from) <= Whole(to) && to.Kind == SsisKind.Numeric)
        {
            var value = writer.Value(cast.Operand);
            return cast.IsImplicit || from == to || !Forms.HasExactNumbers ? value
                : value.As(Forms.Cast(value.Text, to));
        }

        return from switch
        {
            { Kind: SsisKind.Bool } => OfBool(cast),
            { Kind: SsisKind.R8 } when Forms.ExactOfReal("", to) is not null =>
                writer.Let(writer.Value(cast.Operand), real =>
                    real.As(Forms.ExactOfReal(real.Text, to)!) with { CanFail = true, Span = null }),
            { IsText: true } when to.Kind != SsisKind.Numeric && Forms.ExactOfText("", to) is not null =>
                Read(cast, text => Forms.ExactOfText(text.Text, to)!),
            _ when to.Kind != SsisKind.Numeric && !Fits(cast) => throw None(cast),
            { IsInteger: true } or { IsExact: true } =>
                Fitted(writer.Value(cast.Operand), cast, from.IsExact && from.Scale > to.Scale),
            { Kind: SsisKind.R8 } when Forms.RealExact("") is not null =>
                Fitted(Changed(cast.Operand, text => Forms.RealExact(text)!), cast, true),
            { IsText: true } when Forms.HasExactNumbers && to.Kind == SsisKind.Numeric => Read(cast, text =>
                Forms.IsStrict ? Forms.Cast(text.Text, to)
                    : Fitted(text.As($"CAST({text.Text} AS DECIMAL(65,30))"), cast, true).Text),
            _ => throw None(cast),
        };
    }

    // Servers that fail by themselves do so where a number has too many digits, too.
    private SqlPart Fitted(SqlPart number, SsisCastTerm cast, bool isShorter)
    {
        var to = cast.Type;
        if (Forms.IsStrict)
        {
            return number.As(Forms.Cast(number.Text, to)) with { CanFail = true, Span = null };
        }

        var limit = BigInteger.Pow(10, Whole(to));
        if (isShorter && !Forms.HasExactNumbers)
        {
            throw None(cast);
        }

        var rounded = isShorter ? number.As(Forms.Rounded(number.Text, to.Scale)) : number;
        var hasRoom = number.Span is { } span && span.LiesIn(new SqlSpan(1 - limit, limit - 1));
        return hasRoom ? rounded.As(Forms.Cast(rounded.Text, to)) with { Span = null }
            : writer.Let(rounded, one => writer.Unless(
                $"abs({one.Text}) >= {limit}", TooLarge, one.As(Forms.Cast(one.Text, to)) with { Span = null }, to));
    }

    // Money and DT_DECIMAL end at a number of bits: only what surely lies within.
    private static bool Fits(SsisCastTerm cast) => cast.Operand.Type switch
    {
        { IsInteger: true } from => SqlSpan.Of(from).Characters <= Whole(cast.Type) - 2,
        { IsExact: true } from => Whole(from) <= Whole(cast.Type) - 2,
        _ => false,
    };

    // True is -1.
    private SqlPart OfBool(SsisCastTerm cast)
    {
        var flag = writer.Predicate(cast.Operand);
        var no = flag.IsKnown ? "ELSE 0" : $"WHEN {flag.Opposite ?? $"NOT {flag.Atom}"} THEN 0";
        var text = $"CASE WHEN {flag.Text} THEN -1 {no} END";
        return new SqlPart(cast.Type.IsInteger ? text : Forms.Cast(text, cast.Type))
        {
            CanFail = flag.CanFail,
            IsKnown = flag.IsKnown,
        };
    }

    private SqlPart Read(SsisCastTerm cast, Func<SqlPart, string> read) =>
        writer.Let(writer.Value(cast.Operand), text => writer.UnlessNumber(
            text, Forms.NoNumber(text, false) ?? throw None(cast), NoNumber,
            text.As(read(text)) with { Longest = int.MaxValue }, cast.Type));

    private SqlPart Changed(SsisTerm operand, Func<string, string> change)
    {
        var value = writer.Value(operand);
        return value.As(change(value.Text)) with { Span = null };
    }

    private static int Whole(SsisType type) => type.Kind switch
    {
        SsisKind.Cy => 15,
        SsisKind.Decimal => 28 - type.Scale,
        _ => type.Precision - type.Scale,
    };

    private SsisOpenException None(SsisCastTerm cast) =>
        writer.NoEqual($"a cast of {cast.Operand.Type} to {cast.Type}", cast);
}
