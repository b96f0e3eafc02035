using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a connection may not say, by platform.</summary>
internal static partial class ConnectionChecks
{
    private const int RecordSourceMax = 10;
    private static readonly string[] FilesOnly = ["folder", "formats"];
    private static readonly string[] DatabaseOnly = ["file", "connectionString"];
    private static readonly string[] Names = ["connection", "project", "container", "object"];

    public static void Check(LoadContext context, string name, YamlMap map)
    {
        var isFiles = map.Text("platform") == "Files";
        foreach (var entry in map.Entries.Where(entry => (isFiles ? DatabaseOnly : FilesOnly).Contains(entry.Key.Text)))
        {
            var better = (isFiles, entry.Key.Text) switch
            {
                (true, "file") => "folder",
                (false, "folder") => "file",
                _ => null
            };
            context.Bag.Error("ORC1038", entry.Key.At,
                $"'{entry.Key.Text}' does nothing on platform {map.Text("platform")}",
                better is null ? "leave it out" : null,
                new Fix(entry.Key.At, better is null ? 0 : entry.Key.Length, better ?? "# "));
        }

        if (isFiles && map["folder"] is null && map["file"] is null && !map.Refused.Contains("folder"))
        {
            context.Bag.Error("ORC1014", map.At, $"the connection '{name}' of platform Files needs the key 'folder'",
                "folder: the folder its files lie in");
        }

        RecordSource(context, map);
        File(context, map);
        if (!isFiles)
        {
            ConnectionStringChecks.Check(context, map);
        }

        foreach (var format in map.Map("formats")?.Entries ?? [])
        {
            FormatChecks.Check(context, format);
        }
    }

    /// <summary>Whether words laid over a connection leave no place for a key of it.</summary>
    public static bool Replaces(YamlMap over, string key, YamlMap draft) => key switch
    {
        "file" when over["connectionString"] is not null => true,
        "connectionString" when over["file"] is not null => true,
        _ => over.Text("platform") is { } platform && platform != draft.Text("platform")
            && (platform == "Files" ? DatabaseOnly : FilesOnly).Contains(key),
    };

    private static void RecordSource(LoadContext context, YamlMap map)
    {
        if (map.Scalar("recordSource") is { Text.Length: > RecordSourceMax } text)
        {
            context.Bag.Error("ORC1036", text.At,
                $"expected 'recordSource' to have at most {RecordSourceMax} characters, got: {text.Text.Length}",
                "shorten it: every row carries it", new Fix(text.At, text.Length, text.Text[..RecordSourceMax]));
        }
    }

    private static void File(LoadContext context, YamlMap map)
    {
        if (map.Scalar("file") is not { } text)
        {
            return;
        }

        var bare = text.Text.Replace("${", "$", StringComparison.Ordinal);
        foreach (Match match in Braces().Matches(bare))
        {
            if (!Names.Contains(match.Groups[1].Value))
            {
                var nearest = Nearest.Find(match.Groups[1].Value, Names);
                var at = text.At with { Column = text.At.Column + match.Index + (text.IsPlain ? 0 : 1) };
                context.Bag.Error("ORC1038", text.At, $"'{match.Value}' in 'file' is not known",
                    "known are {connection}, {project}, {container} and {object}",
                    nearest is null || bare != text.Text ? null : new Fix(at, match.Length, $"{{{nearest}}}"));
            }
        }

        if (text.Text.Split('/', '\\').Contains(".."))
        {
            context.Bag.Error("ORC1032", text.At, $"the file '{text.Text}' leads out of its folder",
                "write a path below .orchestrator/data, or a full path");
        }
    }

    [GeneratedRegex(@"(?<!\$)\{([^{}]*)\}")]
    private static partial Regex Braces();
}
