using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>What the columns of a package say.</summary>
internal static class ColumnProperties
{
    public static void Add(PropertyList list, ObjectDefinition definition)
    {
        list.AddList("columns", definition.Columns.Select(column => column.Name), definition.At);
        foreach (var column in definition.Columns)
        {
            Add(list, $"columns.{column.Name}.", column, definition.Policies);
            if (definition.Scd is { } scd && column.Key == 0)
            {
                AddChange(list, $"columns.{column.Name}.", column, scd);
            }
        }

        foreach (var mapping in definition.TypeMappings)
        {
            list.Add($"dataTypeMappings.{mapping.From}", mapping.To.ToString(), mapping.At);
        }

        foreach (var system in definition.SystemColumns)
        {
            list.Add($"systemColumns.{system.Role}.column", system.Column, system.At);
            list.Add($"systemColumns.{system.Role}.dataType", system.DataType.ToString(), system.At);
        }
    }

    private static void AddChange(PropertyList list, string prefix, ColumnDefinition column, ScdOptions scd)
    {
        var standard = column.Name == scd.EffectiveFrom ? ColumnChange.Ignore : ColumnChange.Track;
        if (column.Change != standard)
        {
            list.Add(prefix + "change", PropertyList.Word(column.Change), column.At);
        }

        list.Add(prefix + "previous", column.Previous, column.At);
        list.Add(prefix + "current", column.Current, column.At);
    }

    /// <summary>The policies; what equals the next wider scope is that scope's to say.</summary>
    public static void AddPolicies(PropertyList list, string prefix, Policies policies, Policies wider)
    {
        foreach (var key in PolicyKeys.All)
        {
            list.AddWord(prefix + key.Name, key.Get(policies), key.Get(wider).Value);
        }
    }

    /// <summary>Only what is not the default: there are many columns, and most say nothing but their type.</summary>
    private static void Add(PropertyList list, string prefix, ColumnDefinition column, Policies wider)
    {
        list.Add(prefix + "dataType", column.DataType?.ToString(), column.At);
        if (column.Key != 0)
        {
            list.Add(prefix + "key", column.Key, column.At, 0);
        }

        if (!column.Nullable)
        {
            list.Add(prefix + "nullable", column.Nullable, column.At, true);
        }

        list.Add(prefix + "sourceExpression", column.SourceExpression?.ReplaceLineEndings("\n"), column.At);
        list.Add(prefix + "targetExpression", column.TargetExpression?.ReplaceLineEndings("\n"), column.At);
        list.Add(prefix + "value", column.Value, column.At);
        if (column.Target != column.Name)
        {
            list.Add(prefix + "target", column.Target, column.At);
        }

        if (column.Sensitive)
        {
            list.Add(prefix + "sensitive", column.Sensitive, column.At, false);
        }

        if (column.Policies != wider)
        {
            AddPolicies(list, prefix, column.Policies, wider);
        }
    }
}
