namespace Orchestrator.Import.Catalog;

/// <summary>What a refresh did to the files of the catalog, or would do.</summary>
internal sealed record RefreshResult
{
    /// <summary>Whether nothing was written because nothing was to be.</summary>
    public bool IsDry { get; init; }

    public required IReadOnlyList<string> Added { get; init; }

    public required IReadOnlyList<DifferentFile> Changed { get; init; }

    public required IReadOnlyList<string> Removed { get; init; }

    /// <summary>Files of tables that are not there, which nobody agreed to remove.</summary>
    public required IReadOnlyList<string> Kept { get; init; }

    public required int Unchanged { get; init; }

    /// <summary>Compares files with those that are there, and puts them in their place.</summary>
    /// <param name="folder">The solution's folder.</param>
    /// <param name="files">The files of the tables that are there.</param>
    /// <param name="gone">The files of tables that are not.</param>
    /// <param name="isDry">Whether to compare only.</param>
    /// <param name="mayRemove">Asked before anything is written, where there are such files.</param>
    public static RefreshResult Of(
        string folder, IReadOnlyList<ImportFile> files, IReadOnlyList<string> gone, bool isDry,
        Func<IReadOnlyList<string>, bool> mayRemove)
    {
        IReadOnlyList<string> removed = !isDry && gone.Count > 0 && mayRemove(gone) ? gone : [];
        var (added, changed) = (new List<string>(), new List<DifferentFile>());
        foreach (var file in files)
        {
            var path = Path.Combine(folder, file.Path);
            var lines = File.Exists(path) ? LineDifference.Of(File.ReadAllText(path), file.Text) : null;
            if (lines is null)
            {
                added.Add(file.Path);
            }
            else if (lines.Count > 0)
            {
                changed.Add(new DifferentFile(file.Path, lines));
            }
            else
            {
                continue;
            }

            if (!isDry)
            {
                WholeFile.Write(path, file.Text, overwrites: true);
            }
        }

        foreach (var path in removed)
        {
            File.Delete(Path.Combine(folder, path));
        }

        return new RefreshResult
        {
            IsDry = isDry,
            Added = added,
            Changed = changed,
            Removed = removed,
            Kept = removed.Count > 0 ? [] : gone,
            Unchanged = files.Count - added.Count - changed.Count,
        };
    }
}
