using System.CommandLine;
using Orchestrator.Cli.Grammar;

namespace Orchestrator.Cli.Imports;

/// <summary>What stands behind `import WHAT`.</summary>
internal static class ImportArguments
{
    /// <summary>Connections or paths, as the kind takes them.</summary>
    public static Argument<string[]> From { get; } = Verb.Several(
        "CONN|PATH...", "The connection to read, which is also the project; or the files and folders to read");

    /// <summary>The one connection that was named.</summary>
    /// <exception cref="UsageException">There are several.</exception>
    public static string Connection(Call call) => call.Arguments(From) is [var name]
        ? name
        : throw new UsageException($"one argument too many: '{call.Arguments(From)[^1]}'", "name one connection");

    /// <summary>The paths that were named, each as it was written.</summary>
    /// <exception cref="UsageException">There is nothing at one of them.</exception>
    public static IReadOnlyList<string> Paths(Call call)
    {
        var paths = call.Arguments(From);
        foreach (var path in paths)
        {
            // Most often a variable that is not set: the current folder is not what was meant.
            if (string.IsNullOrWhiteSpace(path))
            {
                throw new UsageException($"expected PATH to be a path, got: '{path}'", "the current folder is '.'");
            }

            if (!Path.Exists(Path.GetFullPath(path, call.Host.Folder)))
            {
                throw new UsageException($"there is no file or folder '{path}'", "paths begin in the current folder");
            }
        }

        return paths;
    }
}
