namespace Orchestrator.Packages.Tests.Texts;

/// <summary>
/// SQL as a platform reads it, by rules that are written from its manual and share nothing with those of the drivers:
/// a literal is `'text`, a quoted name `"name`, a comment `-`, and all else a word or a sign.
/// </summary>
internal sealed class OwnTokens
{
    private readonly string _platform;
    private readonly string _sql;
    private int _place;

    private OwnTokens(string platform, string sql) => (_platform, _sql) = (platform, sql);

    /// <summary>The pieces of a text, without blanks.</summary>
    /// <param name="platform">How the platform is called.</param>
    /// <param name="sql">The text.</param>
    public static IReadOnlyList<string> Of(string platform, string sql)
    {
        var reader = new OwnTokens(platform, sql);
        List<string> found = [];
        while (reader._place < sql.Length)
        {
            if (char.IsWhiteSpace(sql[reader._place]))
            {
                reader._place++;
                continue;
            }

            found.Add(reader.Next());
        }

        return found;
    }

    private bool IsMariaDb => _platform == "MariaDB";

    private bool IsPostgreSql => _platform == "PostgreSQL";

    private bool IsSqlServer => _platform == "SQL Server";

    private bool IsSqlite => _platform == "SQLite";

    private string Next()
    {
        var here = _sql[_place];
        if (IsComment())
        {
            PassComment();
            return "-";
        }

        return here switch
        {
            '\'' => "'" + Quoted('\'', escapes: IsMariaDb),
            '"' => (IsMariaDb ? "'" : "\"") + Quoted('"', escapes: IsMariaDb),
            '`' when !IsPostgreSql && !IsSqlServer => "\"" + Quoted('`'),
            '[' when IsSqlServer => "\"" + Quoted(']'),
            '[' when IsSqlite => "\"" + Bracketed(),
            'E' or 'e' when IsPostgreSql && Begins("'", 1) => "'" + Escaped(),
            '$' when IsPostgreSql && Tag() is { } tag => "'" + Dollars(tag),
            _ when IsOfWord(here) => Word(),
            _ => Sign(),
        };
    }

    private bool Begins(string text, int behind = 0) =>
        string.CompareOrdinal(_sql, _place + behind, text, 0, text.Length) == 0;

    // In MariaDB two dashes need a blank behind them, and what begins with an exclamation mark is run.
    private bool IsComment() => IsMariaDb
        ? Begins("#") || (Begins("--") && (_place + 2 >= _sql.Length || _sql[_place + 2] <= ' '))
            || (Begins("/*") && !Begins("/*!") && !Begins("/*M!"))
        : Begins("--") || Begins("/*");

    private void PassComment()
    {
        if (!Begins("/*"))
        {
            var end = _sql.IndexOf('\n', _place);
            _place = end < 0 ? _sql.Length : end + 1;
            return;
        }

        var depth = 0;
        do
        {
            var opens = Begins("/*") && (depth == 0 || IsPostgreSql || IsSqlServer);
            var closes = !opens && Begins("*/");
            depth += opens ? 1 : closes ? -1 : 0;
            _place += opens || closes ? 2 : 1;
        }
        while (depth > 0 && _place < _sql.Length);
    }

    private string Quoted(char close, bool escapes = false)
    {
        var text = "";
        for (_place++; _place < _sql.Length; _place++)
        {
            var here = _sql[_place];
            if (escapes && here == '\\' && _place + 1 < _sql.Length)
            {
                text += _sql[++_place];
            }
            else if (here != close)
            {
                text += here;
            }
            else if (_place + 1 < _sql.Length && _sql[_place + 1] == close)
            {
                text += _sql[++_place];
            }
            else
            {
                _place++;
                return text;
            }
        }

        return text + " without an end";
    }

    private string Escaped()
    {
        _place++;
        return Quoted('\'', escapes: true);
    }

    // No bracket is doubled there.
    private string Bracketed()
    {
        var begin = _place + 1;
        var end = _sql.IndexOf(']', begin);
        _place = end < 0 ? _sql.Length : end + 1;
        return end < 0 ? _sql[begin..] + " without an end" : _sql[begin..end];
    }

    private string? Tag()
    {
        var end = _place + 1;
        while (end < _sql.Length && IsOfWord(_sql[end]))
        {
            end++;
        }

        return end < _sql.Length && _sql[end] == '$' && !(end > _place + 1 && char.IsAsciiDigit(_sql[_place + 1]))
            ? _sql[_place..(end + 1)] : null;
    }

    private string Dollars(string tag)
    {
        var begin = _place + tag.Length;
        var end = _sql.IndexOf(tag, begin, StringComparison.Ordinal);
        _place = end < 0 ? _sql.Length : end + tag.Length;
        return end < 0 ? _sql[begin..] + " without an end" : _sql[begin..end];
    }

    private string Word()
    {
        var begin = _place;
        while (_place < _sql.Length && (IsOfWord(_sql[_place]) || (_sql[_place] == '$' && _place > begin)))
        {
            _place++;
        }

        return _sql[begin.._place];
    }

    private string Sign() => _sql[_place++].ToString();

    private static bool IsOfWord(char one) => char.IsAsciiLetterOrDigit(one) || one is '_' or > '\u007F';
}
