namespace Orchestrator.Cli.Tests;

/// <summary>The solution that `init` writes, in a folder of its own.</summary>
internal sealed class SmallSolution : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public SmallSolution() => Called.With(_folder.Path, "init", "shop");

    public string Folder => Path.Combine(_folder.Path, "shop");

    public Called Call(params string[] arguments) => Called.With(Folder, arguments);

    /// <summary>Asks a run at work for something, and waits for its answer.</summary>
    public Called Ask(params string[] arguments) => Called.Patiently(Folder, arguments);

    public void Write(string path, string text) => _folder.Write(Path.Combine("shop", path), text);

    public void Dispose() => _folder.Dispose();
}
