namespace Orchestrator.Import.Ssis.Statements;

/// <summary>A statement that changes rows, and does nothing besides: how many it has changed is one number.</summary>
internal static class ChangingStatement
{
    private static readonly string[] Changing = ["INSERT", "UPDATE", "DELETE"];

    private static readonly string[] Others =
    [
        "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "EXEC", "EXECUTE", "DECLARE", "IF", "WHILE", "BEGIN",
        "PRINT", "GO",
    ];

    /// <summary>Whether a text is one of them.</summary>
    public static bool IsAlone(string text)
    {
        var tokens = StatementTokens.Of(text);
        return tokens is [var first, ..] && Changing.Any(first.Is)
            && !tokens.Skip(1).Any(token => token.Depth == 0 && Others.Any(token.Is))
            && !tokens.Any(token => token.IsSign(';') && token.End < text.TrimEnd().Length);
    }
}
