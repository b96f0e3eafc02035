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
        Password(context, map);
        File(context, map);
        foreach (var format in map.Map("formats")?.Entries ?? [])
        {
            FormatChecks.Check(context, format);
        }
    }

    private static void RecordSource(LoadContext context, YamlMap map)
    {
        if (map.Scalar("recordSource") is { Text.Length: > RecordSourceMax } text)
        {
            context.Bag.Error("ORC1036", text.At,
                $"expected 'recordSource' to have at most {RecordSourceMax} characters, got: {text.Text.Length}",
                "shorten it: every row carries it", new Fix(text.At, text.Length, text.Text[..RecordSourceMax]));
        }
    }

    private static void Password(LoadContext context, YamlMap map)
    {
        if (map.Scalar("connectionString") is not { } text)
        {
            return;
        }

        var match = Literal().Match(text.Text);
        if (match.Success && !match.Groups["value"].Value.Trim().StartsWith("${", StringComparison.Ordinal))
        {
            var value = match.Groups["value"];
            var isOneLine = !text.Text.Contains('\n', StringComparison.Ordinal) && text.Length >= text.Text.Length;
            var at = text.At with { Column = text.At.Column + value.Index + (text.IsPlain ? 0 : 1) };
            context.Bag.Error("ORC1035", text.At, "a password stands in 'connectionString'",
                "put ${secret:NAME} in its place, and change the password: it is in git",
                isOneLine ? new Fix(at, value.Length, "${secret:PASSWORD}") : null);
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

    [GeneratedRegex(@"(?:^|;)\s*(?:password|pwd|user\s*password)\s*=\s*(?<value>[^;]+)", RegexOptions.IgnoreCase)]
    private static partial Regex Literal();

    [GeneratedRegex(@"(?<!\$)\{([^{}]*)\}")]
    private static partial Regex Braces();
}
