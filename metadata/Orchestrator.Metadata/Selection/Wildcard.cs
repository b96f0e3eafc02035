namespace Orchestrator.Metadata.Selection;

/// <summary>Patterns with `*` (any text) and `?` (any one character), in time that grows with the text.</summary>
public static class Wildcard
{
    /// <summary>Whether a text holds one of the two.</summary>
    public static bool IsPattern(string text) => text.AsSpan().IndexOfAny('*', '?') >= 0;

    /// <summary>Whether a text is what the pattern says; upper and lower case differ.</summary>
    public static bool Matches(string pattern, string text)
    {
        var (p, t, star, mark) = (0, 0, -1, 0);
        while (t < text.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
            {
                (star, mark) = (p++, t);
            }
            else if (p < pattern.Length && (pattern[p] == '?' || pattern[p] == text[t]))
            {
                (p, t) = (p + 1, t + 1);
            }
            else if (star >= 0)
            {
                (p, t) = (star + 1, ++mark);
            }
            else
            {
                return false;
            }
        }

        return pattern.AsSpan(p).Trim('*').IsEmpty;
    }
}
