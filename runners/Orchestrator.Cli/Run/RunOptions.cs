using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Run;

/// <summary>The options of a run that are not the default, and where they come from: for its header.</summary>
internal static class RunOptions
{
    public static IEnumerable<RunOption> Of(
        Call call, Resolved<int?> gate, Resolved<TimeSpan?> grace, Resolved<bool> failFast)
    {
        foreach (var option in new[] { CommonOptions.Environment, CommonOptions.Ledger })
        {
            if (call.Text(option) is { Value: { } text, From: var from })
            {
                yield return new RunOption(option.Name[2..], text, From(from));
            }
        }

        foreach (var option in CallSelection.All)
        {
            if (call.Texts(option) is { Count: > 0 } selectors)
            {
                yield return new RunOption(option.Name[2..], string.Join(' ', selectors), "flag");
            }
        }

        foreach (var option in CallVariables.Said(call))
        {
            yield return option;
        }

        if (call.Flag(RunVerb.FullRefresh) is { Value: true, From: var refreshed })
        {
            yield return new RunOption(RunOption.FullRefresh, "true", From(refreshed));
        }

        if (call.Text(RunVerb.Allow) is { Value: { } allowed, From: var allowedBy })
        {
            yield return new RunOption(RunOption.Allow, allowed, From(allowedBy));
        }

        if (gate.Value is { } number)
        {
            yield return new RunOption("max-concurrency", number.ToString(), From(gate.From));
        }

        if (grace.Value is { } time)
        {
            yield return new RunOption("grace", Words.Duration(time), From(grace.From));
        }

        if (failFast.Value)
        {
            yield return new RunOption("fail-fast", "true", From(failFast.From));
        }
    }

    private static string From(string from) => from.StartsWith("--", StringComparison.Ordinal) ? "flag" : from;
}
