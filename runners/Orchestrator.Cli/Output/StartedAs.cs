using Orchestrator.Metadata.Selection;

namespace Orchestrator.Cli.Output;

/// <summary>How this process is started once more, so that the lines it prints work as pasted.</summary>
internal static class StartedAs
{
    private const string Name = "orchestrator";

    /// <summary>
    /// "orchestrator" where the search path leads to it; else the path of this executable, or of the link to it that
    /// `dotnet tool install --tool-path` made. What `dotnet run` started is called by its path, too: that line would
    /// ask the build each time whether there is something to compile.
    /// </summary>
    public static string Command(string? executable, string? searchPath)
    {
        if (executable is null || IsOnPath(executable, searchPath))
        {
            return Name;
        }

        if (Path.GetFileNameWithoutExtension(executable) != Name)
        {
            var library = Path.Combine(AppContext.BaseDirectory, Name + ".dll");
            return File.Exists(library) ? $"dotnet {ShellWord.Quoted(library)}" : Name;
        }

        return ShellWord.Quoted(LinkOfTool(executable) ?? executable);
    }

    /// <summary>The link beside the store that a tool was installed into; null = it lies in none.</summary>
    private static string? LinkOfTool(string executable)
    {
        var store = executable.IndexOf("/.store/", StringComparison.Ordinal);
        var link = Path.Combine(executable[..Math.Max(store, 0)], Name);
        return store >= 0 && File.Exists(link) && Resolved(link) == Resolved(executable) ? link : null;
    }

    private static bool IsOnPath(string executable, string? searchPath) =>
        (searchPath ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, Path.GetFileName(executable)))
            .FirstOrDefault(File.Exists) is { } first
        && Path.GetFileNameWithoutExtension(executable) == Name
        && (first == executable || Resolved(first) == Resolved(executable));

    private static string Resolved(string path) =>
        File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(path);
}
