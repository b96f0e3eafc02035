using Orchestrator.Cli.Solutions;
using Orchestrator.Import;
using Orchestrator.Import.Ssis;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;

namespace Orchestrator.Cli.Imports;

/// <summary>What `validate` says of files that are not written yet: they are read from a temporary folder.</summary>
internal static class SsisCheck
{
    /// <summary>All of it, of every batch.</summary>
    /// <param name="files">The files.</param>
    /// <param name="variable">The value of an environment variable; null = not set.</param>
    public static IReadOnlyList<Diagnostic> Of(IReadOnlyList<ImportFile> files, Func<string, string?> variable)
    {
        var folder = Directory.CreateTempSubdirectory("orchestrator-import-").FullName;
        try
        {
            Diagnostic[] unwritten = [.. files.Select(file => Write(folder, file)).OfType<Diagnostic>()];
            if (unwritten.Length > 0)
            {
                return unwritten;
            }

            var loaded = SolutionLoader.Load(folder, null, new SolutionLoadOptions
            {
                Variable = variable,
                Listing = Kinds.Listing,
            });
            return loaded.Solution is not { } solution ? loaded.Diagnostics :
            [
                .. loaded.Diagnostics,
                .. solution.Batches.SelectMany(batch => CallSolution.Compile(solution, batch.Name).Diagnostics),
            ];
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    // A file that cannot be written is refused, and the others are asked for without it.
    private static Diagnostic? Write(string folder, ImportFile file)
    {
        try
        {
            SolutionElsewhere.Write(folder, file.Path, path => File.WriteAllText(path, file.Text));
            return null;
        }
        catch (Exception mistake) when (mistake is ArgumentException or InvalidDataException or NotSupportedException
            or PathTooLongException)
        {
            return new Diagnostic(SsisOpenCodes.Package, Severity.Error, new Origin(file.Path, 1, 1),
                $"the file cannot be written ({mistake.GetType().Name})");
        }
    }
}
