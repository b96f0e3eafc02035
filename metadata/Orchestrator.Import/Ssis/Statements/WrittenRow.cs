namespace Orchestrator.Import.Ssis.Statements;

/// <summary>A statement that adds a row of values, or changes values of rows, and reads nothing else. It may ask for
/// the number that its row was given.</summary>
/// <param name="Table">The table.</param>
/// <param name="IsAdded">Whether a row is added.</param>
/// <param name="Values">What is written.</param>
internal sealed record WrittenRow(NamedTable Table, bool IsAdded, IReadOnlyList<WrittenValue> Values)
{
    private static readonly string[] Facts =
    [
        "GETDATE", "GETUTCDATE", "SYSDATETIME", "SYSUTCDATETIME", "CURRENT_TIMESTAMP", "SUSER_SNAME", "SUSER_NAME",
        "SYSTEM_USER", "HOST_NAME", "APP_NAME",
    ];

    private static readonly string[] Others =
    [
        "SELECT", "FROM", "INTO", "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "EXEC", "EXECUTE", "DECLARE", "IF",
        "WHILE", "BEGIN", "GO", "DROP", "CREATE", "ALTER", "OUTPUT", "WITH",
    ];

    /// <summary>The row; null = the statement is another one, or does more.</summary>
    public static WrittenRow? Of(string text)
    {
        var tokens = StatementTokens.Of(text);
        return tokens is not [var first, ..] ? null : first.Is("INSERT") ? Added(tokens)
            : first.Is("UPDATE") ? Changed(tokens) : null;
    }

    private static WrittenRow? Added(IReadOnlyList<SqlToken> tokens)
    {
        if (NamedTable.Read(tokens, tokens.Count > 1 && tokens[1].Is("INTO") ? 2 : 1) is not { } read)
        {
            return null;
        }

        var at = IsOpened(tokens, read.Next) ? Behind(tokens, read.Next) : read.Next;
        if (at >= tokens.Count || !tokens[at].Is("VALUES") || !IsOpened(tokens, at + 1))
        {
            return null;
        }

        var end = Behind(tokens, at + 1);
        return end <= tokens.Count && IsNumberAlone(tokens, end) && IsPlain(tokens, at + 2, end - 1)
            ? new WrittenRow(read.Table, true, ValuesOf(tokens, at + 2, end - 1, tokens[at + 1].Depth + 1)) : null;
    }

    private static WrittenRow? Changed(IReadOnlyList<SqlToken> tokens)
    {
        if (NamedTable.Read(tokens, 1) is not { } read || read.Next >= tokens.Count || !tokens[read.Next].Is("SET"))
        {
            return null;
        }

        var last = tokens[^1].IsSign(';') ? tokens.Count - 1 : tokens.Count;
        if (!IsPlain(tokens, read.Next + 1, last))
        {
            return null;
        }

        var end = read.Next + 1;
        while (end < last && !(tokens[end].Depth == 0 && tokens[end].Is("WHERE")))
        {
            end++;
        }

        return new WrittenRow(read.Table, false, ValuesOf(tokens, read.Next + 1, end, 0));
    }

    private static bool IsPlain(IReadOnlyList<SqlToken> tokens, int from, int to) =>
        tokens.Take(to).Skip(from).All(token => !token.IsSign(';') && !Others.Any(token.Is));

    // `; SELECT SCOPE_IDENTITY()`
    private static bool IsNumberAlone(IReadOnlyList<SqlToken> tokens, int from)
    {
        var rest = tokens.Skip(from).Where(token => !token.IsSign(';')).ToArray();
        return rest.Length == 0 || (rest[0].Is("SELECT") && !rest.Skip(1).Any(token => Others.Any(token.Is))
            && rest.Any(token => token.Is("SCOPE_IDENTITY")
                || token.Text.Equals("@@IDENTITY", StringComparison.OrdinalIgnoreCase)));
    }

    private static List<WrittenValue> ValuesOf(IReadOnlyList<SqlToken> tokens, int from, int to, int depth)
    {
        var values = new List<WrittenValue>();
        var begin = from;
        for (var at = from; at <= to; at++)
        {
            if (at < to && !(tokens[at].Depth == depth && tokens[at].IsSign(',')))
            {
                continue;
            }

            values.Add(Value(tokens, begin, at));
            begin = at + 1;
        }

        return values;
    }

    private static WrittenValue Value(IReadOnlyList<SqlToken> tokens, int from, int to)
    {
        // `Column = value`
        for (var at = from; at < to; at++)
        {
            if (tokens[at].Depth == 0 && tokens[at].IsSign('='))
            {
                from = at + 1;
                break;
            }
        }

        if (to - from is not (1 or 3))
        {
            return new(-1, "", false);
        }

        var first = tokens[from];
        if (to - from == 1 && first.Kind == SqlTokenKind.Mark)
        {
            return new(tokens.Take(from).Count(token => token.Kind == SqlTokenKind.Mark), "", false);
        }

        if (to - from == 1 && first.Kind == SqlTokenKind.Parameter)
        {
            return new(-1, first.Text.TrimStart('@'), false);
        }

        return new(-1, "", Facts.Any(first.Is) && (to - from == 1 || tokens[from + 1].IsSign('(')));
    }

    private static bool IsOpened(IReadOnlyList<SqlToken> tokens, int at) =>
        at < tokens.Count && tokens[at].IsSign('(');

    // Past the end where it is never closed.
    private static int Behind(IReadOnlyList<SqlToken> tokens, int open)
    {
        var at = open + 1;
        while (at < tokens.Count && !(tokens[at].IsSign(')') && tokens[at].Depth == tokens[open].Depth))
        {
            at++;
        }

        return at + 1;
    }
}
