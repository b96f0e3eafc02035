using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What the columns of an object may not say.</summary>
internal static class ColumnChecks
{
    public static void Check(
        LoadContext context, YamlMap map, ObjectDefinition definition, Connection? source, Connection? target)
    {
        var own = map.Items("columns").OfType<YamlMap>().ToList();
        Names(context, definition, target?.Facts.TellsCase == true
            ? StringComparer.Ordinal
            : StringComparer.OrdinalIgnoreCase);
        Keys(context, definition, own);
        foreach (var column in own)
        {
            if (source?.IsFolder == true && column.Entry("sourceExpression") is { } expression)
            {
                context.Bag.Error("ORC1038", expression.Key.At,
                    $"'sourceExpression' does nothing here: '{source.Name}' is a folder of files, which knows no SQL",
                    "load the column as it is and compute in the next stage");
            }

            FormChecks.Column(context, column, definition, source, target);
            if (column["key"] is not null && column.Scalar("nullable") is { } nullable && nullable.ToFlag())
            {
                context.Bag.Error("ORC1045", nullable.At, $"the key column '{column.Text("column")}' cannot take NULL",
                    "leave 'nullable' out", new Fix(nullable.At, nullable.Length, "false"));
            }
        }
    }

    private static void Names(LoadContext context, ObjectDefinition definition, StringComparer sameName)
    {
        var targets = new Dictionary<string, (string Name, Origin At)>(sameName);
        var all = definition.Columns.Select(column => (Name: column.Target, column.At))
            .Concat(definition.SystemColumns.Select(column => (Name: column.Column, column.At)))
            .Concat(OfVersions(definition));
        foreach (var (name, at) in all)
        {
            if (targets.TryAdd(name, (name, at)))
            {
                continue;
            }

            var first = targets[name];
            context.Bag.Error(first.Name == name ? "ORC1020" : "ORC1037", at.Line == 0 ? definition.At : at,
                first.Name == name
                    ? $"the column '{name}' of '{definition.Name}' stands twice, first at {first.At}"
                    : $"the columns '{first.Name}' and '{name}' of '{definition.Name}' differ only in case",
                "give one another 'target'");
        }
    }

    private static IEnumerable<(string Name, Origin At)> OfVersions(ObjectDefinition definition) =>
    [
        .. definition.Columns.Where(column => column.Previous is not null).Select(c => (c.Previous!, c.At)),
        .. definition.Columns.Where(column => column.Current is not null).Select(c => (c.Current!, c.At)),
        .. definition.Scd?.SurrogateKey is { } key ? [(key, definition.Scd.At)] : Array.Empty<(string, Origin)>(),
    ];

    private static void Keys(LoadContext context, ObjectDefinition definition, List<YamlMap> own)
    {
        var places = definition.Columns.Where(column => column.Key > 0).Select(column => column.Key).Order().ToList();
        for (var i = 0; i < places.Count; i++)
        {
            if (places[i] != i + 1)
            {
                var at = own.Select(column => column.Scalar("key"))
                    .LastOrDefault(key => key is not null && key.ToNumber() == places[i]);
                context.Bag.Error("ORC1045", at?.At ?? definition.At,
                    $"the places in the key of '{definition.Name}' are {string.Join(", ", places)}; "
                    + $"expected 1 to {places.Count}, each once", "number the key columns from 1 on",
                    at is null ? null : new Fix(at.At, at.Length, $"{i + 1}"));
                return;
            }
        }
    }
}
