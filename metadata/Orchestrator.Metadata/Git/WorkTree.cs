using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Metadata.Git;

/// <summary>The files of a solution on disk beside those of a commit.</summary>
internal static class WorkTree
{
    private static readonly string[] Metadata = [".yaml", ".yml", ".sql"];

    /// <summary>
    /// The files that differ from a commit: paths below the folder with `/`. New files count where they are metadata or
    /// SQL, because data and what runs leave behind are no part of a solution.
    /// </summary>
    /// <exception cref="GitException">No repository, or no such revision.</exception>
    public static IReadOnlyCollection<string> ChangedSince(string folder, string revision)
    {
        var repository = Repository(folder);
        var then = repository.Entries(repository.Commit(revision), folder)
            .ToDictionary(entry => entry.Path, entry => entry.Object, StringComparer.Ordinal);
        var changed = then.Where(file => !IsSame(Path.Combine(folder, file.Key), file.Value)).Select(file => file.Key);
        var added = Files(folder, "", 0).Where(path => !then.ContainsKey(path) && IsMetadata(path));
        return [.. changed.Concat(added).Order(StringComparer.Ordinal)];
    }

    public static GitRepository Repository(string folder) => GitRepository.Around(folder)
        ?? throw new GitException($"{folder} is in no git repository");

    public static bool IsMetadata(string path) =>
        Metadata.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase);

    private static bool IsSame(string path, string name)
    {
        var file = new FileInfo(path);
        if (!file.Exists || file.Length > GitObject.ContentMax)
        {
            return false;
        }

        var content = File.ReadAllBytes(path);
        return Name(content) == name
            // Git may have turned LF into CRLF on its way to the disk.
            || (content.AsSpan().IndexOf("\r\n"u8) >= 0 && Name(WithoutCarriageReturns(content)) == name);
    }

    private static byte[] WithoutCarriageReturns(byte[] content) =>
        Encoding.Latin1.GetBytes(Encoding.Latin1.GetString(content).Replace("\r\n", "\n", StringComparison.Ordinal));

    /// <summary>The name under which git keeps a content.</summary>
    private static string Name(byte[] content)
    {
#pragma warning disable CA5350 // Git's own naming, not a safeguard.
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA1);
#pragma warning restore CA5350
        hash.AppendData(Encoding.ASCII.GetBytes($"blob {content.Length}\0"));
        hash.AppendData(content);
        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }

    private static IEnumerable<string> Files(string folder, string prefix, int depth) => depth > 32
        ? []
        : Directory.EnumerateFiles(folder).Select(path => prefix + Path.GetFileName(path))
            .Concat(Directory.EnumerateDirectories(folder)
                .Where(path => !Path.GetFileName(path).StartsWith('.')
                    && (File.GetAttributes(path) & FileAttributes.ReparsePoint) == 0)
                .SelectMany(path => Files(path, prefix + Path.GetFileName(path) + "/", depth + 1)));
}
