using System.Text.RegularExpressions;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>
/// Signs of scripts that are not of T-SQL. Some of their types have T-SQL's names and mean something else, so that what
/// parses would be guessed at all the same.
/// </summary>
internal static partial class OtherDialect
{
    private static readonly (Regex Sign, string What, bool IsInComments)[] Signs =
    [
        (Backtick(), "names in backticks", false),
        (Conditional(), "a comment that some servers run", true),
        (Engine(), "a storage engine", false),
        (AutoIncrement(), "a column that counts with another word than IDENTITY", false),
        (CopyFrom(), "COPY … FROM stdin", false),
        (Dollars(), "a text between dollar signs", false),
        (Casts(), "a cast with two colons", false),
        (Owner(), "OWNER TO, which T-SQL does not have", false),
        (ClientSetting(), "a setting that T-SQL does not have", false),
        (Extension(), "CREATE EXTENSION", false),
        (OtherTypes(), "a type that T-SQL does not have", false),
        (Pragma(), "PRAGMA", false),
        (WithoutRowid(), "WITHOUT ROWID", false),
        (Replacing(), "CREATE OR REPLACE, where T-SQL has CREATE OR ALTER", false),
    ];

    /// <summary>The first sign in a line: what it is, and its column from 1; null where there is none.</summary>
    /// <param name="line">The line.</param>
    /// <param name="code">The same with blanks for what is no code.</param>
    public static (string What, int Column)? Of(string line, string code)
    {
        foreach (var (sign, what, isInComments) in Signs)
        {
            if (sign.Match(isInComments ? line : code) is { Success: true } match)
            {
                return (what, match.Index + 1);
            }
        }

        return null;
    }

    [GeneratedRegex("`")]
    private static partial Regex Backtick();

    [GeneratedRegex(@"/\*![0-9]{5}")]
    private static partial Regex Conditional();

    [GeneratedRegex(@"\)\s*ENGINE\s*=", RegexOptions.IgnoreCase)]
    private static partial Regex Engine();

    [GeneratedRegex(@"\bAUTO_?INCREMENT\b", RegexOptions.IgnoreCase)]
    private static partial Regex AutoIncrement();

    [GeneratedRegex(@"^\s*COPY\b.*\bFROM\s+stdin\b", RegexOptions.IgnoreCase)]
    private static partial Regex CopyFrom();

    [GeneratedRegex(@"\$\w*\$")]
    private static partial Regex Dollars();

    // `geometry::Point` and `OBJECT::x` are T-SQL's; the types that follow are not.
    [GeneratedRegex(
        @"::\s*(regclass|text|integer|int[248]?|bigint|numeric|boolean|bool|date|json|jsonb|bytea|character"
        + @"|timestamp)\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex Casts();

    [GeneratedRegex(@"\bOWNER\s+TO\b", RegexOptions.IgnoreCase)]
    private static partial Regex Owner();

    [GeneratedRegex(
        @"^\s*SET\s+(client_encoding|search_path|statement_timeout|default_tablespace"
        + @"|standard_conforming_strings|names)\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex ClientSetting();

    [GeneratedRegex(@"^\s*CREATE\s+EXTENSION\b", RegexOptions.IgnoreCase)]
    private static partial Regex Extension();

    [GeneratedRegex(
        @"\b(bigserial|timestamptz|jsonb|bytea|mediumtext|longtext|longblob|varchar2|nvarchar2)\b(\s*\(|\s*,"
        + @"|\s+NOT\b|\s+NULL\b|\s+DEFAULT\b|\s+PRIMARY\b|\s*$)",
        RegexOptions.IgnoreCase)]
    private static partial Regex OtherTypes();

    [GeneratedRegex(@"^\s*PRAGMA\b", RegexOptions.IgnoreCase)]
    private static partial Regex Pragma();

    [GeneratedRegex(@"\bWITHOUT\s+ROWID\b", RegexOptions.IgnoreCase)]
    private static partial Regex WithoutRowid();

    [GeneratedRegex(@"\bCREATE\s+OR\s+REPLACE\b", RegexOptions.IgnoreCase)]
    private static partial Regex Replacing();
}
