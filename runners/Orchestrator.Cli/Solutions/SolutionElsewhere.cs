using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Solutions;

/// <summary>
/// A solution whose text is not that of its folder: it is read from a temporary one, and the listing of data files
/// from today's disk.
/// </summary>
internal static class SolutionElsewhere
{
    /// <summary>Reads it and makes something of it.</summary>
    /// <param name="call">The call, whose folder the solution is of.</param>
    /// <param name="purpose">A word for the name of the temporary folder.</param>
    /// <param name="write">Writes the text into the folder that it is given.</param>
    /// <param name="make">Is given the solution as if it had been read in its own folder.</param>
    /// <param name="change">Changes how it is read; null = as the call says.</param>
    public static T Read<T>(Call call, string purpose, Action<string> write, Func<LoadedSolution, T> make,
        Func<SolutionLoadOptions, SolutionLoadOptions>? change = null)
    {
        var temporary = Directory.CreateTempSubdirectory($"orchestrator-{purpose}-").FullName;
        try
        {
            write(temporary);
            var loaded = CallSolution.Load(call, temporary, Listing(temporary, call.SolutionFolder), change);
            return make(loaded.Solution is { } solution
                ? loaded with { Solution = solution with { Folder = Path.GetFullPath(call.SolutionFolder) } }
                : loaded);
        }
        finally
        {
            Directory.Delete(temporary, recursive: true);
        }
    }

    /// <summary>Creates a file below a folder, with the folders on the way.</summary>
    /// <exception cref="InvalidDataException">It would not lie below it.</exception>
    public static void Write(string folder, string path, Action<string> write)
    {
        var file = Path.GetFullPath(Path.Combine(folder, path));
        if (!file.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal))
        {
            throw new InvalidDataException($"'{path}' does not lie below the solution");
        }

        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        write(file);
    }

    private static SourceListing Listing(string temporary, string folder)
    {
        string There(string path) => path.StartsWith(temporary, StringComparison.Ordinal)
            ? folder + path[temporary.Length..]
            : path;
        return new SourceListing
        {
            Files = path => Kinds.Listing.Files(There(path)),
            Header = (path, format) => Kinds.Listing.Header(There(path), format),
        };
    }
}
