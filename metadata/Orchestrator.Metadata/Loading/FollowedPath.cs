namespace Orchestrator.Metadata.Loading;

/// <summary>Where a path really leads once its symbolic links are followed.</summary>
public static class FollowedPath
{
    private const int LinksMax = 40;

    /// <summary>Whether the path lies below the folder, after symbolic links on both sides.</summary>
    public static bool IsBelow(string folder, string path)
    {
        var root = Path.TrimEndingDirectorySeparator(Of(folder)) + Path.DirectorySeparatorChar;
        return Of(path).StartsWith(root, StringComparison.Ordinal);
    }

    /// <summary>The full path with every link replaced by its target; what is not there stays as it is.</summary>
    public static string Of(string path)
    {
        var links = 0;
        return Of(Path.GetFullPath(path), ref links);
    }

    private static string Of(string full, ref int links)
    {
        var parent = Path.GetDirectoryName(full);
        if (parent is null)
        {
            return full;
        }

        var here = Path.Combine(Of(parent, ref links), Path.GetFileName(full));
        var target = Directory.Exists(here) ? new DirectoryInfo(here).LinkTarget : new FileInfo(here).LinkTarget;
        if (target is null || ++links > LinksMax)
        {
            return here;
        }

        return Of(Path.GetFullPath(target, Path.GetDirectoryName(here)!), ref links);
    }
}
