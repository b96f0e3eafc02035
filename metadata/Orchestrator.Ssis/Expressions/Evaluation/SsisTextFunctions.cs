using System.Globalization;
using System.Text;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Faults;
using Orchestrator.Ssis.Expressions.Types;

namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>The functions of texts. Characters are UTF-16 code units, as in DT_WSTR.</summary>
internal static class SsisTextFunctions
{
    /// <summary>The most characters of a result, so that no expression exhausts memory.</summary>
    public const int ResultMax = 1_000_000;

    public static SsisValue Join(SsisBinaryTerm term, SsisValue left, SsisValue right)
    {
        if (left.Content is byte[] bytes)
        {
            return new SsisValue(term.Type, (byte[])[.. bytes, .. (byte[])right.Content!]);
        }

        var (one, other) = ((string)left.Content!, (string)right.Content!);
        return Bounded((long)one.Length + other.Length, term.Type, term.Place, () => one + other);
    }

    public static SsisValue Length(SsisCallTerm call, SsisValue value) => SsisValue.Of(value.Content switch
    {
        byte[] bytes => bytes.Length,
        string text when call.Arguments[0].Type.Kind == SsisKind.NText => text.Length * 2,
        string text when call.Arguments[0].Type.Kind == SsisKind.Text =>
            SsisCasts.BytesOf(text, call.Arguments[0].Type.CodePage),
        _ => ((string)value.Content!).Length,
    });

    public static SsisValue CodePoint(SsisCallTerm call, string text) =>
        text.Length == 0 ? SsisValue.Null(call.Type) : new SsisValue(call.Type, (ulong)text[0]);

    /// <summary>Where the text stands for the n-th time; 0 where it does not.</summary>
    public static SsisValue Find(SsisCallTerm call, string text, string sought, int occurrence)
    {
        if (occurrence < 1 || sought.Length == 0)
        {
            throw Argument(call, occurrence < 1 ? "the occurrence is at least 1" : "what is sought is not empty");
        }

        var found = -1;
        for (var left = occurrence; left > 0; left--)
        {
            found = found + 1 < text.Length ? text.IndexOf(sought, found + 1, StringComparison.Ordinal) : -1;
            if (found < 0)
            {
                break;
            }
        }

        return SsisValue.Of(found + 1);
    }

    public static SsisValue Hex(SsisCallTerm call, SsisValue value)
    {
        var bits = SsisIntegers.BitsOf(value.Type.Kind);
        var number = value.Content is long signed ? unchecked((ulong)signed) : (ulong)value.Content!;
        return new SsisValue(
            call.Type, (number & (ulong.MaxValue >> (64 - bits))).ToString("X", CultureInfo.InvariantCulture));
    }

    public static SsisValue Left(SsisCallTerm call, string text, int count) =>
        new(call.Type, text[..Math.Min(text.Length, NotNegative(call, count))]);

    public static SsisValue Right(SsisCallTerm call, string text, int count) =>
        new(call.Type, text[^Math.Min(text.Length, NotNegative(call, count))..]);

    public static SsisValue Substring(SsisCallTerm call, string text, int position, int length)
    {
        if (position < 1)
        {
            throw Argument(call, "the position is at least 1");
        }

        var rest = position > text.Length ? "" : text[(position - 1)..];
        return new SsisValue(call.Type, rest[..Math.Min(rest.Length, NotNegative(call, length))]);
    }

    public static SsisValue Replace(SsisCallTerm call, string text, string sought, string instead)
    {
        if (sought.Length == 0)
        {
            throw Argument(call, "what is replaced is not empty");
        }

        var times = instead.Length > sought.Length ? text.Length / sought.Length : 0;
        return Bounded(
            text.Length + ((long)times * (instead.Length - sought.Length)), call.Type, call.Place,
            () => text.Replace(sought, instead, StringComparison.Ordinal));
    }

    public static SsisValue Replicate(SsisCallTerm call, string text, int times) => Bounded(
        (long)text.Length * NotNegative(call, times), call.Type, call.Place,
        () => new StringBuilder().Insert(0, text, times).ToString());

    public static SsisValue Reverse(SsisCallTerm call, string text) =>
        new(call.Type, new string([.. Enumerable.Reverse(text)]));

    /// <summary>Only the blank of ASCII is taken away.</summary>
    public static SsisValue Trim(SsisCallTerm call, string text) => new(call.Type, call.Function switch
    {
        SsisFunction.LTrim => text.TrimStart(' '),
        SsisFunction.RTrim => text.TrimEnd(' '),
        _ => text.Trim(' '),
    });

    public static SsisValue Case(SsisCallTerm call, string text) => new(call.Type,
        call.Function == SsisFunction.Upper ? text.ToUpperInvariant() : text.ToLowerInvariant());

    /// <summary>Null where there are fewer tokens.</summary>
    public static SsisValue Token(SsisCallTerm call, string text, string delimiters, int occurrence)
    {
        if (occurrence < 1)
        {
            throw Argument(call, "the occurrence is at least 1");
        }

        return new SsisValue(call.Type, Tokens(text, delimiters).ElementAtOrDefault(occurrence - 1));
    }

    /// <summary>Delimiters that follow one another, and those in front, are one.</summary>
    public static string[] Tokens(string text, string delimiters) => delimiters.Length > 0
        ? text.Split(delimiters.ToCharArray(), StringSplitOptions.RemoveEmptyEntries)
        : new[] { text }.Where(one => one.Length > 0).ToArray();

    private static SsisValue Bounded(long length, SsisType type, SsisPlace place, Func<string> make) =>
        length <= ResultMax ? new SsisValue(type, make())
            : throw new SsisFaultException(new SsisFault(
                SsisFaultKind.Overflow, $"the text may have more than {ResultMax} characters", place));

    private static int NotNegative(SsisCallTerm call, int count) =>
        count >= 0 ? count : throw Argument(call, "the number of characters is not negative");

    private static SsisFaultException Argument(SsisCallTerm call, string reason) =>
        new(new SsisFault(SsisFaultKind.Argument, reason, call.Place));
}
