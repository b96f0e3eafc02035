using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a connection may not say, by platform.</summary>
internal static partial class ConnectionChecks
{
    private const int RecordSourceMax = 10;

    private static readonly string[] Names = ["connection", "project", "container", "object"];

    public static void Check(LoadContext context, Drafts drafts, string name, YamlMap map)
    {
        var platform = PlatformTable.Of(map.Word("platform", PlatformTable.Default));
        foreach (var entry in map.Entries.Where(entry => IsIdle(entry.Key.Text, platform)))
        {
            var better = (platform.Form, entry.Key.Text) switch
            {
                (StoreForm.Folder, "file") => "folder",
                (StoreForm.File, "folder") => "file",
                _ => null
            };
            context.Bag.Error("ORC1038", entry.Key.At,
                $"'{entry.Key.Text}' does nothing on platform {map.Text("platform")}",
                better is null ? "leave it out" : null,
                new Fix(entry.Key.At, better is null ? 0 : entry.Key.Length, better ?? "# "));
        }

        Needs(context, name, map, platform);
        CommittedOnly(context, map, platform);
        DurabilityChecks.Check(context, drafts, name, map, platform);
        RecordSource(context, map);
        File(context, map);
        if (platform.Form != StoreForm.Folder)
        {
            ConnectionStringChecks.Check(context, map, platform);
        }
        else
        {
            StoredFolders.Check(context, drafts, map.Scalar(ConnectionKeys.Folder.Name));
        }

        if (map.Map(FileKeys.Section.Name)?.Scalar(FileKeys.DoneFile.Name) is { } done
            && done.Text.AsSpan().IndexOfAny('/', '\\') >= 0)
        {
            context.Bag.Error("ORC1032", done.At, $"the done file '{done.Text}' does not lie beside the files",
                "write its name alone, with * for the name of the file");
        }

        MovedFileChecks.Check(context, map.Map(FileKeys.Section.Name));
        foreach (var format in map.Map("formats")?.Entries ?? [])
        {
            FormatChecks.Check(context, format);
        }
    }

    private static void Needs(LoadContext context, string name, YamlMap map, PlatformFacts platform)
    {
        if (platform.Form == StoreForm.Folder && map["folder"] is null && map["file"] is null
            && !map.Refused.Contains("folder"))
        {
            context.Bag.Error("ORC1014", map.At,
                $"the connection '{name}' of platform {platform.Word} needs the key 'folder'",
                "folder: the folder its files lie in");
        }

        if (platform.Form == StoreForm.Server && map["connectionString"] is null
            && !map.Refused.Contains("connectionString"))
        {
            context.Bag.Error("ORC1014", map.At,
                $"the connection '{name}' of platform {platform.Word} needs the key 'connectionString'",
                "connectionString: the server, the database and who signs in, with ${secret:NAME} for the password");
        }
    }

    private static void CommittedOnly(LoadContext context, YamlMap map, PlatformFacts platform)
    {
        if (platform.HidesUncommitted && map.Scalar("isolation") is { Text: "readUncommitted" } text)
        {
            context.Bag.Error("ORC1038", text.At,
                $"'isolation: readUncommitted' does nothing on platform {platform.Word}",
                $"{platform.Name} never shows what is not committed; take readCommitted",
                new Fix(text.At, text.Length, "readCommitted"));
        }
    }

    /// <summary>Whether words laid over a connection leave no place for a key of it.</summary>
    public static bool Replaces(YamlMap over, string key, YamlMap draft) => key switch
    {
        "file" when over["connectionString"] is not null => true,
        "connectionString" when over["file"] is not null => true,
        _ => over.Text("platform") is { } word && word != draft.Text("platform")
            && IsIdle(key, PlatformTable.Of(over.Word("platform", PlatformTable.Default))),
    };

    /// <summary>Whether a key does nothing on a platform.</summary>
    private static bool IsIdle(string key, PlatformFacts platform) =>
        !ConnectionKeys.Section.Acts(key, ConnectionKeys.Section.Standard with { Platform = platform.Platform });

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
