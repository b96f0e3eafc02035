using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Pieces of SQL as MariaDB cuts it without ANSI_QUOTES and NO_BACKSLASH_ESCAPES, which the driver's sessions never
/// have: strings in ' or ", names in `. What stands in /*! … */ is run, and no comment.
/// </summary>
internal static class MariaDbToken
{
    private static readonly string[] Runs = ["/*!", "/*M!"];

    /// <summary>Length of the comment that begins there; 0 = none does. Block comments do not nest.</summary>
    public static int CommentLength(string sql, int place)
    {
        var rest = sql.AsSpan(place);
        if (rest[0] == '#' || IsDashes(rest))
        {
            var end = rest.IndexOf('\n');
            return end < 0 ? rest.Length : end + 1;
        }

        if (!rest.StartsWith("/*") || IsRun(sql, place))
        {
            return 0;
        }

        var close = rest[2..].IndexOf("*/");
        return close < 0 ? rest.Length : close + 4;
    }

    /// <summary>Whether what looks like a comment there is run by the server.</summary>
    public static bool IsRun(string sql, int place) =>
        Array.Exists(Runs, run => string.CompareOrdinal(sql, place, run, 0, run.Length) == 0);

    /// <summary>
    /// Length of what begins as a comment that some versions run, to the last place at which it may end; 0 = none does.
    /// Such comments nest, and a version that passes them over sees no quotes in there.
    /// </summary>
    public static int RunLength(string sql, int place) => !IsRun(sql, place) ? 0
        : sql.LastIndexOf("*/", StringComparison.Ordinal) is var last && last > place ? last + 2 - place
        : sql.Length - place;

    /// <summary>Length of the string or quoted name that begins there; 0 = none does.</summary>
    public static int QuotedLength(string sql, int place) => sql[place] switch
    {
        '\'' or '"' => SqlPieces.QuotedLength(sql, place, sql[place], escapes: true),
        '`' => SqlPieces.QuotedLength(sql, place, '`'),
        _ => 0,
    };

    /// <summary>Length of what stands there: a comment, a quoted piece, a word or number, or one character.</summary>
    public static int Length(string sql, int place) =>
        SqlPieces.Length(sql, place, Math.Max(CommentLength(sql, place), QuotedLength(sql, place)));

    /// <summary>The first words of a statement, in upper case.</summary>
    public static List<string> Words(string sql, int wordsMax) =>
        SqlPieces.Words(sql, wordsMax, Length, SqlPieces.WordLength);

    // Two dashes begin a comment before a blank or a control character only: 1--1 is 2.
    private static bool IsDashes(ReadOnlySpan<char> rest) =>
        rest.StartsWith("--") && (rest.Length == 2 || char.IsWhiteSpace(rest[2]) || char.IsControl(rest[2]));
}
