using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// `objects: "*"`: every file of the source's folder that one of its formats knows becomes an object. What else lies
/// there (scripts, notes, backups, what programs keep for themselves) is left out, and that is said.
/// </summary>
internal static class ListedObjects
{
    private const int NamedMax = 5;

    // What Excel keeps beside a workbook that is open.
    private const string Lock = "~$";

    private static readonly string[] Csv = [".csv", ".txt"];
    private static readonly string[] Tabbed = [".tsv", ".tab"];
    private static readonly string[] Lines = [".jsonl", ".ndjson"];
    private static readonly string[] Books = [".xlsx", ".xlsm", ".xls"];

    public static IReadOnlyList<EffectiveObject> Add(BuildScope scope, EffectiveProject project, Connection? source)
    {
        if (project.Draft.Map.Scalar("objects") is not { } all || source is null)
        {
            return project.Objects;
        }

        var bag = scope.Context.Bag;
        if (!source.IsFolder)
        {
            bag.Error("ORC1038", all.At, $"objects: \"*\" lists files, and '{source.Name}' is a database",
                "leave it out: " + WaysToObjects.OfDatabase(scope, project.Draft, source));
            return project.Objects;
        }

        if (source.Stored is { } stored)
        {
            bag.Error("ORC1357", all.At,
                $"objects: \"*\" lists files of this machine, and {stored.Holder} has the folder of '{source.Name}'",
                "list the objects, each with its file or pattern");
            return project.Objects;
        }

        // A file that is nothing but an ending names no object.
        var there = FilePresence.Files(scope, source)?.Where(file => NameOf(file, source).Length > 0).ToList();
        var files = there?.Where(file => FormatOf(file, source) is not null || IsNamed(file, source, project)).ToList();
        if (files is null || files.Count == 0)
        {
            bag.Error("ORC1031", all.At, $"the folder of '{source.Name}' "
                + (files is null ? "does not exist" : there!.Count == 0 ? "holds no files"
                    : $"holds no file of a format that is known: {Some(there)}"),
                files is null && SourceFolderChecks.Near(scope, source) is { } near
                    ? $"correct `folder` of the connection: '{near}' stands beside '{source.Folder}'"
                    : "objects: \"*\" needs the files to be there: *.csv, *.txt, *.tsv or *.tab, packed as .gz or not");
            return project.Objects;
        }

        Warn(bag, [.. there!.Except(files)
            .Where(file => !IsDoneFile(file, source) && !IsSource(file, source, project))], all);
        var objects = project.Objects.ToList();
        foreach (var group in files.GroupBy(file => NameOf(file, source), StringComparer.OrdinalIgnoreCase))
        {
            if (group.FirstOrDefault(IsNoFileOfAnObject) is { } refused)
            {
                bag.Error("ORC1050", all.At,
                    $"the file '{refused}' cannot be an object: its name is no text, or holds a control character,"
                    + " or * or ?, which would stand for other files", "rename it, or move it away");
                continue;
            }

            Add(bag, objects, group, source, all);
        }

        return objects;
    }

    // By its ending: a csv file has a header, and JSON lines have names; of other styles the columns are not known.
    private static string? FormatOf(string file, Connection source)
    {
        if (file.StartsWith(Lock, StringComparison.Ordinal) || IsDoneFile(file, source))
        {
            return null;
        }

        var name = Without(file, ".gz");
        return EndsAs(name, Csv) ? "csv"
            // What is declared comes before what is built in, which may have another encoding.
            : EndsAs(name, Tabbed) ? source.Formats.Values.FirstOrDefault(
                format => format is { Style: FileStyle.Csv, Field: "\t", HasHeader: true })?.Name
            : EndsAs(name, Lines)
                ? source.Formats.Values.FirstOrDefault(format => format.Style == FileStyle.Jsonl)?.Name
            : EndsAs(name, Books) ? BookFormat(source)?.Name
            : null;
    }

    private static FileFormat? BookFormat(Connection source) =>
        source.Formats.Values.FirstOrDefault(format => format.Style == FileStyle.Excel);

