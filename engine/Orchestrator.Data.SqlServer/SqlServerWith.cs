namespace Orchestrator.Data.SqlServer;

/// <summary>
/// The common table expressions that a query begins with (WITH a AS (…), b AS (…) SELECT …): the server takes them
/// where a statement begins, and in no brackets.
/// </summary>
internal static class SqlServerWith
{
    /// <summary>The query in two; the first is empty where it begins with none.</summary>
    public static (string With, string Select) Part(string query)
    {
        var start = SkipBlanks(query, 0);
        while (start < query.Length && query[start] == ';')
        {
            start = SkipBlanks(query, start + 1);
        }

        if (!IsWord(query, start, "WITH"))
        {
            return ("", query);
        }

        var place = start;
        do
        {
            // Behind WITH or a comma: a name, its columns if they are named, AS and the query.
            place = Behind(query, Behind(query, place));
            place = BehindBrackets(query, place);
            place = IsWord(query, place, "AS") ? BehindBrackets(query, Behind(query, place)) : place;
        }
        while (place < query.Length && query[place] == ',');

        return place < query.Length ? (query[start..place], query[place..]) : ("", query);
    }

    private static int BehindBrackets(string query, int place)
    {
        if (place >= query.Length || query[place] != '(')
        {
            return place;
        }

        var depth = 0;
        do
        {
            depth += query[place] == '(' ? 1 : query[place] == ')' ? -1 : 0;
            place = Behind(query, place);
        }
        while (depth > 0 && place < query.Length);

        return place;
    }

    private static int Behind(string query, int place) =>
        SkipBlanks(query, place + SqlServerToken.Length(query, place));

    private static int SkipBlanks(string query, int place)
    {
        while (place < query.Length
            && (char.IsWhiteSpace(query[place]) ? 1 : SqlServerToken.CommentLength(query, place)) is > 0 and var length)
        {
            place += length;
        }

        return place;
    }

    private static bool IsWord(string query, int place, string word) =>
        place < query.Length
        && query.AsSpan(place, SqlServerToken.WordLength(query, place))
            .Equals(word, StringComparison.OrdinalIgnoreCase);
}
