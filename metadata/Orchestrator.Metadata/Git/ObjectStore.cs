using System.Text;

namespace Orchestrator.Metadata.Git;

/// <summary>Git's objects, loose or packed, with the stores it borrows from.</summary>
internal sealed class ObjectStore
{
    private readonly List<string> _folders = [];
    private readonly Lazy<List<PackFile>> _packs;

    public ObjectStore(string folder)
    {
        Add(folder);
        _packs = new Lazy<List<PackFile>>(() => [.. _folders
            .Select(each => Path.Combine(each, "pack")).Where(Directory.Exists)
            .SelectMany(each => Directory.EnumerateFiles(each, "*.idx")).Order(StringComparer.Ordinal)
            .Select(each => new PackFile(each))]);
    }

    /// <summary>The object of that full name.</summary>
    /// <exception cref="GitException">It is missing (a shallow or partial clone) or damaged.</exception>
    public GitObject Read(string name) => TryRead(name)
        ?? throw new GitException($"git object {name} is not in this clone (is it shallow or partial?)");

    /// <summary>Full names that begin with these hex digits.</summary>
    public IEnumerable<string> NamesWith(string prefix) =>
        _folders.Select(folder => Path.Combine(folder, prefix[..2])).Where(Directory.Exists)
            .SelectMany(Directory.EnumerateFiles).Select(path => prefix[..2] + Path.GetFileName(path))
            .Where(name => name.Length == 40 && name.StartsWith(prefix, StringComparison.Ordinal))
            .Concat(_packs.Value.SelectMany(pack => pack.NamesWith(prefix))).Distinct();

    private GitObject? TryRead(string name) =>
        _folders.Select(folder => Path.Combine(folder, name[..2], name[2..])).Where(File.Exists).Select(Loose)
            .FirstOrDefault()
        ?? _packs.Value.Select(pack => pack.Find(name, TryRead)).FirstOrDefault(found => found is not null);

    private static GitObject Loose(string path)
    {
        using var stream = File.OpenRead(path);
        var bytes = Inflated.ReadAll(stream);
        var end = Array.IndexOf(bytes, (byte)0);
        var header = end > 0 ? Encoding.ASCII.GetString(bytes, 0, end).Split(' ') : [];
        return header.Length == 2
            ? new GitObject(GitObject.KindOf(header[0]), bytes[(end + 1)..])
            : throw new GitException($"{path} is no git object");
    }

    private void Add(string folder)
    {
        if (_folders.Contains(folder) || _folders.Count > 16)
        {
            return;
        }

        _folders.Add(folder);
        var alternates = Path.Combine(folder, "info", "alternates");
        foreach (var line in File.Exists(alternates) ? File.ReadAllLines(alternates) : [])
        {
            if (line.Length > 0 && line[0] != '#')
            {
                Add(Path.GetFullPath(line, folder));
            }
        }
    }
}
