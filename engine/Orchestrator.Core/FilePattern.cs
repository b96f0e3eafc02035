namespace Orchestrator.Core;

/// <summary>
/// Which names of files a pattern (`*`, `?`) stands for. One that begins with a dot is hidden, as a file that somebody
/// is still bringing or one that a system has put beside another: only a pattern that begins with a dot stands for it.
/// </summary>
public static class FilePattern
{
    /// <summary>Whether it stands for a name; both without their folder.</summary>
    public static bool Fits(string pattern, string name) =>
        name.StartsWith('.') == pattern.StartsWith('.') && Wildcard.Matches(pattern, name);
}
