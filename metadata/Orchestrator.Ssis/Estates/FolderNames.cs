namespace Orchestrator.Ssis.Estates;

/// <summary>Paths of an estate, which have `/` and lead nowhere else.</summary>
internal static class FolderNames
{
    /// <summary>The folder of a file; empty at the top.</summary>
    public static string Of(string path) => path.LastIndexOf('/') is var slash and > 0 ? path[..slash] : "";

    /// <summary>The path that is meant from within a folder; null where it leads out of the top, is absolute or
    /// holds what no name has.</summary>
    public static string? Combined(string folder, string written)
    {
        var path = written.Replace('\\', '/');
        if (path.Length == 0 || path[0] == '/' || path.Contains(':', StringComparison.Ordinal)
            || path.Any(char.IsControl))
        {
            return null;
        }

        var parts = new List<string>(folder.Split('/', StringSplitOptions.RemoveEmptyEntries));
        foreach (var part in path.Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            if (part == ".." && parts.Count == 0)
            {
                return null;
            }

            if (part == "..")
            {
                parts.RemoveAt(parts.Count - 1);
            }
            else if (part != ".")
            {
                parts.Add(part);
            }
        }

        return parts.Count == 0 ? null : string.Join('/', parts);
    }
}
