using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What a connection string may not say. No message repeats a value of it.</summary>
internal static class ConnectionStringChecks
{
    private static readonly string[] Passwords =
        ["password", "pwd", "psw", "userpassword", "sslpassword", "token", "accountkey", "accesskey"];

    public static void Check(LoadContext context, YamlMap map, PlatformFacts platform)
    {
        if (map.Entry("connectionString") is not { Value: YamlScalar text } entry)
        {
            return;
        }

        var isFile = platform.Form == StoreForm.File;
        if (isFile && map["file"] is not null)
        {
            context.Bag.Error("ORC1041", entry.Key.At, "'file' and 'connectionString' stand in one connection",
                "both name the file: keep one of the two");
        }

        // One placeholder for all of it: its value is known to the run only, its default stands here.
        var isWhole = PlaceholderText.IsWhole(text.Text);
        var written = isWhole ? PlaceholderText.Written(text.Text) : text.Text;
        if (isWhole && written.Length == 0)
        {
            return;
        }

        if (!ConnectionText.TryParse(written, out var parts, out var problem))
        {
            context.Bag.Error("ORC1052", text.At, $"'connectionString' cannot be read: {problem}",
                "write keyword=value with ';' between, or one ${env:NAME} or ${secret:NAME} for all of it");
        }
        else if (!Password(context, text, parts, isWhole) && isFile)
        {
            File(context, platform, text, parts, isWhole);
        }
    }

    private static bool Password(
        LoadContext context, YamlScalar text, IReadOnlyList<ConnectionPart> parts, bool isWhole)
    {
        foreach (var part in parts.Where(part => Passwords.Contains(
            part.Keyword.Replace(" ", "", StringComparison.Ordinal).ToLowerInvariant())))
        {
            if (PlaceholderText.Written(part.Value).Length > 0)
            {
                context.Bag.Error("ORC1035", text.At, "a password stands in 'connectionString'",
                    "put ${secret:NAME} in its place, and change the password: it is in git",
                    Fix(text, part.At, part.Length, "${secret:PASSWORD}", isWhole));
                return true;
            }
        }

        return false;
    }

    private static void File(
        LoadContext context, PlatformFacts platform, YamlScalar text, IReadOnlyList<ConnectionPart> parts, bool isWhole)
    {
        if (FileConnectionText.Refusal(platform, parts, isWritten: true) is { } why)
        {
            var odd = parts.FirstOrDefault(part => !FileConnectionText.IsHonoured(platform, part.Keyword));
            var from = odd.Keyword is null ? 0 : text.Text.LastIndexOf(';', Math.Max(0, odd.At - 1));
            context.Bag.Error("ORC1052", text.At, why, "write Data Source=FILE and nothing else",
                odd.Keyword is null || from <= 0 ? null
                    : Fix(text, from, odd.At + odd.Length - from, "", isWhole || text.Text[odd.At - 1] != '='));
            return;
        }

        var file = PlaceholderText.Pattern().Replace(parts[0].Value, "");
        if (file.Contains('{', StringComparison.Ordinal))
        {
            context.Bag.Error("ORC1052", text.At, "'Data Source' in 'connectionString' holds a '{'",
                "it names one file; 'file' may hold {connection}, {project}, {container} and {object}");
        }

        if (file.Split('/', '\\').Contains(".."))
        {
            context.Bag.Error("ORC1032", text.At, "the file in 'connectionString' leads out of its folder",
                "write a path below .orchestrator/data, or a full path");
        }
    }

    private static Fix? Fix(YamlScalar text, int at, int length, string better, bool isElsewhere) =>
        isElsewhere || text.Text.Contains('\n', StringComparison.Ordinal) ? null
            : new Fix(text.At with { Column = text.At.Column + at + (text.IsPlain ? 0 : 1) }, length, better);
}
