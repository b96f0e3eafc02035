namespace Orchestrator.Runner;

/// <summary>
/// The commit that the git repository around a folder stands at, read from its files: reading metadata starts no
/// process. Says nothing about changes that are not committed.
/// </summary>
public static class GitCommit
{
    private const int StoreysMax = 64;

    /// <summary>The commit's hash, or null where there is no repository or no commit yet.</summary>
    public static string? Of(string folder)
    {
        try
        {
            return RepositoryOf(folder) is { } git ? Read(git) : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? RepositoryOf(string folder)
    {
        var at = new DirectoryInfo(Path.GetFullPath(folder));
        for (var storey = 0; at is not null && storey < StoreysMax; storey++, at = at.Parent)
        {
            var git = Path.Combine(at.FullName, ".git");
            if (Directory.Exists(git))
            {
                return git;
            }

            // A worktree or submodule has a file that names the folder.
            if (File.Exists(git) && FirstLine(git) is { } line && line.StartsWith("gitdir: ", StringComparison.Ordinal))
            {
                return Path.Combine(at.FullName, line["gitdir: ".Length..]);
            }
        }

        return null;
    }

    private static string? Read(string git)
    {
        var head = FirstLine(Path.Combine(git, "HEAD"));
        if (head is null || !head.StartsWith("ref: ", StringComparison.Ordinal))
        {
            return AsHash(head);
        }

        var reference = head["ref: ".Length..];
        if (reference.Contains("..", StringComparison.Ordinal) || Path.IsPathRooted(reference))
        {
            return null;
        }

        var common = FirstLine(Path.Combine(git, "commondir")) is { } shared ? Path.Combine(git, shared) : git;
        return AsHash(FirstLine(Path.Combine(git, reference)))
            ?? AsHash(FirstLine(Path.Combine(common, reference)))
            ?? Packed(Path.Combine(common, "packed-refs"), reference);
    }

    private static string? Packed(string file, string reference) => !File.Exists(file) ? null : AsHash(
        File.ReadLines(file).FirstOrDefault(line => line.EndsWith(" " + reference, StringComparison.Ordinal))
            ?.Split(' ')[0]);

    private static string? FirstLine(string file) => File.Exists(file) ? File.ReadLines(file).FirstOrDefault() : null;

    private static string? AsHash(string? text) =>
        text?.Trim() is { Length: 40 or 64 } hash && hash.All(char.IsAsciiHexDigit) ? hash : null;
}
