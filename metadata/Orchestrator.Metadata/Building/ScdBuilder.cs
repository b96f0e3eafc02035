using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes what only kind scd has.</summary>
internal static class ScdBuilder
{
    /// <summary>A column with what changes of its values do.</summary>
    public static ColumnDefinition Column(ColumnDefinition column, YamlMap map, ScdOptions? scd)
    {
        if (scd is null)
        {
            return column;
        }

        var standard = column.Name == scd.EffectiveFrom ? ColumnChange.Ignore : ColumnChange.Track;
        var change = column.Key > 0 ? ColumnChange.Ignore : map.Word(ColumnKeys.Change.Name, standard);
        return column with
        {
            Change = change,
            Nullable = column.Nullable && column.Name != scd.EffectiveFrom,
            Previous = change == ColumnChange.Previous
                ? map.Text(ColumnKeys.Previous.Name) ?? $"Previous{column.Target}" : null,
            Current = change == ColumnChange.Track ? map.Text(ColumnKeys.Current.Name) : null,
        };
    }

    /// <summary>The options of its load: what is said of patterns is for others.</summary>
    public static LoadOptions Load(LoadOptions load, ScdOptions? scd) => scd is null ? load
        : load.For(LoadForms.Versions) with
        {
            Pattern = new Setting<LoadPattern>(LoadPattern.Versions, Origin.Default),
        };
}
