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
    /// Length of all from a comment on that some versions run; 0 = none begins there. A version that passes it over
    /// sees no quotes in it, so that what is code behind it nobody knows for all of them.
    /// </summary>
    public static int RunLength(string sql, int place) => IsRun(sql, place) ? sql.Length - place : 0;

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
