namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A folder with packages, and the solution that is imported of them.</summary>
internal sealed class PackageSolution : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public string Folder => _folder.Path;

    public void Package(string name, string xml) => _folder.Write($"packages/{name}.dtsx", xml);

    public void Package(PackageCase one)
    {
        foreach (var (path, bytes) in one.Files)
        {
            var file = Path.Combine(Folder, "packages", path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllBytes(file, bytes);
        }
    }

    public Called Import(params string[] more) => Call(["import", "ssis", "packages", "--into", "made", .. more]);

    public Called Call(params string[] arguments) =>
        Called.With(Folder, new Dictionary<string, string>(), false, arguments);

    /// <summary>All files that were made, but the memory of the import and what was read, as one text.</summary>
    public string Made() => string.Join('\n', Directory
        .EnumerateFiles(Path.Combine(Folder, "made"), "*", SearchOption.AllDirectories)
        .Select(path => (Path: Path.GetRelativePath(Folder, path).Replace('\\', '/'), Text: File.ReadAllText(path)))
        .Where(file => !file.Path.EndsWith(".json", StringComparison.Ordinal))
        .OrderBy(file => file.Path, StringComparer.Ordinal).Select(file => $"== {file.Path}\n{file.Text}"));

    public string Text(string path) => File.ReadAllText(Path.Combine(Folder, "made", path));

    public void Change(string path, Func<string, string> change) =>
        _folder.Write($"made/{path}", change(Text(path)));

    public bool Has(string path) => Path.Exists(Path.Combine(Folder, "made", path));

    public void Dispose() => _folder.Dispose();
}
