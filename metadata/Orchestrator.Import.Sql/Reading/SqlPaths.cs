using Orchestrator.Metadata.Loading;

namespace Orchestrator.Import.Sql.Reading;

/// <summary>Finds what paths lead to: a script, a project, a package of a model, or a folder of scripts.</summary>
/// <param name="folder">The folder that paths begin in, and that messages name files from.</param>
/// <param name="problems">Takes what is wrong.</param>
internal sealed class SqlPaths(string folder, SqlProblems problems)
{
    /// <summary>Files that one import reads.</summary>
    public const int FilesMax = 50_000;

    private const string Script = ".sql";
    private const string Project = ".sqlproj";
    private const string Package = ".dacpac";

    // What builds leave, and what others keep there.
    private static readonly string[] Passed = ["bin", "obj", "node_modules"];

    private readonly SqlInputs _inputs = new();

    /// <summary>What they lead to.</summary>
    public SqlInputs Of(IReadOnlyList<string> paths)
    {
        foreach (var path in paths.Select(each => Path.GetFullPath(each, folder)))
        {
            if (Directory.Exists(path))
            {
                Folder(Path.TrimEndingDirectorySeparator(path));
            }
            else
            {
                File(path);
            }
        }

        return _inputs;
    }

    private void File(string path)
    {
        // Who names a link means what it leads to.
        path = new FileInfo(path).LinkTarget is null ? path : EntryKind.Followed(path);
        var file = new SqlFile(path, Path.GetDirectoryName(path)!, folder);
        if (EntryKind.NotAFile(path) is { } other)
        {
            problems.Error(SqlCodes.Unreadable, file.At, $"it is {other}", "name a file");
            return;
        }

        switch (Path.GetExtension(path).ToLowerInvariant())
        {
            case Script:
                _inputs.Scripts.Add(file);
                _inputs.IsWhole = false;
                break;
            case Project:
                new SqlProject(file, _inputs, problems).Read(Below);
                break;
            case Package:
                _inputs.Packages.Add(file);
                break;
            default:
                problems.Error(SqlCodes.Unreadable, file.At, "it is neither script, project nor package of a model",
                    $"import a folder, or a file that ends in {Script}, {Project} or {Package}");
                break;
        }
    }

    private void Folder(string path)
    {
        var projects = Below(path, Project).ToArray();
        switch (projects)
        {
            case [var only]:
                File(only);
                break;
            case []:
                var scripts = Below(path, Script).Select(each => new SqlFile(each, path, folder)).ToArray();
                if (scripts.Length == 0)
                {
                    problems.Error(SqlCodes.Unreadable, new SqlFile(path, path, folder).At,
                        $"the folder holds no file that ends in {Script} or {Project}");
                }

                _inputs.Scripts.AddRange(scripts);
                break;
            default:
                problems.Error(SqlCodes.Databases, new SqlFile(path, path, folder).At,
                    $"the folder holds {projects.Length} projects, and each makes a database of its own: "
                    + string.Join(", ", projects.Select(each => new SqlFile(each, path, folder).Shown)),
                    "import one of them by its path");
                break;
        }
    }

    /// <summary>Files below a folder that end so, in the order of their names.</summary>
    private List<string> Below(string path, string ending)
    {
        var found = new List<string>();
        var open = new Stack<string>([path]);
        while (open.TryPop(out var next) && found.Count <= FilesMax)
        {
            try
            {
                found.AddRange(Directory.EnumerateFiles(next)
                    .Where(each => each.EndsWith(ending, StringComparison.OrdinalIgnoreCase)));
                foreach (var inner in new DirectoryInfo(next).EnumerateDirectories().Where(IsEntered))
                {
                    open.Push(inner.FullName);
                }
            }
            catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
            {
                problems.Error(SqlCodes.Unreadable, new SqlFile(next, path, folder).At, "the folder cannot be read",
                    "see who may read it");
            }
        }

        if (found.Count > FilesMax)
        {
            problems.Error(SqlCodes.TooMuch, new SqlFile(path, path, folder).At,
                $"the folder holds over {FilesMax} files, and no more are read", "import a folder in it");
            return [];
        }

        found.Sort(StringComparer.Ordinal);
        return found;
    }

    // A link may lead back to where it stands.
    private static bool IsEntered(DirectoryInfo inner) => inner.LinkTarget is null && !inner.Name.StartsWith('.')
        && !Passed.Contains(inner.Name, StringComparer.OrdinalIgnoreCase);
}
