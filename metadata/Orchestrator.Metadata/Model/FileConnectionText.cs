namespace Orchestrator.Metadata.Model;

/// <summary>What a connection string means where a database is a file: the file, and nothing else.</summary>
public static class FileConnectionText
{
    /// <summary>Whether the keyword names the file.</summary>
    public static bool IsHonoured(PlatformFacts platform, string keyword) =>
        platform.FileKeywords.Contains(keyword, StringComparer.OrdinalIgnoreCase);

    /// <summary>Why it cannot be used, as a sentence that holds no value; null where it can.</summary>
    /// <param name="platform">Whose connection string it is.</param>
    /// <param name="parts">What it says.</param>
    /// <param name="isWritten">Whether it is as somebody wrote it. What a variable or secret held shows only keywords
    /// that are known: any other may be a piece of a secret with `;` in it.</param>
    public static string? Refusal(PlatformFacts platform, IReadOnlyList<ConnectionPart> parts, bool isWritten)
    {
        foreach (var (part, number) in parts.Select((part, index) => (part, index + 1)))
        {
            if (!IsHonoured(platform, part.Keyword))
            {
                var name = isWritten ? part.Keyword
                    : platform.IdleKeywords.FirstOrDefault(
                        known => known.Equals(part.Keyword, StringComparison.OrdinalIgnoreCase));
                return $"{(name is null ? $"the keyword of part {number}" : $"'{name}'")} in 'connectionString' does "
                    + $"nothing on platform {platform.Word}";
            }
        }

        return parts.Count != 1 ? "'connectionString' names the file " + (parts.Count == 0 ? "nowhere" : "twice")
            : parts[0].Value is var file && (file.Length == 0 || file.Contains('\0', StringComparison.Ordinal))
                ? "'Data Source' in 'connectionString' is no path"
            : file[0] is ':' or '|' || file.StartsWith("file:", StringComparison.OrdinalIgnoreCase)
                ? "'Data Source' in 'connectionString' is no path: each package opens the file anew"
            : null;
    }
}
