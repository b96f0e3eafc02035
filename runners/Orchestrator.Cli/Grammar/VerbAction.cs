using System.CommandLine;

namespace Orchestrator.Cli.Grammar;

/// <summary>The word behind a verb that says what of it is wanted.</summary>
internal static class VerbAction
{
    /// <summary>That of a call.</summary>
    /// <exception cref="UsageException">It is none of them.</exception>
    public static string Of(Call call, Argument<string> argument, IReadOnlyList<string> actions)
    {
        var action = call.RequiredArgument(argument);
        return actions.Contains(action) ? action : throw new UsageException(
            $"expected {string.Join(", ", actions)}, got: '{action}'", NearName.Hint(action, actions));
    }
}
