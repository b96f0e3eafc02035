using System.Globalization;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// Makes variables of what was written: a value that was given wins, then one that is kept of an earlier run, the
/// environment's, and the default.
/// </summary>
internal static class VariableBuilder
{
    private const string AsOf = "${run:asOf}";

    public static IReadOnlyDictionary<string, Variable> Build(LoadContext context, Drafts drafts, Draft? environment)
    {
        var variables = new Dictionary<string, Variable>(StringComparer.Ordinal);
        var declared = (drafts.Solution?.Map.Items("variables") ?? []).OfType<YamlMap>()
            .Where(map => map.Scalar("variable") is not null && map.Scalar("dataType") is not null
                && !RunVariableBuilder.Is(map)).ToList();
        foreach (var map in declared)
        {
            var name = map.Scalar("variable")!;
            if (IsGood(context, name) && (context.RunVariables.ContainsKey(name.Text)
                || !variables.TryAdd(name.Text, Build(context, map, name, environment))))
            {
                Twice(context, name);
            }
        }

        Overlays(context, drafts, variables);
        Given(context, variables);
        return variables;
    }

    /// <summary>Whether a variable may be called so; what is wrong is reported.</summary>
    public static bool IsGood(LoadContext context, YamlScalar name)
    {
        if (!IsName(name.Text))
        {
            context.Bag.Error("ORC1060", name.At, $"'{name.Text}' cannot be the name of a variable",
                "begin with a letter, not with orchestrator_; letters, digits and _ may follow: SQL says @NAME");
            return false;
        }

        return true;
    }

    /// <summary>Whether a name is one that the engine gives its own parameters.</summary>
    public static bool IsReserved(string name) => name.StartsWith("orchestrator_", StringComparison.OrdinalIgnoreCase);

    /// <summary>Reports that two variables have one name.</summary>
    public static void Twice(LoadContext context, YamlScalar name) =>
        context.Bag.Error("ORC1020", name.At, $"a second variable '{name.Text}'", "keep one of the two");

    /// <summary>Letters, digits and _, a letter first: what every platform takes behind an @.</summary>
    private static bool IsName(string text) => char.IsAsciiLetter(text[0])
        && !IsReserved(text) && text.All(character => char.IsAsciiLetterOrDigit(character) || character == '_');

    private static Variable Build(LoadContext context, YamlMap map, YamlScalar name, Draft? environment)
    {
        var type = map.Scalar("dataType")!.ToDataType();
        if (!TypedValue.Takes(type))
        {
            context.Bag.Error("ORC1060", map.At("dataType"), $"a variable cannot be {type}",
                "numbers, dates and times, text of a length and uniqueidentifier can be written as a value");
            return new Variable(name.Text, type, null, "", name.At);
        }

        var over = (environment?.Map.Items("variables") ?? []).OfType<YamlMap>()
            .LastOrDefault(item => item.Text("variable") == name.Text)?.Scalar("value");
        var written = over ?? map.Scalar("default");
        var value = written is null ? null : Value(context, type, name.Text, written);
        if (context.Options.Given.TryGetValue(name.Text, out var given))
        {
            // The option says what is wrong with it by itself, because it stands in no file.
            value = TypedValue.TryParse(type, given, out var read, out _) ? read : null;
        }

        var kept = Kept(context, type, name.Text);
        value = kept ?? value;
        var from = context.Options.Given.ContainsKey(name.Text) ? "--var"
            : kept is null ? written?.At.ToString() ?? "" : context.Options.KeptFrom;
        var variable = new Variable(name.Text, type, value, from, name.At) { Default = map.Text("default") };
        if (value is null && written is null && context.Options.IsRun && !context.Options.Given.ContainsKey(name.Text)
            && map.Flag("required", false))
        {
            context.Bag.Error("ORC1062", name.At, $"the variable '{name.Text}' has no value",
                $"give it with --var {name.Text}=VALUE, or in the file of the environment");
        }
        else if (value is null && written is null && !map.Flag("required", false) && !map.Refused.Contains("default"))
        {
            context.Bag.Error("ORC1062", name.At, $"the variable '{name.Text}' has neither a default nor 'required'",
                "write default: VALUE, or required: true");
        }

        return variable;
    }

    private static TypedValue? Kept(LoadContext context, SqlType type, string name) =>
        !context.Options.Given.ContainsKey(name) && context.Options.Kept.TryGetValue(name, out var text)
        && TypedValue.TryParse(type, text, out var value, out _) ? value : null;

    private static TypedValue? Value(LoadContext context, SqlType type, string name, YamlScalar written)
    {
        var text = written.Text == AsOf
            ? context.Options.AsOf.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)
            : written.Text;
        if (TypedValue.TryParse(type, text, out var value, out var problem))
        {
            return value;
        }

        context.Bag.Error("ORC1061", written.At,
            $"expected '{name}' to be {type}, got: '{written.Written ?? written.Text}'", problem);
        return null;
    }

    private static void Overlays(LoadContext context, Drafts drafts, Dictionary<string, Variable> variables)
    {
        foreach (var map in drafts.Environments.SelectMany(one => one.Map.Items("variables")).OfType<YamlMap>())
        {
            if (map.Scalar("variable") is not { } name)
            {
                continue;
            }

            if (context.RunVariables.ContainsKey(name.Text))
            {
                RunVariableBuilder.NoValue(context, name, name.Text, $"no environment gives '{name.Text}' a value");
            }
            else if (!variables.TryGetValue(name.Text, out var variable))
            {
                context.UnknownName("ORC1063", "variable", name, variables.Keys);
            }
            else if (map.Scalar("value") is { } value && TypedValue.Takes(variable.Type))
            {
                Value(context, variable.Type, name.Text, value);
            }
        }
    }

    private static void Given(LoadContext context, Dictionary<string, Variable> variables)
    {
        var nowhere = new Origin("--var", 0, 0);
        foreach (var (name, text) in context.Options.Given.OrderBy(given => given.Key, StringComparer.Ordinal))
        {
            if (context.RunVariables.ContainsKey(name))
            {
                context.Bag.Error("ORC1065", nowhere,
                    $"'{name}' has no value before the run, as 'scope: run' says: packages of the run set it",
                    "leave it out, or declare it without scope: run");
            }
            else if (!variables.TryGetValue(name, out var variable))
            {
                var nearest = Nearest.Find(name, variables.Keys);
                context.Bag.Error("ORC1063", nowhere, $"no variable is called '{name}'", nearest is null
                    ? variables.Count == 0 ? "the solution has no variables"
                        : $"known are: {string.Join(", ", variables.Keys)}"
                    : $"did you mean '{nearest}'?");
            }
            else if (TypedValue.Takes(variable.Type)
                && !TypedValue.TryParse(variable.Type, text, out _, out var problem))
            {
                context.Bag.Error("ORC1061", nowhere, $"expected '{name}' to be {variable.Type}, got: '{text}'",
                    problem);
            }
        }
    }
}
