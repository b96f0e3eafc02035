using System.Runtime.CompilerServices;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>Which loads of a solution read files, by the names of these; looked up once per solution.</summary>
internal sealed class FileReaders
{
    private static readonly ConditionalWeakTable<Solution, FileReaders> Known = [];

    private readonly Dictionary<string, int> _places = new(StringComparer.Ordinal);
    private readonly ILookup<string, ObjectDefinition> _byFolder;
    private readonly ILookup<string, ObjectDefinition> _byPattern;
    private readonly ILookup<string, ObjectDefinition> _byFile;

    private FileReaders(Solution solution)
    {
        var objects = solution.Projects.SelectMany(project => project.Objects).ToArray();
        foreach (var one in objects)
        {
            _places.TryAdd(one.FullName, _places.Count);
        }

        var readers = objects.Where(one => one is { IsLoad: true, Enabled: true, Source.File: not null }).ToArray();
        _byFolder = readers.ToLookup(one => FolderOf(Folded(one)), StringComparer.Ordinal);
        _byPattern = readers.Where(IsPattern).ToLookup(one => FolderOf(Folded(one)), StringComparer.Ordinal);
        _byFile = readers.Where(one => !IsPattern(one)).ToLookup(Folded, StringComparer.Ordinal);
    }

    /// <summary>The loads declared before one that may read a file of the same folder and name, in declared order. Of
    /// ten thousand turns that read a file each not every one is held against each.</summary>
    public static IEnumerable<ObjectDefinition> Before(ObjectDefinition definition, Solution solution)
    {
        var known = Known.GetValue(solution, static each => new FileReaders(each));
        var (file, place) = (Folded(definition), known.PlaceOf(definition));
        var found = IsPattern(definition) ? known._byFolder[FolderOf(file)]
            : known._byFile[file].Concat(known._byPattern[FolderOf(file)]).OrderBy(known.PlaceOf);
        return found.Where(other => known.PlaceOf(other) < place);
    }

    /// <summary>The folder of a file, with the / behind it.</summary>
    public static string FolderOf(string file) => file[..(file.LastIndexOf('/') + 1)];

    private int PlaceOf(ObjectDefinition one) => _places.GetValueOrDefault(one.FullName, int.MaxValue);

    private static bool IsPattern(ObjectDefinition one) => Wildcard.IsPattern(one.Source!.File!);

    // Folded, so that the same is refused whether or not a system's file names know case.
    private static string Folded(ObjectDefinition one) => one.Source!.File!.ToLowerInvariant();
}
