using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Puts the values of variables into texts that are no SQL.</summary>
internal static partial class VariableTexts
{
    /// <summary>
    /// The scalar with each `${var:NAME}` in place; what has no value yet stays as written. Unknown names are
    /// reported.
    /// </summary>
    /// <param name="context">Takes the mistakes.</param>
    /// <param name="variables">The variables that have their values before the run.</param>
    /// <param name="scalar">What was written.</param>
    /// <param name="takesOfRun">Whether values that the run finds out may stand there, for which it waits.</param>
    public static YamlScalar Resolve(
        LoadContext context, IReadOnlyDictionary<string, Variable> variables, YamlScalar scalar,
        bool takesOfRun = false)
    {
        var text = Pattern().Replace(scalar.Text, match =>
        {
            var name = match.Groups["name"].Value;
            if (variables.TryGetValue(name, out var variable))
            {
                return variable.Value?.Text ?? match.Value;
            }

            if (context.RunVariables.ContainsKey(name))
            {
                if (!takesOfRun)
                {
                    RunVariableBuilder.NoValue(context, scalar, name, $"'{match.Value}' has no value here");
                }

                return match.Value;
            }

            var nearest = Nearest.Find(name, variables.Keys);
            var isInPlace = scalar.Written is null && nearest is not null;
            var place = match.Groups["name"].Index + (scalar.IsPlain ? 0 : 1);
            var at = scalar.At with { Column = scalar.At.Column + place };
            context.Bag.Error("ORC1063", isInPlace ? at : scalar.At, $"no variable is called '{name}'",
                variables.Count == 0 ? "declare it under 'variables' in solution.yaml"
                    : $"known are: {string.Join(", ", variables.Keys)}",
                isInPlace ? new Fix(at, name.Length, nearest!) : null);
            return match.Value;
        });
        return text == scalar.Text ? scalar : scalar with { Text = text, Written = scalar.Written ?? scalar.Text };
    }

    /// <summary>Whether a variable in it has no value yet.</summary>
    public static bool IsOpen(string text) => Pattern().IsMatch(text);

    /// <summary>Whether variables stand in it of which each gets its value in the run.</summary>
    public static bool IsOfRun(LoadContext context, string text) => IsOpen(text)
        && Pattern().Matches(text).All(match => context.RunVariables.ContainsKey(match.Groups["name"].Value));

    /// <summary>The text with what is given for each variable; null = it stays as written. What a value holds is not
    /// looked at again.</summary>
    public static string Put(string text, Func<string, string?> value) =>
        Pattern().Replace(text, match => value(match.Groups["name"].Value) ?? match.Value);

    /// <summary>Whether a variable stands in it whose value is that of a turn which only the run finds out.</summary>
    public static bool IsOfTurn(BuildScope scope, string text) => Pattern().Matches(text).Any(match =>
        scope.Variables.TryGetValue(match.Groups["name"].Value, out var variable)
        && variable is { Value: null, From: BuildScope.GivenBy });

    /// <summary>The text with something harmless in the place of what has no value yet.</summary>
    public static string Closed(string text) => Pattern().Replace(text, "x");

    [GeneratedRegex(@"\$\{var:(?<name>[^}]*)\}")]
    private static partial Regex Pattern();
}
