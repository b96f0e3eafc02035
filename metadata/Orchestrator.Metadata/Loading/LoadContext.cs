using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Loading;

/// <summary>What the steps of one load share.</summary>
internal sealed class LoadContext(string folder, SolutionLoadOptions options)
{
    private readonly SortedDictionary<string, SourceFile> _files = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlyList<string>?> _listed = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (bool, long, DateTime)> _stamps = new(StringComparer.Ordinal);
    private readonly HashSet<string> _unread = new(StringComparer.Ordinal);
    private readonly List<string> _unreadTexts = [];

    public string Folder { get; } = folder;

    public SolutionLoadOptions Options { get; } = options;

    public DiagnosticBag Bag { get; } = new();

    /// <summary>The variables that have no value before the run, by name; none until they are built.</summary>
    public IReadOnlyDictionary<string, RunVariableDefinition> RunVariables { get; set; } =
        new Dictionary<string, RunVariableDefinition>();

    /// <summary>The one of the whole load, where this is one of a turn; null = it is that itself.</summary>
    private LoadContext? Whole { get; init; }

    /// <summary>One of its own, which knows the files that were read, for what is made of them later.</summary>
    public LoadContext Apart() => new(Folder, Options) { RunVariables = RunVariables, Whole = this };

    /// <summary>The files in a data folder, asked for once; null where it does not exist. Nor is it asked for in a
    /// turn: there it is opened next.</summary>
    public IReadOnlyList<string>? Listed(string folder)
    {
        if (Whole is not null)
        {
            return null;
        }

        if (!_listed.TryGetValue(folder, out var names))
        {
            _listed[folder] = names = Options.Listing.Files(folder);
        }

        return names;
    }

    /// <summary>The files that belong to the solution, by path.</summary>
    public IEnumerable<SourceFile> Files => _files.Values;

    /// <summary>The files that are others by now than when they were read.</summary>
    public IEnumerable<string> Changed => _stamps
        .Where(each => StampOf(new FileInfo(Path.GetFullPath(each.Key, Folder))) != each.Value)
        .Select(each => each.Key);

    /// <summary>
    /// Whether a name may stand in a file that could not be read, so that it must not be called unknown.
    /// </summary>
    public bool MayBeUnread(string name) => _unread.Contains("*") || _unread.Contains(name)
        || _unreadTexts.Exists(text => text.Contains(name, StringComparison.Ordinal));

    /// <summary>Whether a file could not be read, so that what seems to be nowhere may stand in it.</summary>
    public bool HasUnread => _unread.Count > 0;

    /// <summary>
    /// Remembers the names that a file which could not be read may have declared: its own, and all that its text holds.
    /// What is not needed now declares nothing.
    /// </summary>
    public void Unread(string path)
    {
        if (Bag.IsAside(path))
        {
            return;
        }

        if (_files.TryGetValue(path, out var unread))
        {
            _unreadTexts.Add(unread.Text);
        }

        var parts = path.Split('/');
        _unread.Add(parts[^1] switch
        {
            "solution.yaml" => "*",
            "project.yaml" when parts.Length > 1 => parts[^2],
            var file => Path.GetFileNameWithoutExtension(file),
        });
    }

    /// <summary>
    /// The text of a file below the solution; null where it is missing, too large, no text or outside (reported).
    /// </summary>
    public SourceFile? Read(string path, Origin at, string what)
    {
        if (_files.TryGetValue(path, out var known) || Whole?._files.TryGetValue(path, out known) == true)
        {
            return known;
        }

        var full = Path.GetFullPath(path, Folder);
        if (Path.IsPathRooted(path) || path.Contains('\0', StringComparison.Ordinal)
            || !FollowedPath.IsBelow(Folder, full))
        {
            return Outside(path, at, what);
        }

        var file = ReadBelow(path, full, at, what);
        if (file is not null)
        {
            _files[path] = file;
            Bag.Add(file);
        }

        return file;
    }

    private SourceFile? Outside(string path, Origin at, string what)
    {
        Bag.Error("ORC1032", at, $"{what} '{path}' lies outside the solution",
            "keep it below the solution's folder");
        return null;
    }

    private SourceFile? ReadBelow(string path, string full, Origin at, string what)
    {
        try
        {
            if (EntryKind.NotAFile(full) is { } other)
            {
                Bag.Error("ORC1031", at, $"{what} '{path}' cannot be read: it is {other}",
                    "rename it, or put a file in its place");
                return null;
            }

            var info = new FileInfo(full);
            if (!info.Exists)
            {
                Bag.Error("ORC1031", at, $"{what} '{path}' does not exist", "create it, or correct the path",
                    Near(path, at));
                return null;
            }

            if (info.Length > SourceFile.BytesMax)
            {
                Bag.Error("ORC1002", new Origin(path, 1, 1), $"{what} has {info.Length} bytes; 1 MB is taken",
                    "split it into several files");
                return null;
            }

            _stamps[path] = StampOf(info);
            return OpenedFile.Read(full, Folder) is { } bytes ? Decode(path, bytes, what) : Outside(path, at, what);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            Bag.Error("ORC1031", at, $"{what} '{path}' cannot be read: {refused.GetType().Name}",
                "check its permissions");
            return null;
        }
    }

    private static (bool, long, DateTime) StampOf(FileInfo file) =>
        file.Exists ? (true, file.Length, file.LastWriteTimeUtc) : default;

    private SourceFile? Decode(string path, byte[] bytes, string what)
    {
        var file = SourceFile.Decode(path, bytes, out var badAt);
        if (file is null)
        {
            var (line, column) = SourceFile.PlaceOf(bytes, badAt);
            Bag.Error("ORC1001", new Origin(path, line, column), $"{what} is not valid UTF-8",
                "save it as UTF-8");
        }

        return file;
    }

    private Fix? Near(string path, Origin at)
    {
        var folder = Path.GetDirectoryName(path) ?? "";
        var full = Path.Combine(Folder, folder);
        var nearest = Directory.Exists(full)
            ? Nearest.Find(Path.GetFileName(path), Directory.EnumerateFiles(full).Take(1000)
                .Select(file => Path.GetFileName(file)))
            : null;
        return nearest is null || at.Line == 0 ? null
            : new Fix(at, path.Length, folder.Length == 0 ? nearest : $"{folder.Replace('\\', '/')}/{nearest}");
    }
}
