using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Values as text, and texts in types that may be too short or whose code page lacks a character.</summary>
internal sealed class TermTextCasts(TermWriter writer)
{
    private const int Utf8 = 65001;
    private const int RealLength = 24;
    private const int UniqueLength = 38;

    private TermForms Forms => writer.Forms;

    public SqlPart Of(SsisCastTerm cast)
    {
        var text = Written(cast);
        return cast.IsImplicit || cast.Type.Kind == SsisKind.NText ? text : Fitted(text, cast);
    }

    private SqlPart Written(SsisCastTerm cast)
    {
        var (from, operand) = (cast.Operand.Type, cast.Operand);
        if (from.IsText || from.Kind is SsisKind.Text or SsisKind.NText)
        {
            return writer.Value(operand);
        }

        if (from.Kind == SsisKind.Bool)
        {
            return OfBool(writer.Predicate(operand));
        }

        var value = writer.Value(operand);
        var (text, longest) = from switch
        {
            { IsInteger: true } => OfWhole(value, from),
            { IsExact: true } => OfExact(value, operand),
            { Kind: SsisKind.R8 } => (Forms.RealText(value.Text), RealLength),
            { Kind: SsisKind.Guid } => (Unique(value), UniqueLength),
            _ => (Forms.Moments.Text(value.Atom, from), LengthOf(from)),
        };
        return value.As(text ?? throw None(cast), from.Kind == SsisKind.Guid ? SqlLevel.Join : SqlLevel.Atom) with
        {
            Span = null,
            Longest = longest,
            IsPlain = true,
            IsAscii = true,
        };
    }

    private SqlPart OfBool(SqlPart flag)
    {
        var (yes, no) = (Forms.Texts.Literal("True"), Forms.Texts.Literal("False"));
        var otherwise = flag.IsKnown ? $"ELSE {no}" : $"WHEN {flag.Opposite ?? $"NOT {flag.Atom}"} THEN {no}";
        return new SqlPart($"CASE WHEN {flag.Text} THEN {yes} {otherwise} END")
        {
            CanFail = flag.CanFail,
            IsKnown = flag.IsKnown,
            Longest = 5,
            IsPlain = true,
            IsAscii = true,
        };
    }

    private (string Text, int Longest) OfWhole(SqlPart value, SsisType from)
    {
        var longest = (value.Span ?? SqlSpan.Of(from)).Characters;
        return (Forms.Cast(value.Text, SsisType.WStr(longest)), longest);
    }

    // With all digits of its scale, which what was computed may lack.
    private (string Text, int Longest) OfExact(SqlPart value, SsisTerm operand)
    {
        var type = operand.Type;
        var number = operand is SsisSymbolTerm || !Forms.HasExactNumbers ? value.Text : Forms.Cast(value.Text, type);
        return (Forms.ExactText(number, type), type.Precision + 3);
    }

    private string Unique(SqlPart guid)
    {
        var joined = Forms.Texts.Join(
            Forms.Texts.Join(TermLiterals.Text("{", Forms), new SqlPart(Forms.UniqueText(guid.Text)) { Longest = 36 }),
            TermLiterals.Text("}", Forms));
        return joined.Text;
    }

    private SqlPart Fitted(SqlPart text, SsisCastTerm cast)
    {
        var (from, to) = (cast.Operand.Type, cast.Type);
        var isNumber = from.IsNumber || from.Kind == SsisKind.Bool;
        var isLong = to.Kind != SsisKind.Text && text.Longest * BytesMax(text, to) > to.Length;
        if (!isNumber && writer.Names.Truncation == SsisTruncation.Cut)
        {
            return !IsKnownPage(text, cast) || (isLong && BytesMax(text, to) > 1) ? throw None(cast)
                : isLong ? Cut(text, to.Length) : text;
        }

        return writer.Let(text, one =>
        {
            List<string> bad = [];
            if (isLong)
            {
                bad.AddRange(TooLong(one, cast));
            }

            if (!IsKnownPage(one, cast) && to.CodePage != Utf8)
            {
                bad.Add(Forms.Texts.HasOther(one, SqlCharacters.OfCodePage(to.CodePage) ?? throw None(cast)));
            }

            return bad.Count == 0 ? one with { Longest = Math.Min(one.Longest, LengthOrAny(to)) }
                : writer.Unless(string.Join(" OR ", bad), $"the value does not fit into {to}", one, to) with
                {
                    Longest = LengthOrAny(to),
                };
        });
    }

    private SqlPart Cut(SqlPart text, int length)
    {
        var whole = new TermTexts(writer).Counted(text);
        return whole.As(Forms.Texts.Left(whole, TermLiterals.Plain(length))) with { Longest = length };
    }

    private string[] TooLong(SqlPart text, SsisCastTerm cast)
    {
        var to = cast.Type;
        if (BytesMax(text, to) > 1)
        {
            var bytes = to.CodePage == Utf8 ? Forms.Texts.Utf8Bytes(text) : null;
            return [$"{bytes ?? throw None(cast)} > {to.Length}"];
        }

        var isCounted = text.IsPlain || Forms.Texts.CountsUnits;
        return isCounted ? [$"{Forms.Texts.Length(text)} > {to.Length}"]
            : Forms.Texts.Units(text) is { } units ? [$"{units} > {to.Length}"]
            : [$"{Forms.Texts.Length(text)} > {to.Length}", Forms.Texts.HasPairs(text)];
    }

    // How many bytes a character may have, where the length of the type is one of bytes.
    private static long BytesMax(SqlPart text, SsisType to) =>
        to.Kind != SsisKind.Str || text.IsAscii || SqlCharacters.OfCodePage(to.CodePage) is not null ? 1 : 3;

    // Each character surely has a place in the code page.
    private static bool IsKnownPage(SqlPart text, SsisCastTerm cast) =>
        cast.Type.Kind is not (SsisKind.Str or SsisKind.Text) || text.IsAscii
        || (cast.Operand.Type.Kind is SsisKind.Str or SsisKind.Text
            && cast.Operand.Type.CodePage == cast.Type.CodePage);

    private static int LengthOrAny(SsisType type) => type.Length > 0 ? type.Length : int.MaxValue;

    private static int LengthOf(SsisType type) => type.Kind switch
    {
        SsisKind.DBDate => 10,
        SsisKind.DBTimestamp2 => 20 + type.Scale,
        SsisKind.Date => 19,
        _ => 29,
    };

    private SsisOpenException None(SsisCastTerm cast) =>
        writer.NoEqual($"a cast of {cast.Operand.Type} to {cast.Type}", cast);
}
