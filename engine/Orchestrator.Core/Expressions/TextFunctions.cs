namespace Orchestrator.Core.Expressions;

/// <summary>
/// What is made of texts. Lengths and places count characters (code points), as people and most databases do, so that
/// none is cut in half; what nvarchar has room for counts code units of UTF-16.
/// </summary>
internal static class TextFunctions
{
    /// <summary>The longest text that is made; one that is only read may be longer.</summary>
    public const int LengthMax = 32_768;

    public static readonly string TooLong = $"its text is longer than {LengthMax} characters";

    public static IEnumerable<ExpressionFunction> All { get; } =
    [
        new("length", [ExpressionKind.Text], ExpressionKind.Number, of => Length((string)of[0])),
        Change("lower", text => text.ToLowerInvariant()),
        Change("upper", text => text.ToUpperInvariant()),
        Change("trim", text => text.Trim(' ')),
        new("substring", [ExpressionKind.Text, ExpressionKind.Number, ExpressionKind.Number], ExpressionKind.Text,
            of => Substring((string)of[0], (decimal)of[1], (decimal)of[2])),
        new("replace", [ExpressionKind.Text, ExpressionKind.Text, ExpressionKind.Text], ExpressionKind.Text,
            of => Replace((string)of[0], (string)of[1], (string)of[2])),
        Test("startsWith", (text, part) => text.StartsWith(part, StringComparison.Ordinal)),
        Test("endsWith", (text, part) => text.EndsWith(part, StringComparison.Ordinal)),
        Test("contains", (text, part) => text.Contains(part, StringComparison.Ordinal)),
    ];

    private static ExpressionFunction Change(string name, Func<string, string> change) =>
        new(name, [ExpressionKind.Text], ExpressionKind.Text, of => change((string)of[0]));

    private static ExpressionFunction Test(string name, Func<string, string, bool> test) =>
        new(name, [ExpressionKind.Text, ExpressionKind.Text], ExpressionKind.Flag,
            of => test((string)of[0], (string)of[1]));

    /// <summary>The first character is 1; what lies behind the end is not there.</summary>
    private static object Substring(string text, decimal from, decimal count)
    {
        if (from != decimal.Truncate(from) || count != decimal.Truncate(count) || from < 1 || count < 0)
        {
            return ExpressionFunction.Fault("it takes a place from 1 on and a length from 0 on, whole numbers");
        }

        var start = Behind(text, 0, from - 1);
        object part = text[start..Behind(text, start, count)];
        return part;
    }

    // Half of a character, which no file and few servers hold, counts as one.
    private static decimal Length(string text)
    {
        var characters = 0m;
        for (var at = 0; at < text.Length; at = Behind(text, at, 1))
        {
            characters++;
        }

        return characters;
    }

    /// <summary>The place behind so many characters from another one on; the end where there are not so many.</summary>
    private static int Behind(string text, int at, decimal characters)
    {
        for (; characters > 0 && at < text.Length; characters--)
        {
            at += char.IsSurrogatePair(text, at) ? 2 : 1;
        }

        return at;
    }

    // Counted first: what would be made is never there.
    private static object Replace(string text, string what, string with)
    {
        if (what.Length == 0)
        {
            return text;
        }

        var length = (long)text.Length;
        for (var at = text.IndexOf(what, StringComparison.Ordinal); at >= 0;)
        {
            length += with.Length - what.Length;
            at = text.IndexOf(what, at + what.Length, StringComparison.Ordinal);
        }

        return length <= LengthMax ? text.Replace(what, with, StringComparison.Ordinal)
            : ExpressionFunction.Fault(TooLong);
    }
}
