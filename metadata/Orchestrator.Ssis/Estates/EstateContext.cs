using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Estates;

/// <summary>The files of an estate while it is read: by their paths, and which are taken. Two whose names differ in the
/// case of letters alone are two.</summary>
internal sealed class EstateContext
{
    private readonly Dictionary<string, EstateFile> _files = new(StringComparer.Ordinal);
    private readonly Dictionary<string, EstateFile> _ofAnyCase = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<EstateFile> _ordered = [];
    private readonly HashSet<string> _taken = new(StringComparer.Ordinal);

    public EstateContext(IEnumerable<EstateFile> files, ReadingBounds bounds)
    {
        Bounds = bounds;
        foreach (var file in files.OrderBy(each => each.Path, StringComparer.Ordinal))
        {
            if (_files.TryAdd(file.Path, file))
            {
                _ordered.Add(file);
            }

            _ofAnyCase.TryAdd(file.Path, file);
        }
    }

    public ReadingBounds Bounds { get; }

    public List<SsisFinding> Findings { get; } = [];

    /// <summary>All files, ordered by path.</summary>
    public IReadOnlyList<EstateFile> Files => _ordered;

    /// <summary>The file of a path, else one that differs in the case of letters alone; null = there is none.</summary>
    public EstateFile? Find(string path) => _files.GetValueOrDefault(path) ?? _ofAnyCase.GetValueOrDefault(path);

    /// <summary>Takes a file for a project; false where another one has it.</summary>
    public bool Take(EstateFile file) => _taken.Add(file.Path);

    public bool IsTaken(EstateFile file) => _taken.Contains(file.Path);

    /// <summary>The bytes of a file; null where it is too large or cannot be read, which is then found. What has no
    /// length is not opened, as it may be a pipe that nobody writes to.</summary>
    public byte[]? Bytes(EstateFile file, long most)
    {
        if (file.Length == 0)
        {
            Findings.Add(new(ReadingCodes.Unreadable, file.Path, 0, 0, "the file is empty, or no file of its own",
                "take it out of the folder, or fetch it anew"));
            return null;
        }

        if (file.Length > most)
        {
            Findings.Add(new(ReadingCodes.Unreadable, file.Path, 0, 0,
                $"the file has {file.Length} bytes, more than the {most} that are read",
                "leave it out, or take what does not belong into it out of it"));
            return null;
        }

        try
        {
            return file.Read();
        }
        catch (Exception mistake) when (mistake is IOException or UnauthorizedAccessException
            or NotSupportedException)
        {
            Findings.Add(new(ReadingCodes.Unreadable, file.Path, 0, 0, "the file cannot be read",
                "look at its rights, and whether another program holds it"));
            return null;
        }
    }

    /// <summary>The XML of a file whose root is called so; null where it is refused, which is then found.</summary>
    public XDocument? Xml(EstateFile file, string root)
    {
        if (Bytes(file, Bounds.FileBytesMax) is not { } bytes
            || SafeXml.Read(bytes, file.Path, Bounds, Findings) is not { Root: { } found } document)
        {
            return null;
        }

        if (found.Name.LocalName == root)
        {
            return document;
        }

        Findings.Add(new(ReadingCodes.OtherXml, file.Path, SafeXml.LineOf(found), SafeXml.ColumnOf(found),
            $"the file holds an element '{found.Name.LocalName}', it should begin with '{root}'",
            "leave it out, or save it anew in its designer"));
        return null;
    }
}
