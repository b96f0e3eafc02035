namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Where the samples of the repository lie.</summary>
internal static class Samples
{
    public static string Root { get; } = FindRoot();

    public static string Folder(string sample) => Path.Combine(Root, "metadata", "samples", sample);

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Orchestrator.sln")))
        {
            folder = Path.GetDirectoryName(folder)
                ?? throw new InvalidOperationException("no Orchestrator.sln above the tests");
        }

        return folder;
    }
}
