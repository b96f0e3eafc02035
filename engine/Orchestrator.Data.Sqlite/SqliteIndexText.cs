namespace Orchestrator.Data.Sqlite;

/// <summary>What an index computes and which rows it is of: SQLite keeps that in the text that has made it alone.
/// </summary>
internal static class SqliteIndexText
{
    private const string Where = "WHERE";

    /// <summary>The key that an index keeps unique.</summary>
    /// <param name="columns">Its columns; null = an expression.</param>
    /// <param name="takesNulls">Whether any number of rows may hold NULL in it.</param>
    /// <param name="text">Its text; empty = that of a constraint, which has columns alone.</param>
    /// <param name="names">The columns of the table.</param>
    public static KeyByRow Key(IReadOnlyList<string?> columns, bool takesNulls, string text, IEnumerable<string> names)
    {
        var tokens = Tokens(text).ToArray();
        var end = End(text, tokens);
        var isComputed = columns.Contains(null);
        var own = columns.OfType<string>();
        var computed = tokens.SkipWhile(one => text[one.Start] != '(')
            .TakeWhile(one => end is null || one.Start < end);
        return new KeyByRow(
            isComputed ? [.. own.Union(Named(text, computed, names), StringComparer.OrdinalIgnoreCase)] : [.. own],
            takesNulls)
        {
            IsComputed = isComputed,
            Where = end is not { } at ? null : new KeyCondition(
                text[(at + Where.Length)..].Trim(), [.. Named(text, tokens.Where(one => one.Start > at), names)]),
        };
    }

    // Where the condition begins, outside of all parentheses.
    private static int? End(string text, IEnumerable<Range> tokens)
    {
        var depth = 0;
        foreach (var token in tokens)
        {
            depth += text[token.Start] switch { '(' => 1, ')' => -1, _ => 0 };
            if (depth == 0 && text[token.Start..token.End].Equals(Where, StringComparison.OrdinalIgnoreCase))
            {
                return token.Start;
            }
        }

        return null;
    }

    private static IEnumerable<string> Named(string text, IEnumerable<Range> tokens, IEnumerable<string> names)
    {
        var words = tokens.Select(one => text[one.Start..one.End].Trim('"', '[', ']', '`'))
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        return names.Where(words.Contains);
    }

    private static IEnumerable<Range> Tokens(string text)
    {
        for (var place = 0; place < text.Length;)
        {
            var end = place + SqliteScript.TokenLength(text, place);
            yield return new Range(place, end);
            place = end;
        }
    }

    private readonly record struct Range(int Start, int End);
}
