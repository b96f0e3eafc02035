namespace Orchestrator.Core;

/// <summary>Patterns with `*` (any text) and `?` (any one character), in time that grows with the text.</summary>
public static class Wildcard
{
    /// <summary>Whether a text holds one of the two.</summary>
    public static bool IsPattern(string text) => text.AsSpan().IndexOfAny('*', '?') >= 0;

    /// <summary>Whether there is a text that both patterns stand for; upper and lower case differ.</summary>
    public static bool Overlap(string one, string other)
    {
        // Row by row: whether the rest of one and the rest of the other can be the same text.
        var below = new bool[other.Length + 1];
        for (var i = one.Length; i >= 0; i--)
        {
            var row = new bool[other.Length + 1];
            for (var j = other.Length; j >= 0; j--)
            {
                var (a, b) = (i < one.Length ? one[i] : '\0', j < other.Length ? other[j] : '\0');
                row[j] = (a == '\0' && b == '\0')
                    || (a == '*' && (below[j] || (b != '\0' && row[j + 1])))
                    || (b == '*' && (row[j + 1] || (a != '\0' && below[j])))
                    || (a != '\0' && b != '\0' && (a == b || a == '?' || b == '?') && below[j + 1]);
            }

            below = row;
        }

        return below[0];
    }

    /// <summary>Whether a text is what the pattern says; upper and lower case differ unless it is said that they do
    /// not.</summary>
    public static bool Matches(string pattern, string text, bool ignoreCase = false)
    {
        var (p, t, star, mark) = (0, 0, -1, 0);
        while (t < text.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
            {
                (star, mark) = (p++, t);
            }
            else if (p < pattern.Length && (pattern[p] == '?' || IsSame(pattern[p], text[t], ignoreCase)))
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

    private static bool IsSame(char one, char other, bool ignoreCase) =>
        one == other || (ignoreCase && char.ToUpperInvariant(one) == char.ToUpperInvariant(other));
}
