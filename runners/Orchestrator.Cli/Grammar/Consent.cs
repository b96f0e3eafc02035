using System.CommandLine;
using Orchestrator.Cli.Output;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Grammar;

/// <summary>What destroys something asks first.</summary>
internal static class Consent
{
    public static Option<bool> Yes { get; } = CommonOptions.Flag("--yes", "Do it without asking");

    public static Option<bool> DryRun { get; } = CommonOptions.Flag("--dry-run", "Say what would be done, and end");

    /// <summary>
    /// Whether it shall be done: says what, and asks unless `--yes` was given. What a dry run would do is said here as
    /// text; a document the verb writes itself.
    /// </summary>
    /// <param name="call">The call.</param>
    /// <param name="solution">Its environment is named; where it is protected, its name must be typed.</param>
    /// <param name="what">What would be done, as a sentence without its end.</param>
    /// <exception cref="UsageException">Nobody is there to be asked, or the answer was no.</exception>
    public static bool Given(Call call, Solution solution, string what)
    {
        var text = $"environment {solution.Environment}: {what}";
        if (call.Flag(DryRun).Value)
        {
            if (!call.IsJson)
            {
                call.Results.Write($"would do in {text}");
            }

            return false;
        }

        if (call.Flag(Yes).Value)
        {
            return true;
        }

        if (!call.Host.InIsTerminal)
        {
            throw new UsageException($"not confirmed: {text}", call.Verb.Options.Contains(DryRun)
                ? "add --yes, or ask with --dry-run what would be done"
                : "add --yes; `orchestrator plan` and `orchestrator status` show what there is, and change nothing");
        }

        var expected = solution.Protected ? solution.Environment : "yes";
        call.Messages.Write(new Line(text, Ink.Warn).Add($"; type '{expected}' to go on"));
        return call.Host.In.ReadLine()?.Trim() == expected ? true
            : throw new UsageException("not confirmed: nothing was changed");
    }

    /// <summary>Refuses an option that would do nothing for this action: it was meant for something else.</summary>
    /// <param name="call">The call; what an environment variable says serves all verbs, and is no mistake.</param>
    /// <param name="action">Verb and action.</param>
    /// <param name="why">What the action does with it, such as "changes nothing anyway".</param>
    /// <param name="options">The options.</param>
    public static void RefuseIdle(Call call, string action, string why, params IEnumerable<Option> options)
    {
        if (options.FirstOrDefault(call.IsGiven) is { } idle)
        {
            throw new UsageException($"{idle.Name}: `{action}` {why}");
        }
    }
}