    private static bool EndsAs(string name, string[] endings) =>
        endings.Any(ending => Without(name, ending).Length < name.Length);

    private static bool IsNamed(string file, Connection source, EffectiveProject project) =>
        project.Objects.Any(one => one.Name.Equals(NameOf(file, source), StringComparison.OrdinalIgnoreCase)
            && ElsewhereOf(one, source) is null);

    private static bool IsSource(string file, Connection source, EffectiveProject project) =>
        project.Objects.Any(one => ElsewhereOf(one, source) is null
            && one.Map.Map(SourceKeys.Section.Name) is { } read && read.Text(SourceKeys.File.Name) is { } pattern
            && Wildcard.Matches(pattern, file, read.Flag(SourceKeys.IgnoreCase.Name, fallback: false)));

    /// <summary>The connection that an object reads in the place of the one that is listed; null = it reads that.
    /// </summary>
    private static YamlScalar? ElsewhereOf(EffectiveObject one, Connection source) =>
        one.Map.Map(SourceKeys.Section.Name)?.Scalar(SourceKeys.Connection.Name) is { } named
        && named.Text != source.Name ? named : null;

    private static bool IsDoneFile(string file, Connection source) =>
        source.Files.DoneFile is { } done && Wildcard.Matches(done, file);

    private static void Warn(DiagnosticBag bag, IReadOnlyList<string> left, YamlScalar all)
    {
        if (left.Count > 0)
        {
            bag.Warning("ORC1056", all.At, $"objects: \"*\" leaves out {Some(left)}: no format of the connection knows "
                + "such a file by its ending",
                "move it away, or write an object with 'source: {file: …, format: …}' where it is to be loaded");
        }
    }

    private static string Some(IReadOnlyList<string> files) =>
        Words.First(NamedMax, files.Select(file => $"'{file}'"));

    private static void Add(DiagnosticBag bag, List<EffectiveObject> objects, IGrouping<string, string> files,
        Connection connection, YamlScalar all)
    {
        var known = objects.FindIndex(one => one.Name.Equals(files.Key, StringComparison.OrdinalIgnoreCase));
        if (files.Count() > 1)
        {
            bag.Error("ORC1037", all.At,
                $"the files {string.Join(" and ", files)} would be one object, '{files.Key}'",
                "list the objects instead of \"*\"");
        }

        if (known >= 0 && ElsewhereOf(objects[known], connection) is { } elsewhere)
        {
            bag.Error("ORC1037", elsewhere.At, $"'{objects[known].Name}' reads '{elsewhere.Text}', and the file "
                + $"'{files.First()}' of '{connection.Name}' would be an object of the same name",
                "give the object another name, or list the objects instead of \"*\"");
            return;
        }

        var format = FormatOf(files.First(), connection) ?? "csv";
        YamlEntry[] source = format == "csv"
            ? [Entry("file", files.First(), all)]
            : [Entry("file", files.First(), all), Entry("format", format, all)];
        var map = new YamlMap(all.At, all.Length, [Entry("object", files.Key, all),
            new YamlEntry(Scalar("source", all), new YamlMap(all.At, all.Length, source))]);
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

    // Of a workbook that nobody reads the ending is a part of the name.
    private static string NameOf(string file, Connection source)
    {
        var name = Without(file, ".gz");
        string[] others = BookFormat(source) is null ? Lines : [.. Lines, .. Books];
        foreach (var ending in (string[])[.. Csv, .. Tabbed, .. others])
        {
            name = Without(name, ending);
        }

        return name;
    }

    private static string Without(string file, string ending) =>
        file.EndsWith(ending, StringComparison.OrdinalIgnoreCase) ? file[..^ending.Length] : file;

    private static bool IsNoFileOfAnObject(string file) =>
        file.Any(char.IsControl) || file.AsSpan().IndexOfAny('*', '?', '\uFFFD') >= 0;

    private static YamlEntry Entry(string key, string text, YamlScalar at) => new(Scalar(key, at), Scalar(text, at));

    private static YamlScalar Scalar(string text, YamlScalar at) => new(at.At, at.Length, text, IsPlain: false);
}
