using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>`objects: "*"`: every file of the source's folder becomes an object.</summary>
internal static class ListedObjects
{
    private static readonly string[] Endings = [".gz", ".csv", ".txt", ".tsv"];

    public static IReadOnlyList<EffectiveObject> Add(BuildScope scope, EffectiveProject project, Connection? source)
    {
        if (project.Draft.Map.Scalar("objects") is not { } all || source is null)
        {
            return project.Objects;
        }

        var bag = scope.Context.Bag;
        if (source.Platform != Platform.Files)
        {
            bag.Error("ORC1038", all.At, $"objects: \"*\" lists files, and '{source.Name}' is a database",
                $"leave it out: `orchestrator import database {source.Name}` writes an object for each table");
            return project.Objects;
        }

        // A file that is nothing but an ending names no object.
        var files = SourceFileChecks.Files(scope, source)?.Where(file => NameOf(file).Length > 0).ToList();
        if (files is null || files.Count == 0)
        {
            bag.Error("ORC1031", all.At, $"the folder of '{source.Name}' "
                + (files is null ? "does not exist" : "holds no files"), "objects: \"*\" needs the files to be there");
            return project.Objects;
        }

        var objects = project.Objects.ToList();
        foreach (var group in files.GroupBy(NameOf, StringComparer.OrdinalIgnoreCase))
        {
            if (group.FirstOrDefault(IsNoFileOfAnObject) is { } refused)
            {
                bag.Error("ORC1050", all.At,
                    $"the file '{refused}' cannot be an object: its name is no text, or holds a control character,"
                    + " or * or ?, which would stand for other files", "rename it, or move it away");
                continue;
            }

            Add(bag, objects, group, all);
        }

        return objects;
    }

    private static void Add(DiagnosticBag bag, List<EffectiveObject> objects, IGrouping<string, string> files,
        YamlScalar all)
    {
        var known = objects.FindIndex(one => one.Name.Equals(files.Key, StringComparison.OrdinalIgnoreCase));
        if (files.Count() > 1)
        {
            bag.Error("ORC1037", all.At,
                $"the files {string.Join(" and ", files)} would be one object, '{files.Key}'",
                "list the objects instead of \"*\"");
        }

        var map = new YamlMap(all.At, all.Length, [Entry("object", files.Key, all), new YamlEntry(
            Scalar("source", all), new YamlMap(all.At, all.Length, [Entry("file", files.First(), all)]))]);
        if (known < 0)
        {
            objects.Add(new EffectiveObject(files.Key, map, null, all.At, false));
        }
        else
        {
            // It stands where its file stands, so that all of them are in the order of their names.
            var written = objects[known];
            objects.RemoveAt(known);
            objects.Add(written with { Map = Overlay.Over(map, written.Map) });
        }
    }

    private static string NameOf(string file)
    {
        var name = file;
        foreach (var ending in Endings)
        {
            name = name.EndsWith(ending, StringComparison.OrdinalIgnoreCase) ? name[..^ending.Length] : name;
        }

        return name;
    }

    private static bool IsNoFileOfAnObject(string file) =>
        file.Any(char.IsControl) || file.AsSpan().IndexOfAny('*', '?', '\uFFFD') >= 0;

    private static YamlEntry Entry(string key, string text, YamlScalar at) => new(Scalar(key, at), Scalar(text, at));

    private static YamlScalar Scalar(string text, YamlScalar at) => new(at.At, at.Length, text, IsPlain: false);
}
