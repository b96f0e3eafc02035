namespace Orchestrator.Import.Ssis.Statements;

/// <summary>Words of a statement that begin or end a transaction.</summary>
/// <param name="Next">The number of the piece behind them.</param>
/// <param name="Opened">How many more transactions are open behind them.</param>
/// <param name="TakesBack">Whether they take something back.</param>
/// <param name="IsOfError">Whether only where a statement has failed, of which the caller hears in any case.</param>
internal sealed record TransactionWords(int Next, int Opened, bool TakesBack, bool IsOfError = false)
{
    private const string ConditionSigns = "()<>=!";

    private static readonly HashSet<string> Beginning = new(StringComparer.OrdinalIgnoreCase)
    {
        "SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "SET", "DECLARE", "IF", "ELSE", "WHILE", "BEGIN",
        "END", "RETURN", "PRINT", "GO", "WITH", "EXEC", "EXECUTE", "CREATE", "ALTER", "DROP", "COMMIT", "ROLLBACK",
        "SAVE", "RAISERROR", "THROW", "USE", "GRANT", "DENY", "REVOKE", "WAITFOR", "GOTO", "OPEN", "FETCH", "CLOSE",
        "DEALLOCATE", "BULK", "DBCC", "BREAK", "CONTINUE", "ENABLE", "DISABLE", "START", "CALL",
    };

    /// <summary>Whether a statement begins, or a part of one that has a word of its own.</summary>
    public static bool IsBegin(SqlToken token) =>
        token.Kind == SqlTokenKind.Word && Beginning.Contains(token.Text);

    /// <summary>Those that stand at a place; null = none do.</summary>
    public static TransactionWords? At(IReadOnlyList<SqlToken> tokens, int at)
    {
        if (at >= tokens.Count || (at > 0 && tokens[at - 1].IsSign('.')))
        {
            return null;
        }

        var isNamed = at + 1 < tokens.Count && (tokens[at + 1].Is("TRAN") || tokens[at + 1].Is("TRANSACTION"));
        var word = tokens[at];
        if (isNamed && (word.Is("BEGIN") || word.Is("START")))
        {
            return new TransactionWords(BehindMark(tokens, BehindName(tokens, at + 2)), 1, false);
        }

        if (isNamed && word.Is("SAVE"))
        {
            return new TransactionWords(BehindName(tokens, at + 2), 0, true);
        }

        // A temporary table says `ON COMMIT DROP`.
        var isOfTable = at > 0 && tokens[at - 1].Is("ON") && (IsAt(tokens, at + 1, "DROP")
            || IsAt(tokens, at + 1, "DELETE") || IsAt(tokens, at + 1, "PRESERVE"));
        if ((!word.Is("COMMIT") && !word.Is("ROLLBACK")) || isOfTable)
        {
            return null;
        }

        var next = isNamed ? BehindName(tokens, at + 2) : IsAt(tokens, at + 1, "WORK") ? at + 2 : at + 1;
        return new TransactionWords(next, word.Is("COMMIT") ? -1 : 0, word.Is("ROLLBACK"));
    }

    /// <summary>Those of an IF that asks only whether a transaction is open or a statement has failed, with it.
    /// </summary>
    public static TransactionWords? Guarded(IReadOnlyList<SqlToken> tokens, int at)
    {
        var (next, asksState, asksError) = (at + 1, false, false);
        for (; next < tokens.Count && IsOfCondition(tokens[next]); next++)
        {
            asksState |= IsNamed(tokens[next], "@@TRANCOUNT") || IsNamed(tokens[next], "XACT_STATE");
            asksError |= IsNamed(tokens[next], "@@ERROR");
        }

        if ((!asksState && !asksError) || Body(tokens, next) is not { } then || IsBodyOfCondition(tokens, at))
        {
            return null;
        }

        // An error that is caught is none of which the caller hears.
        var isOfError = asksError && !tokens.Any(token => token.Is("TRY"));
        next = then.Next < tokens.Count && tokens[then.Next].IsSign(';') ? then.Next + 1 : then.Next;
        if (!IsAt(tokens, next, "ELSE"))
        {
            return then with { IsOfError = isOfError };
        }

        return Body(tokens, next + 1) is not { } other ? null : new TransactionWords(
            other.Next, then.Opened != 0 ? then.Opened : other.Opened, then.TakesBack || other.TakesBack, isOfError);
    }

    /// <summary>Whether the statement there is all that an IF, ELSE or WHILE has.</summary>
    public static bool IsBodyOfCondition(IReadOnlyList<SqlToken> tokens, int at)
    {
        for (var before = at - 1; before >= 0; before--)
        {
            var token = tokens[before];
            if (token.Depth == tokens[at].Depth && (token.IsSign(';') || IsBegin(token)))
            {
                return token.Is("IF") || token.Is("ELSE") || token.Is("WHILE");
            }
        }

        return false;
    }

    /// <summary>Whether a block holds nothing else, which then would be empty.</summary>
    public static bool IsWholeBlock(IReadOnlyList<SqlToken> tokens, int at, int next)
    {
        next = next < tokens.Count && tokens[next].IsSign(';') ? next + 1 : next;
        return at > 0 && (tokens[at - 1].Is("BEGIN") || tokens[at - 1].Is("TRY")) && IsAt(tokens, next, "END");
    }

    private static TransactionWords? Body(IReadOnlyList<SqlToken> tokens, int at)
    {
        if (At(tokens, at) is { } alone)
        {
            return alone;
        }

        if (!IsAt(tokens, at, "BEGIN") || At(tokens, at + 1) is not { } inside)
        {
            return null;
        }

        var end = inside.Next < tokens.Count && tokens[inside.Next].IsSign(';') ? inside.Next + 1 : inside.Next;
        return IsAt(tokens, end, "END") ? inside with { Next = end + 1 } : null;
    }

    private static bool IsOfCondition(SqlToken token) => token.Kind == SqlTokenKind.Number
        || (token.Kind == SqlTokenKind.Sign && ConditionSigns.Contains(token.Text[0]))
        || IsNamed(token, "@@TRANCOUNT") || IsNamed(token, "@@ERROR") || IsNamed(token, "XACT_STATE");

    private static bool IsNamed(SqlToken token, string name) =>
        token.Kind is SqlTokenKind.Word or SqlTokenKind.Parameter
        && string.Equals(token.Text, name, StringComparison.OrdinalIgnoreCase);

    private static int BehindName(IReadOnlyList<SqlToken> tokens, int at) =>
        at < tokens.Count && (tokens[at].IsName || tokens[at].Kind == SqlTokenKind.Parameter) && !IsBegin(tokens[at])
            ? at + 1 : at;

    // `WITH MARK 'text'`.
    private static int BehindMark(IReadOnlyList<SqlToken> tokens, int at) =>
        !IsAt(tokens, at, "WITH") || !IsAt(tokens, at + 1, "MARK") ? at
            : at + 2 < tokens.Count && tokens[at + 2].Kind == SqlTokenKind.Text ? at + 3 : at + 2;

    private static bool IsAt(IReadOnlyList<SqlToken> tokens, int at, string word) =>
        at < tokens.Count && tokens[at].Is(word);
}
