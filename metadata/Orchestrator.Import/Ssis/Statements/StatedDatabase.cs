namespace Orchestrator.Import.Ssis.Statements;

/// <summary>A statement that says by USE which database it works on, before anything else of it.</summary>
/// <param name="Database">The database; null = it says none.</param>
/// <param name="Text">What it does there.</param>
internal readonly record struct StatedDatabase(string? Database, string Text)
{
    /// <summary>The database of a statement; what comes behind another statement is left where it stands.</summary>
    public static StatedDatabase Of(string text)
    {
        var (rest, database) = (text, (string?)null);
        while (StatementTokens.Of(rest) is [var use, { IsName: true } name, ..] tokens && use.Is("USE"))
        {
            (database, rest) = (name.Name, Behind(rest, tokens));
        }

        return new(database, database is null ? rest : WithoutAgain(rest, database));
    }

    /// <summary>Whether a statement changes its database, wherever it does so.</summary>
    public static bool IsIn(string text)
    {
        var tokens = StatementTokens.Of(text);
        return Enumerable.Range(0, Math.Max(0, tokens.Count - 1)).Any(at => tokens[at].Is("USE")
            && tokens[at + 1].IsName && !tokens[at + 1].Is("HINT") && !tokens[at + 1].Is("PLAN"));
    }

    // Scripts that a tool has written say it before each of their parts.
    private static string WithoutAgain(string text, string database)
    {
        var tokens = StatementTokens.Of(text);
        foreach (var at in Enumerable.Range(0, Math.Max(0, tokens.Count - 1)).Reverse().Where(place =>
            tokens[place].Is("USE") && tokens[place + 1].IsName
            && tokens[place + 1].Name.Equals(database, StringComparison.OrdinalIgnoreCase)))
        {
            text = text[..tokens[at].Start] + text[tokens[at + 1].End..];
        }

        return text;
    }

    // With what ends it: a semicolon, GO.
    private static string Behind(string text, IReadOnlyList<SqlToken> tokens)
    {
        var at = 2;
        while (at < tokens.Count && (tokens[at].IsSign(';') || tokens[at].Is("GO")))
        {
            at++;
        }

        return text[tokens[at - 1].End..].TrimStart();
    }
}
