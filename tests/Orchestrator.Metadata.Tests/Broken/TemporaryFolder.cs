namespace Orchestrator.Metadata.Tests.Broken;

/// <summary>A folder of its own for one test, removed at its end.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("orchestrator-").FullName;

    public void Write(string path, string text)
    {
        var full = System.IO.Path.Combine(Path, path);
        Directory.CreateDirectory(System.IO.Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text);
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
