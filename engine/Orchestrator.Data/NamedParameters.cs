namespace Orchestrator.Data;

/// <summary>
/// The `@name` of a statement that somebody has to give a value: none in a comment, a string or a quoted name, no end
/// of an operator, no `@@name` of the server, none that the statement declares itself, and no name of an argument.
/// </summary>
public static class NamedParameters
{
    // An @ behind one of these is the end of an operator such as <@.
    private const string OperatorSigns = "+-*/<>=~!@#%^&|`?";

    // What begins a statement of its own, so that a list of declarations or arguments has ended: none within the
    // brackets or the CASE of a value.
    private static readonly HashSet<string> Statements = new(StringComparer.OrdinalIgnoreCase)
    {
        "SELECT", "SET", "INSERT", "UPDATE", "DELETE", "MERGE", "WITH", "IF", "WHILE", "BEGIN", "END", "PRINT",
        "RETURN", "TRUNCATE", "CREATE", "ALTER", "DROP", "OPEN", "FETCH", "CLOSE", "DEALLOCATE", "THROW", "RAISERROR",
        "GO",
    };

    private static readonly HashSet<string> Routines = new(StringComparer.OrdinalIgnoreCase)
    {
        "PROC", "PROCEDURE", "FUNCTION", "TRIGGER",
    };

    /// <summary>The names, without @, each once and in order.</summary>
    /// <param name="dialect">How the platform tells pieces of a statement apart.</param>
    /// <param name="sql">The statements.</param>
    public static IReadOnlyList<string> In(Dialect dialect, string sql)
    {
        var pieces = Pieces(dialect, sql);
        // What makes a routine declares its parameters in ways of its own.
        if (pieces.Zip(pieces.Skip(1)).Any(pair => Is(pair.First, "CREATE", "ALTER", "REPLACE")
            && Routines.Contains(pair.Second)))
        {
            return [];
        }

        var (named, declared) = (new List<string>(), new HashSet<string>(StringComparer.OrdinalIgnoreCase));
        var (list, depth, cases) = ("", 0, 0);
        for (var i = 0; i < pieces.Count; i++)
        {
            var (piece, next) = (pieces[i], i + 1 < pieces.Count ? pieces[i + 1] : "");
            depth += piece == "(" ? 1 : piece == ")" ? -1 : 0;
            if (Is(piece, "DECLARE", "EXEC", "EXECUTE"))
            {
                (list, depth, cases) = (piece.ToUpperInvariant(), 0, 0);
            }
            else if (Is(piece, "CASE") || (cases > 0 && Is(piece, "END")))
            {
                cases += Is(piece, "CASE") ? 1 : -1;
            }
            else if (piece == ";" || (depth == 0 && cases == 0 && Statements.Contains(piece)))
            {
                list = "";
            }

            if (piece[0] != '@' || piece.Length == 1)
            {
                continue;
            }

            if (list == "DECLARE" && depth == 0 && (i == 0 || Is(pieces[i - 1], "DECLARE", ",")))
            {
                declared.Add(piece[1..]);
            }
            else if (!(list.StartsWith("EXEC", StringComparison.Ordinal) && next == "="))
            {
                named.Add(piece[1..]);
            }
        }

        return [.. named.Where(name => !declared.Contains(name)).Distinct(StringComparer.Ordinal)];
    }

    private static bool Is(string piece, params ReadOnlySpan<string> words)
    {
        foreach (var word in words)
        {
            if (piece.Equals(word, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }

    // Words, names with their @, and single signs; neither blanks nor comments. What is quoted is one sign.
    private static List<string> Pieces(Dialect dialect, string sql)
    {
        var pieces = new List<string>();
        for (int place = 0, length; place < sql.Length; place += length)
        {
            length = Math.Clamp(dialect.TokenLength(sql, place), 1, sql.Length - place);
            var isName = sql[place] == '@' && (place == 0 || !Continues(sql[place - 1], dialect));
            if (isName && length == 1)
            {
                length += WordLength(sql, place + 1);
            }

            var piece = sql.Substring(place, length);
            if (string.IsNullOrWhiteSpace(piece) || piece.StartsWith("--", StringComparison.Ordinal)
                || piece.StartsWith("/*", StringComparison.Ordinal))
            {
                continue;
            }

            pieces.Add(piece[0] == '@' ? isName && !piece.StartsWith("@@", StringComparison.Ordinal) ? piece : "@"
                : char.IsLetterOrDigit(piece[0]) || piece[0] == '_' ? piece : piece[..1]);
        }

        return pieces;
    }

    private static int WordLength(string sql, int place)
    {
        var end = place;
        while (end < sql.Length && (char.IsLetter(sql[end]) || sql[end] == '_'
            || (end > place && (char.IsDigit(sql[end]) || sql[end] is '$' or '#' or '@'))))
        {
            end++;
        }

        return end - place;
    }

    private static bool Continues(char before, Dialect dialect) => char.IsLetterOrDigit(before) || before is '_' or '@'
        || (dialect.HasOperatorsOfAt && OperatorSigns.Contains(before, StringComparison.Ordinal));
}
