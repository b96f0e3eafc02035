using Orchestrator.Core.Types;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What kind scd may not say, and what only it may say.</summary>
internal static class ScdKeyChecks
{
    public static void Check(LoadContext context, ObjectDefinition definition, YamlMap map)
    {
        var columns = map.Items("columns").OfType<YamlMap>().ToList();
        if (definition.Scd is not { } scd)
        {
            foreach (var key in columns.SelectMany(column => column.Entries).Select(entry => entry.Key)
                .Where(key => key.Text is "change" or "previous" or "current"))
            {
                context.Bag.Error("ORC1084", key.At, $"'{key.Text}' does nothing with kind {definition.Kind}: it says "
                    + "what a changed value does to the versions of a key", "leave it out, or take kind: scd");
            }

            return;
        }

        foreach (var key in map.Map(LoadKeys.Section.Name)?.Entries.Select(entry => entry.Key)
            .Where(key => LoadKeys.NotTakenBy(LoadForms.Versions).Any(other => other.Name == key.Text)) ?? [])
        {
            context.Bag.Error("ORC1084", key.At, $"'{key.Text}' does nothing with kind scd, which has a way of its "
                + "own to change the target", "leave it out");
        }

        foreach (var column in columns)
        {
            Column(context, column);
        }

        Key(context, definition, scd);
        Effective(context, definition, scd, map);
        Deletes(context, definition, scd, map);
    }

    private static void Column(LoadContext context, YamlMap column)
    {
        var change = column.Text("change");
        var (name, isKey) = (column.Text("column"), column["key"] is not null);
        if (isKey && column.Entry("change") is { } written)
        {
            context.Bag.Error("ORC1085", written.Key.At, $"'change' does nothing with '{name}', a column of the key: "
                + "another key is another row", "leave it out");
        }

        if (column.Entry("previous") is { } previous && change != "previous")
        {
            context.Bag.Error("ORC1085", previous.Key.At,
                $"'previous' names where the value before is kept, and '{name}' keeps none", "add change: previous");
        }

        if (column.Entry("targetExpression") is { } computed && (isKey || change is null or "track"))
        {
            context.Bag.Error("ORC1085", computed.Key.At, $"'{name}' is "
                + (isKey ? "part of the key" : "looked at for changes")
                + " as it was read, before the server computes anything",
                "compute it in the source (sourceExpression), or take change: overwrite");
        }

        if (column.Entry("current") is { } current && (isKey || change is not (null or "track")))
        {
            context.Bag.Error("ORC1085", current.Key.At, $"'current' holds the newest value beside those of each "
                + $"version, and '{name}' has one value for all of them", "leave it out, or take change: track");
        }
    }

    private static void Key(LoadContext context, ObjectDefinition definition, ScdOptions scd)
    {
        if (definition.Columns.All(column => column.Key == 0))
        {
            context.Bag.Error("ORC1086", definition.At, $"'{definition.Name}' keeps versions of each key, and no "
                + "column is in its key", "declare the columns, and give those of the key key: 1, key: 2 …");
        }
        else if (definition.Columns.All(column => column.Key > 0 || column.Name == scd.EffectiveFrom))
        {
            context.Bag.Error("ORC1086", definition.At, $"'{definition.Name}' has no column beside its key: nothing "
                + "in it can change", "declare the columns whose changes make versions");
        }
    }

    private static void Effective(LoadContext context, ObjectDefinition definition, ScdOptions scd, YamlMap map)
    {
        var from = definition.SystemColumns.First(column => column.Role == "RowEffectiveFromDate");
        var to = definition.SystemColumns.First(column => column.Role == "RowEffectiveToDate");
        if (to.DataType != from.DataType)
        {
            context.Bag.Error("ORC1087", to.At.Line > 0 ? to.At : definition.At,
                $"RowEffectiveToDate is {to.DataType}, and RowEffectiveFromDate {from.DataType}: a version ends where "
                + "the next one begins", "give both the same dataType");
        }

        var said = map.Map(ScdKeys.Section.Name)?.Scalar(ScdKeys.EffectiveFrom.Name);
        if (scd.EffectiveFrom is not { } name || said is not { } written)
        {
            if (!Takes(from.DataType))
            {
                context.Bag.Error("ORC1087", from.At.Line > 0 ? from.At : definition.At,
                    $"RowEffectiveFromDate cannot be {from.DataType}", "take date or datetime2");
            }

            return;
        }

        if (definition.Columns.FirstOrDefault(column => column.Name == name) is not { } column)
        {
            context.UnknownName("ORC1087", "column", written, definition.Columns.Select(each => each.Name));
        }
        else if (column.Key > 0 || column.Change != ColumnChange.Ignore)
        {
            context.Bag.Error("ORC1087", written.At, $"'{name}' says from when on a row holds, and cannot be "
                + (column.Key > 0 ? "in the key as well" : "looked at for changes as well"),
                "leave 'key' and 'change' of the column out");
        }
        else if (column.DataType is not { } type || !Takes(type))
        {
            context.Bag.Error("ORC1087", written.At, $"'{name}' says from when on a row holds, and is "
                + (column.DataType is { } other ? $"{other}" : "of no declared type"),
                "give the column dataType: date or datetime2");
        }
        else if (column.TargetExpression is not null)
        {
            context.Bag.Error("ORC1087", written.At, $"'{name}' says from when on a row holds, which is looked at "
                + "before the server computes anything", "leave 'targetExpression' of the column out");
        }
    }

    /// <summary>Whether versions can begin at values of a type.</summary>
    private static bool Takes(SqlType type) =>
        type.Kind is SqlTypeKind.Date or SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2;

    private static void Deletes(LoadContext context, ObjectDefinition definition, ScdOptions scd, YamlMap map)
    {
        if (scd.Deletes == DeletedRows.Ignore)
        {
            return;
        }

        var at = map.Map(ScdKeys.Section.Name)?.At(ScdKeys.Deletes.Name) ?? definition.At;
        if (definition.Watermark is not null)
        {
            context.Bag.Error("ORC1088", at, "with a watermark a delivery is a part of the source: every key that has "
                + "not changed would be taken as deleted", "take deletes: ignore, or leave the watermark out");
        }
    }
}
