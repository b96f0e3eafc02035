namespace Orchestrator.Core;

/// <summary>
/// Which names of files a pattern (`*`, `?`) stands for. One that begins with a dot is hidden, as a file that somebody
/// is still bringing or one that a system has put beside another: only a pattern that begins with a dot stands for it.
/// </summary>
public static class FilePattern
{
    /// <summary>Whether it stands for a name; both without their folder.</summary>
    public static bool Fits(string pattern, string name) =>
        name.StartsWith('.') == pattern.StartsWith('.') && Matches(pattern, name);

    // A star takes as little as it can, and more once what stands behind it does not go on.
    private static bool Matches(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        var (place, at) = (0, 0);
        var (star, from) = (-1, 0);
        while (at < name.Length)
        {
            if (place < pattern.Length && pattern[place] == '*')
            {
                (star, from) = (place++, at);
            }
            else if (place < pattern.Length && (pattern[place] == '?' || pattern[place] == name[at]))
            {
                (place, at) = (place + 1, at + 1);
            }
            else if (star >= 0)
            {
                (place, at) = (star + 1, ++from);
            }
            else
            {
                return false;
            }
        }

        return pattern[place..].TrimStart('*').IsEmpty;
    }
}
