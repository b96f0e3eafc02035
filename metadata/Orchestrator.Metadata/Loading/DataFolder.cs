namespace Orchestrator.Metadata.Loading;

/// <summary>The default listing of a Files connection.</summary>
internal static class DataFolder
{
    public static IReadOnlyList<string>? Files(string folder)
    {
        try
        {
            return Directory.Exists(folder)
                ? [.. Directory.EnumerateFiles(folder).Select(path => Path.GetFileName(path)!)
                    .Where(name => !name.StartsWith('.')).Order(StringComparer.Ordinal)]
                : null;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
