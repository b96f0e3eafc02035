using System.Diagnostics;

namespace Orchestrator.Cli.Tests.Samples;

/// <summary>
/// Copies a sample into a folder of the test's own and runs the built command over it, as a user would.
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
        var start = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, RedirectStandardError = true };
        start.ArgumentList.Add(RunningCommand.Command);
        foreach (var argument in arguments.Append("-C").Append(Folder))
        {
            start.ArgumentList.Add(argument);
        }

        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, error.GetAwaiter().GetResult());
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
