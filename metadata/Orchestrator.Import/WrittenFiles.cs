namespace Orchestrator.Import;

/// <summary>What became of files: written where there was none, and else compared and left as they are.</summary>
/// <param name="Written">Those that were not there.</param>
/// <param name="Unchanged">Those that say the same.</param>
/// <param name="Different">Those that say something else.</param>
internal sealed record WrittenFiles(
    IReadOnlyList<string> Written, IReadOnlyList<string> Unchanged, IReadOnlyList<DifferentFile> Different)
{
    /// <summary>Compares files with those that are there, and writes the ones that are not.</summary>
    /// <param name="folder">The folder of the solution.</param>
    /// <param name="files">The files.</param>
    /// <param name="isDry">Whether to compare only.</param>
    public static WrittenFiles Of(string folder, IReadOnlyList<ImportFile> files, bool isDry)
    {
        var (written, unchanged, different) = (new List<string>(), new List<string>(), new List<DifferentFile>());
        foreach (var file in files)
        {
            var path = Path.Combine(folder, file.Path);
            if (!File.Exists(path))
            {
                if (!isDry)
                {
                    WholeFile.Write(path, file.Text);
                }

                written.Add(file.Path);
            }
            else if (LineDifference.Of(File.ReadAllText(path), file.Text) is { Count: > 0 } lines)
            {
                different.Add(new DifferentFile(file.Path, lines));
            }
            else
            {
                unchanged.Add(file.Path);
            }
        }

        return new WrittenFiles(written, unchanged, different);
    }
}
