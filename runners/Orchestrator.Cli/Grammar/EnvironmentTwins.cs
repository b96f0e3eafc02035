using System.CommandLine;
using Orchestrator.Packages.Programs;

namespace Orchestrator.Cli.Grammar;

/// <summary>Each option but selection, variables and consent has a twin among the environment variables.</summary>
internal static class EnvironmentTwins
{
    private const string Prefix = "ORCHESTRATOR_";
    private static readonly string[] WithoutTwin =
        ["--yes", "--reason", "--run", "--as", "--fix", "--owned", "--bundle", "--help", "--version"];
    private static readonly string[] OtherVariables =
    [
        "ORCHESTRATOR_SQLITE_LIBRARY", "ORCHESTRATOR_SECRETS_DIR", LeftPrograms.RunVariable,
        LeftPrograms.AttemptVariable, OuterAttempts.Variable,
    ];

    private static readonly string[] OtherPrefixes = [Prefix + "TEST_", Prefix + "SECRET_"];

    /// <summary>The twin's name; null where the option has none, as those that are repeatable.</summary>
    public static string? Of(Option option) => option is Option<string[]> || WithoutTwin.Contains(option.Name)
        ? null
        : Prefix + option.Name[2..].Replace('-', '_').ToUpperInvariant();

    /// <summary>A warning for each variable of ours that nothing reads.</summary>
    public static IEnumerable<string> Unknown(IEnumerable<string> variables, RootCommand root)
    {
        var known = root.Options.Concat(root.Subcommands.SelectMany(verb => verb.Options)).Select(Of)
            .Where(name => name is not null).Concat(OtherVariables).Distinct().ToArray();
        foreach (var name in variables.Order(StringComparer.Ordinal))
        {
            if (name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) && !known.Contains(name)
                && !OtherPrefixes.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal)))
            {
                var near = NearName.To(name[Prefix.Length..], known.Select(each => each![Prefix.Length..]));
                yield return $"the environment variable {name} means nothing here"
                    + (near is null ? "" : $"; did you mean {Prefix}{near}?");
            }
        }
    }
}
