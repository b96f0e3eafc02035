using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the variables of the run of what was written; they have no value before it.</summary>
internal static class RunVariableBuilder
{
    private const string Scope = "scope";
    private const string Run = "run";
    private const string Rows = "rows";
    private const string Sensitive = "sensitive";

    // What gives a variable a value before the run.
    private static readonly string[] Before = ["default", "required"];

    /// <summary>Whether a variable is one of the run.</summary>
    public static bool Is(YamlMap map) => map.Text(Scope) == Run;

    /// <summary>The variables by name, in declared order.</summary>
    public static IReadOnlyDictionary<string, RunVariableDefinition> Build(LoadContext context, Drafts drafts)
    {
        var variables = new Dictionary<string, RunVariableDefinition>(StringComparer.Ordinal);
        foreach (var map in (drafts.Solution?.Map.Items("variables") ?? []).OfType<YamlMap>())
        {
            if (!Is(map))
            {
                RefuseOfRuns(context, map);
            }
            else if (map.Scalar("variable") is { } name && VariableBuilder.IsGood(context, name)
                && Definition(context, map, name) is { } made && !variables.TryAdd(name.Text, made))
            {
                VariableBuilder.Twice(context, name);
            }
        }

        return variables;
    }

    private static void RefuseOfRuns(LoadContext context, YamlMap map)
    {
        if (map.Refused.Contains(Scope))
        {
            return;
        }

        foreach (var key in map.Entries.Select(entry => entry.Key).Where(key => key.Text is Rows or Sensitive))
        {
            context.Bag.Error("ORC1067", key.At, $"'{key.Text}' does nothing without 'scope: run'",
                "only what packages of the run set may be rows or sensitive: write scope: run");
        }

        if (map["dataType"] is null && !map.Refused.Contains("dataType") && map[Rows] is null)
        {
            context.Bag.Error("ORC1014", map.At, "a variable needs the key 'dataType'", "dataType: Its type.");
        }
    }

    private static RunVariableDefinition? Definition(LoadContext context, YamlMap map, YamlScalar name)
    {
        foreach (var key in map.Entries.Select(entry => entry.Key).Where(key => Before.Contains(key.Text)))
        {
            NoValue(context, key, name.Text, $"'{key.Text}' gives '{name.Text}' no value");
        }

        if (map[Rows] is not null && map["dataType"] is { } both)
        {
            context.Bag.Error("ORC1067", both.At, $"'{name.Text}' has 'dataType' and 'rows'", "keep one of the two");
            return null;
        }

        if (map.Refused.Contains(Rows) || map.Refused.Contains("dataType"))
        {
            return null;
        }

        if (TypeOf(map, out var problem) is { } type)
        {
            return new RunVariableDefinition(new RunVariable(name.Text, type, map.Flag(Sensitive, false)), name.At);
        }

        context.Bag.Error("ORC1067", map[Rows]?.At ?? map.At("dataType"),
            $"'{name.Text}' cannot be a variable of the run: {problem}",
            "numbers, dates and times, text of a length and uniqueidentifier can be written as a value; "
            + "rows: {Code: char(2), Db: nvarchar(128)} is a small table of them");
        return null;
    }

    /// <summary>Reports that a variable of the run is used where values are needed before it.</summary>
    public static void NoValue(LoadContext context, YamlScalar at, string name, string message) =>
        context.Bag.Error("ORC1065", at.At, $"{message}: it has none before the run, as 'scope: run' says",
            $"packages set it with sets: {{{name}: COLUMN}}, and SQL reads it as @{name}");

    private static RunValueType? TypeOf(YamlMap map, out string problem)
    {
        RunValueType? type = null;
        if (map.Map(Rows) is { } rows)
        {
            RunColumn[] columns = [.. rows.Entries
                .Select(entry => new RunColumn(entry.Key.Text, ((YamlScalar)entry.Value).ToDataType()))];
            _ = RunValueType.TryRows(columns, out type, out problem);
        }
        else if (map.Scalar("dataType") is { } scalar)
        {
            _ = RunValueType.TryOf(scalar.ToDataType(), out type, out problem);
        }
        else
        {
            problem = "it has neither 'dataType' nor 'rows'";
        }

        return type;
    }
}
