using System.Text.RegularExpressions;
using Orchestrator.Cli.Run;
using Orchestrator.Metadata.Selection;

namespace Orchestrator.Cli.Grammar;

/// <summary>Lines to paste: with the name of this command, the folder and the environment that were used.</summary>
internal static partial class NextCommands
{
    /// <summary>A verb with its arguments, completed so that it means the same solution.</summary>
    public static string Line(Call call, string verb) =>
        Line(call, verb, Path.GetFullPath(call.SolutionFolder) == Path.GetFullPath(call.Host.Folder)
            ? null : Short(call.SolutionFolder, call.Host.Folder));

    /// <summary>The same for a text that is read later, in any folder.</summary>
    public static string FromAnywhere(Call call, string verb) =>
        Line(call, verb, Path.GetFullPath(call.SolutionFolder));

    private static string Line(Call call, string verb, string? folder)
    {
        var parts = new List<string> { call.Host.Command, verb };
        if (folder is not null)
        {
            parts.AddRange(["-C", ShellWord.Quoted(folder)]);
        }

        if (call.EnvironmentName is { } environment)
        {
            parts.AddRange(["--environment", ShellWord.Quoted(environment)]);
        }

        if (call.LedgerName is not null && Ledger(call) is { } ledger)
        {
            parts.AddRange(["--ledger", ShellWord.Quoted(ledger)]);
        }

        // Only what was said in so many words: who pastes it has read it.
        if ((verb.StartsWith("run", StringComparison.Ordinal) || verb.StartsWith("retry", StringComparison.Ordinal))
            && !verb.Contains($" {RunVerb.Allow.Name} ", StringComparison.Ordinal)
            && call.Text(RunVerb.Allow) is { Value: { } allowed } said && said.From == RunVerb.Allow.Name)
        {
            parts.AddRange([RunVerb.Allow.Name, allowed]);
        }

        return string.Join(' ', parts);
    }

    private static string? Ledger(Call call) =>
        call.Ledger is { File: "" } server ? server.Name : call.LedgerPath;

    /// <summary>A text for people whose commands in backticks mean the same solution.</summary>
    public static string InText(Call call, string text) => InHint(call, text)!;

    /// <summary>A hint whose commands in backticks mean the same solution.</summary>
    public static string? InHint(Call call, string? hint) => hint is null ? null
        : Command().Replace(hint, found => $"`{Line(call, found.Groups[1].Value)}`");

    [GeneratedRegex(@"`orchestrator ([^`]+)`")]
    private static partial Regex Command();

    /// <summary>The shorter of the full path and the one below the current folder.</summary>
    private static string Short(string path, string current)
    {
        var relative = Path.GetRelativePath(current, path);
        return relative.StartsWith("..", StringComparison.Ordinal) || relative.StartsWith('-') ? path : relative;
    }
}
