using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Verbs;

/// <summary>What destroys something asks first.</summary>
internal static class Consent
{
    public static Option<bool> Yes { get; } = CommonOptions.Flag("--yes", "Do it without asking");

    public static Option<bool> DryRun { get; } = CommonOptions.Flag("--dry-run", "Say what would be done, and end");

    /// <summary>Whether it shall be done: says what, and asks unless `--yes` was given.</summary>
    /// <param name="call">The call.</param>
    /// <param name="solution">Its environment is named; where it is protected, its name must be typed.</param>
    /// <param name="what">What would be done, as a sentence without its end.</param>
    /// <exception cref="UsageException">Nobody is there to be asked, or the answer was no.</exception>
    public static bool Given(Call call, Solution solution, string what)
    {
        var text = $"environment {solution.Environment}: {what}";
        if (call.Flag(DryRun).Value)
        {
            call.Results.Write($"would do in {text}");
            return false;
        }

        if (call.Flag(Yes).Value)
        {
            return true;
        }

        if (!call.Host.InIsTerminal)
        {
            throw new UsageException($"not confirmed: {text}", "add --yes, or ask with --dry-run what would be done");
        }

        var expected = solution.Protected ? solution.Environment : "yes";
        call.Messages.Write(new Line(text, Ink.Warn).Add($"; type '{expected}' to go on"));
        return call.Host.In.ReadLine()?.Trim() == expected ? true
            : throw new UsageException("not confirmed: nothing was changed");
    }
}
