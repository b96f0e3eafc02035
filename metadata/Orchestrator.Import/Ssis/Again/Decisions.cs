using System.Text.RegularExpressions;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Import.Ssis.Again;

/// <summary>What people have decided of what was open, in the files that an earlier import wrote.</summary>
internal static partial class Decisions
{
    private static readonly string[] Keys = [OpenKeys.Decided, OpenKeys.By, OpenKeys.Because, OpenKeys.Changed];

    /// <summary>Writes what was decided of the same thing into the objects that are made anew, with a mark where the
    /// package says something else of it now.</summary>
    /// <param name="solution">What is made.</param>
    /// <param name="folder">The solution that is there.</param>
    /// <param name="sources">Hashes of what is open, by file, then by code and place.</param>
    public static void Keep(SolutionDraft solution, string folder,
        IReadOnlyDictionary<string, SortedDictionary<string, string>> sources)
    {
        var before = ImportMemory.Read(folder);
        foreach (var one in solution.Objects.Where(each => each.Open.Count > 0))
        {
            var path = Path.Combine(folder, one.File);
            if (!File.Exists(path) || Read(one.File, File.ReadAllText(path)) is not { Count: > 0 } decided)
            {
                continue;
            }

            for (var at = 0; at < one.Open.Count; at++)
            {
                var open = one.Open[at];
                if (decided.TryGetValue((open.Reason.Code, open.Path), out var said))
                {
                    var key = OpenSources.Key(open.Reason.Code, open.Path);
                    one.Open[at] = open with
                    {
                        Decided = Marked(said, open, (
                            before.Open.GetValueOrDefault(one.File)?.GetValueOrDefault(key), sources[one.File][key])),
                    };
                }
            }
        }
    }

    // What earlier imports kept no hash of, its text tells.
    private static IReadOnlyList<DraftEntry> Marked(
        FormerDecision said, OpenEntry open, (string? Before, string Now) hashes)
    {
        var now = open.Reason.Text.ReplaceLineEndings("\n").Trim();
        var isSame = hashes.Before is { } before ? before == hashes.Now : said.About == now;
        return isSame ? said.Entries :
        [
            .. said.Entries.Where(each => each.Key != OpenKeys.Changed),
            DraftEntry.Of(OpenKeys.Changed, ChangedDecision.Of(said.About, now, hashes)),
        ];
    }

    /// <summary>A text without what was decided in it.</summary>
    public static string Without(string text)
    {
        var lines = text.ReplaceLineEndings("\n").Split('\n');
        var begin = Array.IndexOf(lines, $"{OpenKeys.Name}:");
        return begin < 0 ? string.Join('\n', lines) : string.Join('\n', lines.Take(begin + 1).Concat(lines
            .Skip(begin + 1).Where(line => !Line().IsMatch(line)).Select(line => Within().Replace(line, ""))));
    }

    private static Dictionary<(string Code, string Path), FormerDecision> Read(string path, string text)
    {
        var found = new Dictionary<(string, string), FormerDecision>();
        var documents = YamlReader.Read(new SourceFile(path, text), new DiagnosticBag(), out _);
        foreach (var open in documents.OfType<YamlMap>()
            .SelectMany(each => each.Items(OpenKeys.Name)).OfType<YamlMap>())
        {
            DraftEntry[] entries =
            [
                .. Keys.Select(key => open.Text(key) is { } said ? DraftEntry.Of(key, said) : null)
                    .OfType<DraftEntry>(),
            ];
            if (entries.Length > 0 && open.Text(OpenKeys.Code) is { } code && open.Text(OpenKeys.From) is { } from)
            {
                found[(code, from)] = new(
                    entries, (open.Text(OpenKeys.Said) ?? "").ReplaceLineEndings("\n").Trim());
            }
        }

        return found;
    }

    private sealed record FormerDecision(IReadOnlyList<DraftEntry> Entries, string About);

    [GeneratedRegex(@"^\s+(decided|by|because): [^|>]*$")]
    private static partial Regex Line();

    [GeneratedRegex(@", (decided|by|because): [^,}]*(?=[,}])")]
    private static partial Regex Within();
}
