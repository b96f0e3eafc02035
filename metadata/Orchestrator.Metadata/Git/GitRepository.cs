using System.Text;

namespace Orchestrator.Metadata.Git;

/// <summary>
/// Reads commits from a repository's own files, because the verbs that read metadata start no process.
/// </summary>
internal sealed class GitRepository
{
    private readonly ObjectStore _objects;
    private readonly References _references;

    private GitRepository(string root, string gitFolder, string commonFolder)
    {
        Root = root;
        _objects = new ObjectStore(Path.Combine(commonFolder, "objects"));
        _references = new References(gitFolder, commonFolder);
    }

    /// <summary>Full path of the work tree.</summary>
    public string Root { get; }

    /// <summary>The repository that holds a folder; null where none does.</summary>
    public static GitRepository? Around(string folder)
    {
        for (var at = Path.GetFullPath(folder); at is not null; at = Path.GetDirectoryName(at))
        {
            var git = Path.Combine(at, ".git");
            var gitFolder = Directory.Exists(git) ? git : File.Exists(git) ? Linked(git) : null;
            if (gitFolder is not null && File.Exists(Path.Combine(gitFolder, "HEAD")))
            {
                return Open(at, gitFolder);
            }
        }

        return null;
    }

    /// <summary>Full name of the commit that a revision (name, hex digits, ~n, ^n) stands for.</summary>
    /// <exception cref="GitException">No such revision.</exception>
    public string Commit(string revision)
    {
        var end = revision.AsSpan().IndexOfAny('~', '^');
        var name = end < 0 ? revision : revision[..end];
        var commit = Peeled(Named(name == "@" ? "HEAD" : name, revision));
        var at = end < 0 ? revision.Length : end;
        while (at < revision.Length)
        {
            var step = revision[at++];
            var digits = at;
            while (at < revision.Length && char.IsAsciiDigit(revision[at]))
            {
                at++;
            }

            if (step is not ('~' or '^') || !int.TryParse(at == digits ? "1" : revision[digits..at], out var count))
            {
                throw new GitException($"'{revision}' is no revision: expected ~ or ^ after the name");
            }

            commit = step == '~' ? Ancestor(commit, count, revision) : Parent(commit, count, revision);
        }

        return commit;
    }

    /// <summary>
    /// The files of a commit below a folder: path below it with `/`, and the name of the content. Links are left out.
    /// </summary>
    public IEnumerable<(string Path, string Object)> Entries(string commit, string folder)
    {
        var tree = Header(_objects.Read(commit), "tree")
            ?? throw new GitException($"commit {commit} names no tree");
        var below = Path.GetRelativePath(Root, Path.GetFullPath(folder)).Replace('\\', '/');
        foreach (var part in below == "." ? [] : below.Split('/'))
        {
            tree = TreeReader.Entries(_objects.Read(tree).Content)
                .Where(entry => entry.IsFolder && entry.Name == part).Select(entry => entry.Object).FirstOrDefault()
                ?? throw new GitException($"commit {commit[..10]} has no folder '{below}'");
        }

        return Walk(tree, "", 0);
    }

    /// <summary>The content of that name.</summary>
    public byte[] Content(string name) => _objects.Read(name).Content;

    private IEnumerable<(string Path, string Object)> Walk(string tree, string prefix, int depth)
    {
        if (depth > 64)
        {
            throw new GitException($"'{prefix}' is nested deeper than 64 folders");
        }

        foreach (var entry in TreeReader.Entries(_objects.Read(tree).Content))
        {
            var path = prefix + entry.Name;
            if (entry.IsFile)
            {
                yield return (path, entry.Object);
            }

            foreach (var file in entry.IsFolder ? Walk(entry.Object, path + "/", depth + 1) : [])
            {
                yield return file;
            }
        }
    }

    private string Named(string name, string revision)
    {
        var found = _references.Find(name);
        if (found is null && name.Length is >= 4 and <= 40 && name.All(char.IsAsciiHexDigit))
        {
            var matches = _objects.NamesWith(name.ToLowerInvariant()).Take(2).ToArray();
            found = matches.Length switch
            {
                1 => matches[0],
                0 => null,
                _ => throw new GitException($"'{name}' is the beginning of several git objects: give more digits"),
            };
        }

        return found ?? throw new GitException(
            $"git knows no revision '{revision}' in {Root}: give a branch, tag or commit");
    }

    private string Peeled(string name)
    {
        for (var depth = 0; depth < 8; depth++)
        {
            var found = _objects.Read(name);
            if (found.Kind == GitObjectKind.Commit)
            {
                return name;
            }

            name = (found.Kind == GitObjectKind.Tag ? Header(found, "object") : null)
                ?? throw new GitException($"git object {name} is no commit");
        }

        throw new GitException($"git object {name} is no commit");
    }

    private string Ancestor(string commit, int count, string revision)
    {
        for (; count > 0; count--)
        {
            commit = Parent(commit, 1, revision);
        }

        return commit;
    }

    private string Parent(string commit, int which, string revision) => which == 0
        ? commit
        : Headers(_objects.Read(commit), "parent").Skip(which - 1).FirstOrDefault()
            ?? throw new GitException($"'{revision}' goes back beyond the first commit (or a shallow clone's edge)");

    private static string? Header(GitObject found, string key) => Headers(found, key).FirstOrDefault();

    private static IEnumerable<string> Headers(GitObject found, string key) =>
        Encoding.UTF8.GetString(found.Content).Split('\n').TakeWhile(line => line.Length > 0)
            .Where(line => line.StartsWith(key + " ", StringComparison.Ordinal))
            .Select(line => line[(key.Length + 1)..].Trim())
            .Where(value => value.Length == 40 && value.All(char.IsAsciiHexDigit));

    private static string? Linked(string gitFile)
    {
        var text = File.ReadAllText(gitFile).Trim();
        return text.StartsWith("gitdir:", StringComparison.Ordinal)
            ? Path.GetFullPath(text[7..].Trim(), Path.GetDirectoryName(gitFile)!)
            : null;
    }

    private static GitRepository Open(string root, string gitFolder)
    {
        var common = Path.Combine(gitFolder, "commondir");
        var commonFolder = File.Exists(common)
            ? Path.GetFullPath(File.ReadAllText(common).Trim(), gitFolder)
            : gitFolder;
        return NamesAreSha256(Path.Combine(commonFolder, "config"))
            ? throw new GitException($"the repository {root} names its objects by SHA-256: only SHA-1 is read")
            : new GitRepository(root, gitFolder, commonFolder);
    }

    private static bool NamesAreSha256(string config) => File.Exists(config)
        && File.ReadLines(config).Select(line => line.Replace(" ", "", StringComparison.Ordinal).Trim())
            .Contains("objectformat=sha256", StringComparer.OrdinalIgnoreCase);
}
