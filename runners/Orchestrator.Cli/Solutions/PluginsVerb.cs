using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Import;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;

namespace Orchestrator.Cli.Solutions;

/// <summary>`plugins list|pin`: the files of plug-ins and their sums. They are read, and never loaded.</summary>
internal static class PluginsVerb
{
    private static readonly Argument<string> Action = Verb.Required(
        "ACTION",
        "list: whether each file has the SHA-256 that is written; pin: write that of each file that is there");

    public static Verb Create()
    {
        Action.CompletionSources.Add("list", "pin");
        return new Verb("plugins", "Compare the files of plug-ins with the metadata, or write their SHA-256 there", Run)
        {
            Takes = [Action, Consent.DryRun],
            Examples = ["plugins list", "plugins pin", "plugins pin --dry-run"],
        };
    }

    private static int Run(Call call)
    {
        var action = call.RequiredArgument(Action);
        if (action is not ("list" or "pin"))
        {
            throw new UsageException($"expected list or pin, got: '{action}'");
        }

        if (action == "list")
        {
            Consent.RefuseIdle(call, "plugins list", "changes nothing anyway", Consent.DryRun);
        }

        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var isDry = action == "list" || call.Flag(Consent.DryRun).Value;
        // One line of the metadata may stand for several objects, as of `forEach`.
        var rows = solution.Projects.SelectMany(project => project.Objects).Where(one => one.Plugin is not null)
            .SelectMany(one => PluginFiles.Of(one.Plugin!, solution.Folder).Select(file => (Object: one, File: file)))
            .DistinctBy(row => (row.File.Pinned.At, row.File.Pinned.Name)).ToArray();
        var pinned = isDry ? [] : Pin(solution, [.. rows.Select(row => row.File)]);
        Write(call, rows, pinned, action == "pin" && isDry);
        return rows.Any(row => Reason(row.File, pinned, action == "pin" && isDry) is not null)
            ? ExitCode.Failed : ExitCode.Done;
    }

    /// <summary>Puts the sums of what lies there in the place of those that are written.</summary>
    private static PluginFile[] Pin(Solution solution, PluginFile[] files)
    {
        var changed = files.Where(file => file.Sha256.Length > 0 && file.Sha256 != file.Pinned.Sha256).ToArray();
        foreach (var byFile in changed.GroupBy(file => file.Pinned.At.File))
        {
            var path = Path.Combine(solution.Folder, byFile.Key);
            var text = File.ReadAllText(path);
            foreach (var file in byFile)
            {
                text = Replaced(text, file);
            }

            WholeFile.Write(path, text, overwrites: true);
        }

        return changed;
    }

    private static string Replaced(string text, PluginFile file)
    {
        var at = file.Pinned.At;
        var begin = 0;
        for (var line = 1; line < at.Line && begin >= 0; line++)
        {
            begin = text.IndexOf('\n', begin) is >= 0 and var end ? end + 1 : -1;
        }

        var place = begin < 0 ? -1 : text.IndexOf(
            file.Pinned.Sha256, Math.Min(text.Length, begin + at.Column - 1), StringComparison.OrdinalIgnoreCase);
        return place < 0 || text.AsSpan(begin, place - begin).Contains('\n')
            ? throw new UsageException($"the sum of '{file.Pinned.Name}' does not stand at {at} as it is used",
                $"write it there yourself: {file.Sha256}")
            : string.Concat(text.AsSpan(0, place), file.Sha256, text.AsSpan(place + file.Pinned.Sha256.Length));
    }

    private static void Write(
        Call call, (ObjectDefinition Object, PluginFile File)[] rows, PluginFile[] pinned, bool wouldPin)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(new
            {
                schema_version = Json.SchemaVersion,
                files = rows.Select(row => new
                {
                    package = row.Object.FullName,
                    file = row.File.Pinned.Name,
                    sha256 = row.File.Sha256,
                    pinned_sha256 = row.File.Pinned.Sha256,
                    state = StateOf(row.File, pinned, wouldPin),
                    reason = Reason(row.File, pinned, wouldPin),
                }),
            }));
            return;
        }

        call.Results.Write(rows.Length == 0 ? [(Line)"no object of the solution runs a class of a plug-in"]
            : rows.Select(row => (Line)($"{row.Object.FullName}  {row.File.Pinned.Name}  "
                + $"{(row.File.Sha256.Length > 0 ? row.File.Sha256 : "-")}  {StateOf(row.File, pinned, wouldPin)}")));
        foreach (var reason in rows.Select(row => Reason(row.File, pinned, wouldPin)).OfType<string>().Distinct())
        {
            call.Say(reason);
        }
    }

    /// <summary>Why a file is not loaded, which a pin does not mend; null = it is.</summary>
    private static string? Reason(PluginFile file, PluginFile[] pinned, bool wouldPin) =>
        pinned.Contains(file) || (wouldPin && file.Sha256.Length > 0) ? null : file.Refusal;

    private static string StateOf(PluginFile file, PluginFile[] pinned, bool wouldPin) =>
        pinned.Contains(file) ? "pinned" : file.Refusal is null ? "as pinned"
        : file.IsMissing ? "missing"
        : file.Sha256.Length == 0 ? "refused" : wouldPin ? "would be pinned" : "another one";
}
