namespace Orchestrator.Core;

/// <summary>
/// Which names of files a pattern (`*`, `?`) stands for. One that begins with a dot is hidden, as a file that somebody
/// is still bringing or one that a system has put beside another: only a pattern that begins with a dot stands for it.
/// </summary>
public static class FilePattern
{
    /// <summary>Whether it stands for a name; both without their folder.</summary>
    /// <param name="pattern">The pattern.</param>
    /// <param name="name">The name.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one, as on Windows.</param>
    public static bool Fits(string pattern, string name, bool ignoreCase = false) =>
        name.StartsWith('.') == pattern.StartsWith('.') && Wildcard.Matches(pattern, name, ignoreCase);

    /// <summary>Whether more than the one name that is written may be meant, so that a folder has to be looked
    /// through.</summary>
    /// <param name="pattern">The pattern, or a name.</param>
    /// <param name="ignoreCase">Whether upper and lower case are one.</param>
    public static bool IsSought(string pattern, bool ignoreCase) => ignoreCase || Wildcard.IsPattern(pattern);
}
