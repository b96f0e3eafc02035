using System.Globalization;

namespace Orchestrator.Import.Ssis.Statements;

/// <summary>
/// Statements that begin and commit transactions themselves. An object is one transaction as a whole, so that these
/// words say nothing more; what is taken back has to fail as well, or it would stay a success that changed nothing.
/// </summary>
internal static class OwnTransaction
{
    // From this severity on a RAISERROR fails its statement.
    private const int FailingFrom = 11;

    // Behind a ROLLBACK in its block: what changes nothing that would have stayed.
    private static readonly string[] Harmless =
        ["SET", "SELECT", "DECLARE", "PRINT", "RAISERROR", "THROW", "RETURN", "WITH"];

    /// <summary>Whether a statement begins or ends a transaction; what stands in a procedure that it makes does not
    /// count.</summary>
    public static bool IsIn(string text)
    {
        var tokens = StatementTokens.Of(text);
        return !IsModule(tokens)
            && Enumerable.Range(0, tokens.Count).Any(at => TransactionWords.At(tokens, at) is not null);
    }

    /// <summary>The statement without these words; null where it would then do something else.</summary>
    public static string? Without(string text)
    {
        var tokens = StatementTokens.Of(text);
        var (spans, open) = (new List<(int First, int Last)>(), 0);
        for (var at = 0; at < tokens.Count; at++)
        {
            if (Checked(tokens, at) is not { } found)
            {
                if (TransactionWords.At(tokens, at) is not null)
                {
                    return null;
                }

                continue;
            }

            if (found.TakesBack && !found.IsOfError && !RaisesBehind(tokens, found.Next))
            {
                return null;
            }

            open += found.Opened;
            spans.Add((at, found.Next - 1));
            at = found.Next - 1;
        }

        return open == 0 ? WithoutSpans(text, tokens, spans) : null;
    }

    // One that runs in any case, or only where a transaction is open, as it always is here.
    private static TransactionWords? Checked(IReadOnlyList<SqlToken> tokens, int at)
    {
        if (tokens[at].Is("IF"))
        {
            return TransactionWords.Guarded(tokens, at);
        }

        return TransactionWords.At(tokens, at) is { } found && !TransactionWords.IsBodyOfCondition(tokens, at)
            && !TransactionWords.IsWholeBlock(tokens, at, found.Next) ? found : null;
    }

    private static bool IsModule(IReadOnlyList<SqlToken> tokens) =>
        Enumerable.Range(0, Math.Max(0, tokens.Count - 1)).Any(at =>
            (tokens[at].Is("PROC") || tokens[at].Is("PROCEDURE") || tokens[at].Is("FUNCTION")
                || tokens[at].Is("TRIGGER"))
            && at > 0 && (tokens[at - 1].Is("CREATE") || tokens[at - 1].Is("ALTER")));

    // Whether the block around it surely fails behind it, so that the object takes back all of its own.
    private static bool RaisesBehind(IReadOnlyList<SqlToken> tokens, int from)
    {
        var (raises, leaves, at) = (false, false, from);
        for (; at < tokens.Count && !tokens[at].Is("END"); at++)
        {
            var token = tokens[at];
            if (token.Is("INTO") || (token.Depth == tokens[from].Depth && IsChange(token)))
            {
                return false;
            }

            raises |= token.Is("THROW") || (token.Is("RAISERROR") && !IsInformation(tokens, at));
            leaves |= token.Is("THROW") || token.Is("RETURN");
        }

        return raises && at < tokens.Count && (leaves || !WritesBehind(tokens, at));
    }

    // `RAISERROR('…', 10, 1)` fails nothing.
    private static bool IsInformation(IReadOnlyList<SqlToken> tokens, int at)
    {
        if (at + 1 >= tokens.Count || !tokens[at + 1].IsSign('('))
        {
            return true;
        }

        var inside = tokens[at + 1].Depth + 1;
        for (at += 2; at + 1 < tokens.Count && tokens[at].Depth >= inside; at++)
        {
            if (tokens[at].IsSign(',') && tokens[at].Depth == inside)
            {
                return int.TryParse(tokens[at + 1].Text, NumberStyles.None, CultureInfo.InvariantCulture, out var level)
                    && level < FailingFrom;
            }
        }

        return true;
    }

    // RAISERROR goes on, and what then changed something stayed.
    private static bool WritesBehind(IReadOnlyList<SqlToken> tokens, int from) => tokens.Skip(from)
        .Any(token => IsChange(token) && !token.Is("END") && !token.Is("GO") && !token.Is("BEGIN"));

    private static bool IsChange(SqlToken token) =>
        TransactionWords.IsBegin(token) && !Harmless.Any(token.Is);

    private static string WithoutSpans(
        string text, IReadOnlyList<SqlToken> tokens, List<(int First, int Last)> spans)
    {
        foreach (var (first, last) in spans.AsEnumerable().Reverse())
        {
            // A semicolon ends the statement before, unless that has one, or there is none.
            var isEnded = first == 0 || tokens[first - 1].IsSign(';') || IsStart(tokens, first - 1);
            var end = isEnded && last + 1 < tokens.Count && tokens[last + 1].IsSign(';')
                ? tokens[last + 1].End : tokens[last].End;
            text = text[..tokens[first].Start].TrimEnd(' ', '\t') + text[end..];
        }

        return text.Trim();
    }

    // Of a block; END also ends a CASE, and END TRY is none.
    private static bool IsStart(IReadOnlyList<SqlToken> tokens, int at) => tokens[at].Is("BEGIN")
        || tokens[at].Is("GO")
        || (at > 0 && tokens[at - 1].Is("BEGIN") && (tokens[at].Is("TRY") || tokens[at].Is("CATCH")));
}
