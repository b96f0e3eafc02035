namespace Orchestrator.Data;

/// <summary>Where a path leads once every symbolic link on it is followed.</summary>
public static class RealPath
{
    private const int LinksMax = 40;

    /// <summary>Whether a path stays below a folder, as written and after all links.</summary>
    public static bool IsBelow(string path, string folder) =>
        StartsBelow(Path.GetFullPath(path), Path.GetFullPath(folder)) && StartsBelow(Follow(path), Follow(folder));

    /// <summary>The path with the links of each existing part followed.</summary>
    /// <exception cref="IOException">The links lead in a circle.</exception>
    public static string Follow(string path) => Follow(path, LinksMax);

    private static string Follow(string path, int links)
    {
        if (links == 0)
        {
            throw new IOException($"The links of '{path}' lead in a circle.");
        }

        var full = Path.GetFullPath(path);
        var root = Path.GetPathRoot(full)!;
        var real = root;
        var parts = full[root.Length..].Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries);
        foreach (var part in parts)
        {
            var next = Path.Combine(real, part);
            var file = new FileInfo(next);
            real = file.LinkTarget is { } target ? Follow(Path.Combine(real, target), links - 1) : next;
        }

        return real;
    }

    private static bool StartsBelow(string path, string folder) =>
        path.StartsWith(folder.TrimEnd(Path.DirectorySeparatorChar) + Path.DirectorySeparatorChar,
            OperatingSystem.IsWindows() ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal);
}
