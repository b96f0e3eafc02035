using System.Numerics;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Generation.Dialects;
using Orchestrator.Ssis.Expressions.Generation.Parts;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Generation.Terms;

/// <summary>Functions whose result is text.</summary>
internal sealed class TermTexts(TermWriter writer)
{
    private const string Pair = "a character beyond U+FFFF counts as two";

    private TermTextForms Texts => writer.Forms.Texts;

    public SqlPart Join(SsisBinaryTerm term)
    {
        if (!term.Type.IsText)
        {
            throw writer.NoEqual($"+ of {term.Type}", term);
        }

        var (left, right) = (Text(term.Left), Text(term.Right));
        return Texts.Join(left, right) with
        {
            CanFail = left.CanFail || right.CanFail,
            IsKnown = left.IsKnown && right.IsKnown,
            Longest = Bounded((long)left.Longest + right.Longest),
            IsPlain = left.IsPlain && right.IsPlain,
            IsAscii = left.IsAscii && right.IsAscii,
        };
    }

    public SqlPart Of(SsisCallTerm call) => call.Function switch
    {
        SsisFunction.Left => Cut(call, Texts.Left),
        SsisFunction.Right => Cut(call, Texts.Right),
        SsisFunction.Substring => Substring(call),
        SsisFunction.Trim => Changed(call, Texts.Trim),
        SsisFunction.LTrim => Changed(call, Texts.TrimStart),
        SsisFunction.RTrim => Changed(call, Texts.TrimEnd),
        SsisFunction.Upper => Cased(call, Texts.Upper),
        SsisFunction.Lower => Cased(call, Texts.Lower),
        SsisFunction.Replace => Replace(call),
        SsisFunction.Replicate => Replicate(call),
        SsisFunction.Reverse => writer.Let(Counted(Text(call.Arguments[0])), text =>
            text.As(Texts.Reverse(text) ?? throw writer.NoEqual("REVERSE", call))),
        SsisFunction.Token => Token(call),
        _ => throw writer.NoEqual(call.Function.ToString().ToUpperInvariant(), call),
    };

    /// <summary>An argument that is text.</summary>
    public SqlPart Text(SsisTerm term) => writer.Value(TermConstants.Bare(term));

    /// <summary>A text whose characters the dialect counts as the language does, or which stops the statement.
    /// </summary>
    public SqlPart Counted(SqlPart text) => text.IsPlain || Texts.CountsUnits ? text
        : writer.Let(text, one => writer.Unless(Texts.HasPairs(one), Pair, one, SsisType.WStr(SsisType.LengthMax)))
            with
        { IsPlain = true };

    /// <summary>What a constant number of times or characters is; it is never below the least.</summary>
    public long? Number(SsisTerm term, int least)
    {
        long? number = writer.Constant(term) switch
        {
            long signed => signed,
            ulong unsigned => (long)Math.Min(unsigned, int.MaxValue),
            _ => null,
        };
        return number < least ? throw SsisOpenException.AlwaysFails(
            new SsisFault(SsisFaultKind.Argument, $"the number is at least {least}", term.Place), term) : number;
    }

    /// <summary>A text that is constant and not empty.</summary>
    public string? Sought(SsisTerm term) => writer.Constant(TermConstants.Bare(term)) switch
    {
        "" => throw SsisOpenException.AlwaysFails(
            new SsisFault(SsisFaultKind.Argument, "the text is not empty", term.Place), term),
        string text => text,
        _ => null,
    };

    /// <summary>Stops the statement where a text that is sought is empty.</summary>
    public SqlPart NotEmpty(SqlPart result, SqlPart sought, SsisTerm term, SsisType type, params SqlPart[] others) =>
        Sought(term) is not null ? result : writer.Unless(
            $"{Texts.Length(sought)} = 0{TermWriter.Known(others)}", "what is sought is not empty", result, type);

    private SqlPart Changed(SsisCallTerm call, Func<SqlPart, string> change)
    {
        var text = Text(call.Arguments[0]);
        return text.As(change(text));
    }

    // Servers know other letters, or none but those of ASCII.
    private SqlPart Cased(SsisCallTerm call, Func<SqlPart, string> change)
    {
        var text = Text(call.Arguments[0]);
        return Texts.KeepsCases || text.IsAscii ? text.As(change(text)) : writer.Let(text, one => writer.Unless(
            Texts.HasOther(one, Texts.Cased), "the case of a character is not known", one.As(change(one)), call.Type));
    }

    private SqlPart Cut(SsisCallTerm call, Func<SqlPart, SqlPart, string> cut)
    {
        var count = Count(call.Arguments[1]);
        return writer.Let(Counted(Text(call.Arguments[0])), text =>
        {
            var part = text.As(cut(text, count)) with
            {
                Longest = LongestOf(text, call.Arguments[1]),
                CanFail = text.CanFail || count.CanFail,
                IsKnown = text.IsKnown && count.IsKnown,
            };
            return NotBelow(part, text, call, (count, call.Arguments[1], 0));
        });
    }

