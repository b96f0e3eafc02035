using System.Text.RegularExpressions;
using Orchestrator.Import.Ssis.Drafts;
using Orchestrator.Ssis.Json;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Again;

/// <summary>Hashes of what is open: of the part of the package that somebody decides about, so that another import sees
/// that it is another one now.</summary>
internal static partial class OpenSources
{
    /// <summary>By the file of the object, then by code and place.</summary>
    /// <param name="solution">What is made.</param>
    /// <param name="packages">The packages that it is made of.</param>
    public static SortedDictionary<string, SortedDictionary<string, string>> Of(
        SolutionDraft solution, IEnumerable<SsisPackage> packages)
    {
        var byFile = packages.DistinctBy(each => each.File).ToDictionary(each => each.File, StringComparer.Ordinal);
        var found = new SortedDictionary<string, SortedDictionary<string, string>>(StringComparer.Ordinal);
        var parts = new Dictionary<(string File, string Path), string>();
        foreach (var one in solution.Objects.Where(each => each.Open.Count > 0))
        {
            var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
            foreach (var open in one.Open)
            {
                var package = byFile.GetValueOrDefault(one.Project.Package);
                hashes[Key(open.Reason.Code, open.Path)] = ImportMemory.Hash(
                    $"{open.Reason.Text}\n{(package is null ? "" : Part(package, open, parts))}");
            }

            found[one.File] = hashes;
        }

        return found;
    }

    /// <summary>What an entry is told by.</summary>
    public static string Key(string code, string path) => $"{code} {path}";

    // A component's is that of its flow; of a container what stands in it is decided about by itself.
    private static string Part(
        SsisPackage package, OpenEntry open, Dictionary<(string File, string Path), string> parts)
    {
        if (open.Reason.Code == SsisOpenCodes.Package)
        {
            return package.Hash;
        }

        var part = ModelWalk.Of(package.Root).Where(each => open.Path == each.Path
            || open.Path.StartsWith($"{each.Path}\\", StringComparison.Ordinal)).MaxBy(each => each.Path.Length);
        if (part is null)
        {
            return "";
        }

        if (!parts.TryGetValue((package.File, part.Path), out var text))
        {
            var bare = part with { Children = [], Handlers = [], Constraints = [], Variables = [] };
            parts[(package.File, part.Path)] = text = Line().Replace(ModelJson.Of(bare), "");
        }

        return text;
    }

    // Where it stands in its file is nothing of it.
    [GeneratedRegex("""(?<=^\s*)"line": [0-9]+,?""", RegexOptions.Multiline)]
    private static partial Regex Line();
}
