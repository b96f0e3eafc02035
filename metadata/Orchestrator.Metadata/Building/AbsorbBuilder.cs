using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes what only kind absorb has, and finds what it may not say.</summary>
internal static class AbsorbBuilder
{
    /// <summary>The column of the target that all buffers need.</summary>
    public const string NumberRole = "RowBufferId";

    /// <summary>Its options: what is said above of other loads does not hold for a buffer and its target.</summary>
    public static LoadOptions Load(LoadOptions load, AbsorbOptions? absorb) => absorb is null ? load
        : load.For(LoadForms.Buffer) with { Pattern = Setting<LoadPattern>.Default(LoadPattern.Merge) };

    /// <summary>What it may not say.</summary>
    public static void Check(LoadContext context, ObjectDefinition definition, YamlMap map)
    {
        if (definition.Absorb is null)
        {
            return;
        }

        foreach (var key in map.Map(LoadKeys.Section.Name)?.Entries.Select(entry => entry.Key)
            .Where(key => LoadKeys.Section.Keys.Any(known => known.Name == key.Text && !Takes(definition, known)))
            ?? [])
        {
            context.Bag.Error("ORC1091", key.At, $"'{key.Text}' does nothing with kind absorb, which adds rows to a "
                + "buffer and has a way of its own to change the target", "leave it out");
        }

        foreach (var key in map.Map("systemColumns")?.Entries.Select(entry => entry.Key)
            .Where(key => key.Text != NumberRole) ?? [])
        {
            context.Bag.Error("ORC1091", key.At, $"'{key.Text}' does nothing with kind absorb, as other writers add "
                + "rows, too", $"leave it out; the only one of these columns is {NumberRole}");
        }

        if (definition.Columns.All(column => column.Key == 0))
        {
            context.Bag.Error("ORC1092", definition.At, $"'{definition.Name}' keeps the latest row of each key, and no "
                + "column is in its key", "declare the columns, and give those of the key key: 1, key: 2 …");
        }

        foreach (var column in definition.Columns.Where(column => column.DataType is null))
        {
            context.Bag.Error("ORC1092", column.At, $"'{column.Name}' has no type, and the buffer is made before "
                + "anything is read", "give it a dataType");
        }

        foreach (var column in definition.Columns.Where(column => column.TargetExpression is not null))
        {
            context.Bag.Error("ORC1092", column.At, $"'{column.Name}' would be computed in the target, and rows of "
                + "other writers come into the buffer without that", "compute it in the source (sourceExpression)");
        }
    }

    // Without a source there is no load that could be fast.
    private static bool Takes(ObjectDefinition definition, SectionKey<LoadOptions> key) =>
        key.TakenBy.HasFlag(LoadForms.Buffer) && (key != LoadKeys.FastLoad || definition.Source is not null);
}