    private SqlPart Substring(SsisCallTerm call)
    {
        var (from, count) = (Count(call.Arguments[1]), Count(call.Arguments[2]));
        return writer.Let(Counted(Text(call.Arguments[0])), text =>
        {
            var part = text.As(Texts.Substring(text, from, count)) with
            {
                Longest = LongestOf(text, call.Arguments[2]),
                CanFail = text.CanFail || from.CanFail || count.CanFail,
                IsKnown = text.IsKnown && from.IsKnown && count.IsKnown,
            };
            return NotBelow(part, text, call, (from, call.Arguments[1], 1), (count, call.Arguments[2], 0));
        });
    }

    private SqlPart NotBelow(
        SqlPart part, SqlPart text, SsisCallTerm call, params (SqlPart Count, SsisTerm Term, int Least)[] counts)
    {
        var open = counts.Where(one => Number(one.Term, one.Least) is null
            && !(one.Count.Span is { } span && span.Least >= one.Least)).ToList();
        if (open.Count == 0)
        {
            return part;
        }

        var known = TermWriter.Known([text, .. counts.Select(one => one.Count)]);
        var below = string.Join(" OR ", open.Select(one => $"{one.Count.In(SqlLevel.Join)} < {one.Least}"));
        return writer.Unless($"({below}){known}", "the number of characters is too small", part, call.Type);
    }

    private SqlPart Replace(SsisCallTerm call)
    {
        var (text, sought, instead) =
            (Text(call.Arguments[0]), Text(call.Arguments[1]), Text(call.Arguments[2]));
        var replaced = text.As(Texts.Replace(text, sought, instead)) with
        {
            CanFail = text.CanFail || sought.CanFail || instead.CanFail,
            IsKnown = text.IsKnown && sought.IsKnown && instead.IsKnown,
            Longest = Bounded((long)text.Longest * Math.Max(1, instead.Longest)),
            IsPlain = text.IsPlain && instead.IsPlain,
            IsAscii = text.IsAscii && instead.IsAscii,
        };
        return NotEmpty(replaced, sought, call.Arguments[1], call.Type, text, instead);
    }

    private SqlPart Replicate(SsisCallTerm call)
    {
        var (text, times) = (Text(call.Arguments[0]), Count(call.Arguments[1]));
        var repeated = text.As(Texts.Repeat(text, times)) with
        {
            CanFail = text.CanFail || times.CanFail,
            IsKnown = text.IsKnown && times.IsKnown,
            Longest = Number(call.Arguments[1], 0) is { } number
                ? Bounded(text.Longest * Math.Min(number, int.MaxValue)) : int.MaxValue,
        };
        return NotBelow(repeated, text, call, (times, call.Arguments[1], 0));
    }

    private SqlPart Token(SsisCallTerm call)
    {
        var (delimiters, number) = (Sought(call.Arguments[1]), Number(call.Arguments[2], 1));
        if (delimiters is null || number is null or > int.MaxValue || delimiters.Any(char.IsSurrogate))
        {
            throw writer.NoEqual("TOKEN with delimiters or a number that are not constant", call);
        }

        return writer.Let(Text(call.Arguments[0]), text => text.As(
            Texts.Token(text, delimiters, (int)number) ?? throw writer.NoEqual("TOKEN", call))
            with
        { IsKnown = false });
    }

    // As many as a text can have: no more is asked for than a number of 32 bits.
    private SqlPart Count(SsisTerm term)
    {
        if (writer.Constant(term) is { } constant)
        {
            var number = constant is ulong many ? new BigInteger(many) : new BigInteger((long)constant);
            return TermLiterals.Plain(BigInteger.Max(int.MinValue, BigInteger.Min(int.MaxValue, number)));
        }

        var bare = TermConstants.Bare(term);
        var count = writer.Value(bare);
        if (!Texts.CountsInWords || bare.Type.Kind is not (SsisKind.I8 or SsisKind.UI4))
        {
            return count;
        }

        return count.Span is { } span && span.LiesIn(SqlSpan.Of(SsisType.I4)) ? InWord(count)
            : writer.Let(count, one => one.As(
                $"CASE WHEN {one.In(SqlLevel.Join)} > {int.MaxValue} THEN {int.MaxValue} "
                + $"WHEN {one.In(SqlLevel.Join)} < 0 THEN -1 ELSE {InWord(one).Text} END"));
    }

    private SqlPart InWord(SqlPart count) => count.As(writer.Forms.Cast(count.Text, SsisType.I4));

    private int LongestOf(SqlPart text, SsisTerm count) =>
        Number(count, 0) is { } number && number < text.Longest ? (int)number : text.Longest;

    private static int Bounded(long longest) => (int)Math.Min(longest, int.MaxValue);
}
