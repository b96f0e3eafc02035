using System.Globalization;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Splits a script where its lines say GO, as the server's own tools do; a GO within a string or comment separates
/// nothing, and GO 3 stands for three times the piece before it.
/// </summary>
internal static class SqlServerScript
{
    private const int RepeatsMax = 10_000;

    /// <summary>The pieces in order; what holds no statement is left out.</summary>
    public static IEnumerable<ScriptStatement> Split(string script)
    {
        var start = 0;
        var startLine = 1;
        while (start < script.Length)
        {
            var (end, next, times) = NextGo(script, start);
            if (First(script, start, end, startLine) is { } statement)
            {
                for (var i = 0; i < times; i++)
                {
                    yield return statement;
                }
            }

            startLine += script.AsSpan(start, next - start).Count('\n');
            start = next;
        }
    }

    private static ScriptStatement? First(string script, int start, int end, int line)
    {
        var place = start;
        while (place < end)
        {
            var comment = SqlServerToken.CommentLength(script, place);
            if (comment == 0 && !char.IsWhiteSpace(script[place]) && script[place] is not (';' or '\uFEFF'))
            {
                break;
            }

            place += Math.Max(1, comment);
        }

        if (place >= end)
        {
            return null;
        }

        line += script.AsSpan(start, place - start).Count('\n');
        var word = script.Substring(place, SqlServerToken.WordLength(script, place));
        return new ScriptStatement(script[place..end].TrimEnd(), line, word.ToUpperInvariant());
    }

    private static (int End, int Next, int Times) NextGo(string script, int from)
    {
        var place = from;
        var isLineStart = true;
        while (place < script.Length)
        {
            if (isLineStart && Go(script, place) is { } go)
            {
                return (place, place + go.Length, go.Times);
            }

            var length = SqlServerToken.Length(script, place);
            isLineStart = length == 1 && script[place] == '\n';
            place += length;
        }

        return (script.Length, script.Length, 1);
    }

    /// <summary>The line that begins there, if it says GO: its length with the line's end, and how often.</summary>
    private static (int Length, int Times)? Go(string script, int place)
    {
        var end = script.IndexOf('\n', place);
        end = end < 0 ? script.Length : end + 1;
        var line = script.AsSpan(place, end - place);
        var comment = line.IndexOf("--");
        var words = (comment < 0 ? line : line[..comment]).Trim().TrimEnd(';').TrimEnd();
        if (!words.StartsWith("GO", StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        var count = words[2..];
        if (count.IsEmpty)
        {
            return (end - place, 1);
        }

        return char.IsWhiteSpace(count[0])
            && int.TryParse(count, NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture, out var times)
            && times is >= 0 and <= RepeatsMax
            ? (end - place, times)
            : null;
    }
}
