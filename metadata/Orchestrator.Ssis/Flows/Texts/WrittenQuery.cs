namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>What a written statement is, by its first words.</summary>
internal enum WrittenKind
{
    /// <summary>One query, around which others can be written.</summary>
    Query,

    /// <summary>The call of a procedure.</summary>
    Call,

    /// <summary>Several statements, or one that is neither: it gives rows, but nothing can be written around it.
    /// </summary>
    Batch,
}

/// <summary>A statement of a package that gives rows.</summary>
internal sealed record WrittenQuery(WrittenKind Kind, string Text)
{
    /// <summary>The parts behind its own WITH, as they are written; empty where it has none.</summary>
    public string With { get; init; } = "";

    /// <summary>The query without that, and without an order that its rows do not need.</summary>
    public string Body { get; init; } = "";

    /// <summary>What stands behind its ORDER BY; empty where there is none.</summary>
    public string Order { get; init; } = "";

    public static WrittenQuery Of(string written)
    {
        var text = written.Trim().TrimEnd(';').TrimEnd();
        var words = SqlWords.Of(text);
        if (words.Count == 0)
        {
            return new(WrittenKind.Batch, text);
        }

        if (words[0].Text is "EXEC" or "EXECUTE" or "CALL")
        {
            return new(words.Any(each => each.Text == ";") ? WrittenKind.Batch : WrittenKind.Call, text);
        }

        return IsOneQuery(words) && Start(words) is { } start
            ? Cut(text, words, start) : new(WrittenKind.Batch, text);
    }

    private static bool IsOneQuery(IReadOnlyList<SqlWord> words) =>
        words[0].Text is "SELECT" or "WITH" or "("
        && !words.Any(each => each.Is(";") || each.Is("INTO") || each.Is("GO") || each.Is("FOR")
            || each.Is("INSERT") || each.Is("UPDATE") || each.Is("DELETE") || each.Is("MERGE") || each.Is("DECLARE"));

    // Where the query itself begins, behind its WITH.
    private static int? Start(IReadOnlyList<SqlWord> words)
    {
        var first = words[0].Text == "WITH"
            ? words.Where(each => each.Is("SELECT")).Select(each => (SqlWord?)each).FirstOrDefault() : words[0];
        return first?.At;
    }

    private static WrittenQuery Cut(string text, IReadOnlyList<SqlWord> words, int start)
    {
        var own = words.Where(each => each.At >= start && each.Depth == 0).ToList();
        var hint = own.Where(each => each.Text == "OPTION").Select(each => each.At).DefaultIfEmpty(text.Length).First();
        var order = IsLimited(own)
            ? hint : own.Where(each => each.Text == "ORDER").Select(each => each.At).DefaultIfEmpty(hint).Last();
        return new(WrittenKind.Query, text)
        {
            With = words[0].Text == "WITH" ? text[words[0].End..start].Trim() : "",
            Body = text[start..order].Trim(),
            Order = order < hint ? text[order..hint].Trim() : "",
        };
    }

    private static bool IsLimited(List<SqlWord> own) =>
        own.Exists(each => each.Text is "TOP" or "OFFSET" or "LIMIT" or "FETCH");
}
