namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// Copies a sample into a folder of the test's own and runs the command over it, within this process: each of its own
/// would compile once more what a dozen calls have in common.
/// </summary>
internal sealed class Samples : IDisposable
{
    private Samples(string folder) => Folder = folder;

    public static string RepositoryRoot { get; } = FindRoot();

    public string Folder { get; }

    public static Samples New() => new(Directory.CreateTempSubdirectory("orchestrator-sample-").FullName);

    public static Samples Copy(string name)
    {
        var from = Path.Combine(RepositoryRoot, "metadata", "samples", name);
        var made = New();
        var to = made.Folder;
        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var target = Path.Combine(to, Path.GetRelativePath(from, file));
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(file, target);
        }

        return made;
    }

    /// <summary>
    /// Runs `orchestrator ARGUMENTS -C folder`; returns exit code, standard output and standard error.
    /// </summary>
    public (int Exit, string Output, string Error) Run(
        string[] arguments, IReadOnlyDictionary<string, string> environment)
    {
        var called = Called.With(
            Folder, new Dictionary<string, string>(environment), false, [.. arguments, "-C", Folder]);
        return (called.ExitCode, called.Out, called.Error);
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private static string FindRoot()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Orchestrator.sln")))
        {
            folder = Path.GetDirectoryName(folder) ?? throw new InvalidOperationException("no Orchestrator.sln above");
        }

        return folder;
    }
}
