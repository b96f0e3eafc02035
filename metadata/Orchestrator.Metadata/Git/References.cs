namespace Orchestrator.Metadata.Git;

/// <summary>Branches, tags and HEAD of a repository, loose or packed.</summary>
internal sealed class References(string gitFolder, string commonFolder)
{
    private const int SymbolicMax = 8;
    private static readonly string[] Places =
        ["{0}", "refs/{0}", "refs/tags/{0}", "refs/heads/{0}", "refs/remotes/{0}", "refs/remotes/{0}/HEAD"];

    /// <summary>The object that a name stands for; null where there is none. The order is git's own.</summary>
    public string? Find(string name) => IsSafe(name)
        ? Places.Select(place => Follow(string.Format(null, place, name), 0)).FirstOrDefault(found => found is not null)
        : null;

    private string? Follow(string reference, int depth)
    {
        var text = Loose(reference) ?? Packed(reference);
        if (text is null || !text.StartsWith("ref:", StringComparison.Ordinal))
        {
            return text is not null && IsObjectName(text) ? text : null;
        }

        var target = text[4..].Trim();
        return depth < SymbolicMax && IsSafe(target) ? Follow(target, depth + 1) : null;
    }

    private string? Loose(string reference) =>
        new[] { gitFolder, commonFolder }.Select(folder => Path.Combine(folder, reference)).Where(File.Exists)
            .Select(path => File.ReadAllText(path).Trim()).FirstOrDefault();

    private string? Packed(string reference)
    {
        var path = Path.Combine(commonFolder, "packed-refs");
        return !File.Exists(path) ? null : File.ReadLines(path)
            .Where(line => line.Length > 41 && line[0] is not ('#' or '^') && line[41..] == reference)
            .Select(line => line[..40]).FirstOrDefault();
    }

    private static bool IsObjectName(string text) => text.Length == 40 && text.All(char.IsAsciiHexDigit);

    private static bool IsSafe(string name) =>
        name.Length > 0 && !name.Contains("..", StringComparison.Ordinal) && name[0] is not ('/' or '\\')
        && !name.Any(c => char.IsControl(c) || c is '\\' or ':' or '*' or '?' or '[' or ' ');
}
