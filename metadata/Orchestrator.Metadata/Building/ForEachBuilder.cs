using System.Text.RegularExpressions;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes of each object of a project with `forEach` one for each value.</summary>
internal sealed partial class ForEachBuilder(LoadContext context, IReadOnlyDictionary<string, Variable> variables)
{
    private static readonly SqlType Text = new(SqlTypeKind.NVarChar, 4000);

    /// <summary>What a project says; null where it has none.</summary>
    public static ForEach? Of(Draft project) =>
        project.Map.Map("forEach") is { } map && map.Scalar("variable") is { } name
        ? new ForEach(name.Text, map.Texts("in"), name.At)
        : null;

    /// <summary>The objects for each value, those of one object beside each other.</summary>
    public IReadOnlyList<EffectiveObject> Expand(Draft project, IReadOnlyList<EffectiveObject> objects)
    {
        if (Of(project) is not { } forEach)
        {
            return objects;
        }

        var map = project.Map.Map("forEach")!;
        if (project.Map.Scalar("objects") is { } all)
        {
            context.Bag.Error("ORC1038", all.At, "objects: \"*\" does not go with 'forEach'", "list the objects");
        }

        if (context.RunVariables.ContainsKey(forEach.Variable) && map.Scalar("variable") is { } name)
        {
            RunVariableBuilder.NoValue(
                context, name, forEach.Variable, $"'forEach' gives '{forEach.Variable}' no value");
            return objects;
        }

        foreach (var twice in objects.Where(one => one.Instance is not null).Take(1))
        {
            context.Bag.Error("ORC1332", forEach.At,
                $"'{twice.Name}' is made by the 'forEach' of the project that '{project.Name}' inherits",
                "leave 'forEach' out here: each of them is repeated");
            return objects;
        }

        var values = Values(forEach.Variable, [.. map.Items("in").OfType<YamlScalar>()]);
        if (values.Count == 0 && map["in"] is YamlList { Items.Count: 0, HasRefused: false } none)
        {
            context.Bag.Error("ORC1332", none.At, "'in' has no value", "list at least one");
        }

        return values.Count == 0 ? objects : LoopTurns.Of(objects, [.. values.Select(value =>
            new InstanceTurn(null, value.Text, [new InstanceValue(forEach.Variable, value.Type, value)]))]);
    }

    // Equal is what makes equal names, as 1 and 01 of a number do: nobody could tell the two objects apart.
    private List<TypedValue> Values(string variable, IReadOnlyList<YamlScalar> written)
    {
        var first = new Dictionary<string, Origin>(StringComparer.Ordinal);
        List<TypedValue> values = [];
        foreach (var one in written)
        {
            if (Value(variable, one) is not { } value)
            {
                continue;
            }

            if (first.TryAdd(value.Text, one.At))
            {
                values.Add(value);
            }
            else
            {
                context.Bag.Error("ORC1332", one.At,
                    $"'{one.Text}' makes the objects of '{value.Text}' twice, first at {first[value.Text]}",
                    "take one of the two out");
            }
        }

        return values;
    }

    private TypedValue? Value(string variable, YamlScalar written)
    {
        var type = variables.TryGetValue(variable, out var known) ? known.Type : Text;
        if (!Plain().IsMatch(written.Text))
        {
            context.Bag.Error("ORC1332", written.At, $"'{written.Text}' cannot stand in the name of an object",
                "a value of 'forEach' holds letters, digits, '_', '-' and '.', 64 at most");
            return null;
        }

        if (TypedValue.TryParse(type, written.Text, out var value, out var problem))
        {
            return value;
        }

        context.Bag.Error("ORC1061", written.At, $"expected '{variable}' to be {type}, got: '{written.Text}'", problem);
        return null;
    }

    [GeneratedRegex(@"^[A-Za-z0-9_.\-]{1,64}$")]
    private static partial Regex Plain();
}
