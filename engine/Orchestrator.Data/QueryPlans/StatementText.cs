using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Orchestrator.Data.QueryPlans;

/// <summary>
/// Statements as they may be kept and shown: without comments, and with ? for each value. Those of one form are the
/// same statement, whatever their values and however many of them a list has.
/// </summary>
public static partial class StatementText
{
    private const string Value = "?";
    private const int CharsMax = 8000;

    /// <summary>The statement on one line without its values; what is very long is cut.</summary>
    public static string Normalised(string sql, Dialect dialect)
    {
        var text = new StringBuilder();
        var isApart = false;
        foreach (var token in Tokens(sql, dialect))
        {
            if (IsBlank(token))
            {
                isApart = text.Length > 0;
                continue;
            }

            text.Append(isApart ? " " : "").Append(WithoutValue(token));
            isApart = false;
        }

        var lists = Values().Replace(text.ToString().TrimEnd(' ', ';'), Value);
        var normalised = Rows().Replace(lists, "(?)");
        return normalised.Length <= CharsMax ? normalised : normalised[..CharsMax] + "…";
    }

    /// <summary>What stands for a piece of SQL: ? for a value, a load table without its attempt.</summary>
    public static string WithoutValue(string token) =>
        IsValue(token) ? Value : LoadTable().Replace(token, "$1load_?_");

    /// <summary>Whether a piece of SQL is a text or a number.</summary>
    public static bool IsValue(string token) => char.IsAsciiDigit(token[0]) || token[0] == '\''
        || (token[0] == '$' && token.Length > 1 && token[^1] == '$');

    /// <summary>Whether a piece of SQL says nothing: blanks and comments.</summary>
    public static bool IsBlank(string token) => char.IsWhiteSpace(token[0]) || IsComment(token);

    /// <summary>Whether a piece of SQL is a comment.</summary>
    public static bool IsComment(string token) =>
        token.StartsWith("--", StringComparison.Ordinal) || token.StartsWith("/*", StringComparison.Ordinal);

    /// <summary>SQL in its pieces, which together are the whole.</summary>
    public static IEnumerable<string> Tokens(string sql, Dialect dialect)
    {
        for (var place = 0; place < sql.Length;)
        {
            var length = Math.Clamp(dialect.TokenLength(sql, place), 1, sql.Length - place);
            yield return sql.Substring(place, length);
            place += length;
        }
    }

    /// <summary>SHA-256 of a text, in lower case.</summary>
    public static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    [GeneratedRegex(@"\?(?:\.\?)?(?: ?, ?[NEnexX]?\?(?:\.\?)?)+|\?\.\?")]
    private static partial Regex Values();

    [GeneratedRegex(@"\( ?\? ?\)(?: ?, ?\( ?\? ?\))+")]
    private static partial Regex Rows();

    [GeneratedRegex(@"^([""\[]?)load_\d+_")]
    private static partial Regex LoadTable();
}
