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
            var own = list.Under($"columns.{column.Name}.");
            ColumnKeys.Section.Tell(own, column);
            if (column.Policies != definition.Policies)
            {
                AddPolicies(own, column.Policies, definition.Policies);
            }

            if (definition.Scd is { } scd && column.Key == 0)
            {
                AddChange(own, column, scd);
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

    private static void AddChange(PropertyList list, ColumnDefinition column, ScdOptions scd)
    {
        var standard = column.Name == scd.EffectiveFrom ? ColumnChange.Ignore : ColumnChange.Track;
        if (column.Change != standard)
        {
            list.Add(ColumnKeys.Change.Name, PropertyList.Word(column.Change), column.At);
        }

        list.Add(ColumnKeys.Previous.Name, column.Previous, column.At);
        list.Add(ColumnKeys.Current.Name, column.Current, column.At);
    }

    /// <summary>The policies; what equals the next wider scope is that scope's to say.</summary>
    public static void AddPolicies(PropertyList list, Policies policies, Policies wider)
    {
        foreach (var key in PolicyKeys.All)
        {
            list.AddWord(key.Name, key.Get(policies), key.Get(wider).Value);
        }
    }
}
