namespace Orchestrator.Import.Ssis.Again;

/// <summary>What an import of packages did, or would do, with the files of a solution.</summary>
internal sealed record SsisWritten
{
    /// <summary>Files that were not there, or that nobody had touched since they were written.</summary>
    public required IReadOnlyList<string> Written { get; init; }

    public required IReadOnlyList<string> Unchanged { get; init; }

    /// <summary>Files that somebody has changed, and of which the packages say the same as before.</summary>
    public required IReadOnlyList<string> Kept { get; init; }

    /// <summary>Files that somebody has changed, and of which the packages say something else now.</summary>
    public required IReadOnlyList<DifferentFile> Different { get; init; }

    /// <summary>Files of earlier imports that no package makes any more; they stay.</summary>
    public required IReadOnlyList<string> Gone { get; init; }

    /// <summary>Whether somebody has to look.</summary>
    public bool IsDifferent => Different.Count > 0 || Gone.Count > 0;

    /// <summary>Compares what was made with what is there, and writes what nobody has touched.</summary>
    /// <param name="folder">The solution.</param>
    /// <param name="files">What was made.</param>
    /// <param name="packages">The hashes of the packages by their files.</param>
    /// <param name="open">The hashes of what is open, by file, then by code and place.</param>
    /// <param name="isDry">Whether nothing is written.</param>
    /// <param name="taken">Files that hold by hand what the packages say now, or that stay though no package makes
    /// them any more: these are somebody's, and told no more.</param>
    public static SsisWritten Of(
        string folder, IEnumerable<ImportFile> files, IEnumerable<KeyValuePair<string, string>> packages,
        IReadOnlyDictionary<string, SortedDictionary<string, string>> open, bool isDry,
        IReadOnlyCollection<string> taken)
    {
        var before = ImportMemory.Read(folder);
        var now = new ImportMemory();
        foreach (var (file, hash) in packages)
        {
            now.Packages[file] = hash;
        }

        var (written, unchanged, kept) = (new List<string>(), new List<string>(), new List<string>());
        var different = new List<DifferentFile>();
        foreach (var file in files)
        {
            var bare = Decisions.Without(file.Text);
            var (made, known) = (ImportMemory.Hash(bare), before.Files.GetValueOrDefault(file.Path));
            now.Files[file.Path] = made;
            if (open.TryGetValue(file.Path, out var sources))
            {
                now.Open[file.Path] = sources;
            }

            var path = Path.Combine(folder, file.Path);
            var there = File.Exists(path) ? File.ReadAllText(path).ReplaceLineEndings("\n") : null;
            if (there is not null && Decisions.Without(there) == bare)
            {
                unchanged.Add(file.Path);
            }
            else if (there is null || ImportMemory.Hash(Decisions.Without(there)) == known)
            {
                written.Add(file.Path);
                if (!isDry)
                {
                    WholeFile.Write(path, file.Text, overwrites: true);
                }
            }
            else if (made == known || taken.Contains(file.Path))
            {
                kept.Add(file.Path);
            }
            else
            {
                different.Add(new DifferentFile(file.Path, LineDifference.Of(there, file.Text)));
                Remember(now, file.Path, known);
                if (before.Open.TryGetValue(file.Path, out var former))
                {
                    now.Open[file.Path] = former;
                }
            }
        }

        string[] gone = [.. before.Files.Keys.Except(now.Files.Keys).Except(taken).Where(each =>
            File.Exists(Path.Combine(folder, each))).Order(StringComparer.Ordinal)];
        foreach (var each in gone)
        {
            now.Files[each] = before.Files[each];
        }

        if (!isDry)
        {
            Save(Path.Combine(folder, ImportMemory.Path), now.Text());
        }

        return new SsisWritten
        {
            Written = written,
            Unchanged = unchanged,
            Kept = kept,
            Different = different,
            Gone = gone,
        };
    }

    // What was not written is told again.
    private static void Remember(ImportMemory now, string path, string? known)
    {
        if (known is null)
        {
            now.Files.Remove(path);
        }
        else
        {
            now.Files[path] = known;
        }
    }

    private static void Save(string path, string text)
    {
        if (!File.Exists(path) || File.ReadAllText(path).ReplaceLineEndings("\n") != text)
        {
            WholeFile.Write(path, text, overwrites: true);
        }
    }
}
