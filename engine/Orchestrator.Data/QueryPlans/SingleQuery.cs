namespace Orchestrator.Data.QueryPlans;

/// <summary>
/// Whether a text that others have written is one statement whose plan may be asked for. It is the first of two looks:
/// the server takes one statement only as well.
/// </summary>
public static class SingleQuery
{
    private static readonly HashSet<string> Beginnings = new(StringComparer.OrdinalIgnoreCase)
    {
        "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH",
    };

    /// <summary>Why it is not, in a few words; null where it is.</summary>
    public static string? Refusal(string sql, Dialect dialect)
    {
        var pieces = StatementText.Tokens(sql, dialect).ToList();
        if (pieces.Exists(IsOpen))
        {
            return "not a whole statement";
        }

        var words = pieces.Where(piece => !StatementText.IsBlank(piece)).ToList();
        while (words.Count > 0 && words[^1] == ";")
        {
            words.RemoveAt(words.Count - 1);
        }

        var first = words.Find(word => word != "(");
        return first is null || !Beginnings.Contains(first) ? "no query and no change of rows"
            : words.Contains(";") ? "more than one statement"
            : null;
    }

    /// <summary>The greatest n of parameters $n; 0 = it has none.</summary>
    public static int Parameters(string sql, Dialect dialect) => StatementText.Tokens(sql, dialect)
        .Select(token => token[0] == '$' && int.TryParse(token.AsSpan(1), out var number) ? number : 0)
        .DefaultIfEmpty().Max();

    // A quoted piece or comment that does not end goes to the end of the text.
    private static bool IsOpen(string piece) => piece[0] switch
    {
        '\'' or '"' => piece.Length < 2 || piece[^1] != piece[0] || piece.Count(c => c == piece[0]) % 2 != 0,
        '[' => piece.Length > 1 && piece[^1] != ']',
        '$' => piece.Length > 1 && piece.AsSpan(1).Contains('$') && !IsClosed(piece),
        '/' => piece.StartsWith("/*", StringComparison.Ordinal) && !piece.EndsWith("*/", StringComparison.Ordinal),
        _ => false,
    };

    private static bool IsClosed(string dollars)
    {
        var tag = dollars[..(dollars.IndexOf('$', 1) + 1)];
        return dollars.Length >= 2 * tag.Length && dollars.EndsWith(tag, StringComparison.Ordinal);
    }
}
