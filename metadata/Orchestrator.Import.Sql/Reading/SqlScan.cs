namespace Orchestrator.Import.Sql.Reading;

/// <summary>Follows a script line by line through comments, texts and quoted names.</summary>
internal sealed class SqlScan
{
    private const char Comment = '*';

    // What ends where the scan is: a quote, a bracket, a comment; nothing in code.
    private char _inside;
    private int _depth;

    /// <summary>Whether the next line begins in code.</summary>
    public bool IsInCode => _inside == '\0';

    /// <summary>The line with a blank for each character that is no code.</summary>
    public string Code(string line)
    {
        var code = new char[line.Length];
        Array.Fill(code, ' ');
        for (var at = 0; at < line.Length; at++)
        {
            var next = at + 1 < line.Length ? line[at + 1] : '\0';
            if (_inside == Comment)
            {
                at += InComment(line[at], next);
            }
            else if (_inside != '\0')
            {
                at += InQuotes(line[at], next);
            }
            else if (line[at] == '-' && next == '-')
            {
                break;
            }
            else if (line[at] == '/' && next == '*')
            {
                (_inside, _depth) = (Comment, 1);
                at++;
            }
            else if (line[at] is '\'' or '"' or '[')
            {
                _inside = line[at] == '[' ? ']' : line[at];
            }
            else
            {
                code[at] = line[at];
            }
        }

        return new string(code);
    }

    // How many characters more than the one it took. Comments of T-SQL stand in one another.
    private int InComment(char c, char next)
    {
        var step = (c, next) switch { ('*', '/') => -1, ('/', '*') => 1, _ => 0 };
        _depth += step;
        if (_depth == 0)
        {
            _inside = '\0';
        }

        return step == 0 ? 0 : 1;
    }

    private int InQuotes(char c, char next)
    {
        if (c != _inside)
        {
            return 0;
        }

        if (next == _inside)
        {
            return 1;
        }

        _inside = '\0';
        return 0;
    }
}
