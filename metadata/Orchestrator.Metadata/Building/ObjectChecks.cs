using System.Text.RegularExpressions;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What an object may not say, by kind and load pattern.</summary>
internal static partial class ObjectChecks
{
    public static void Check(
        LoadContext context, EffectiveObject one, ObjectDefinition definition, Connection? source, Connection? target)
    {
        var map = one.Own ?? new YamlMap(one.At, 0, []);
        Kind(context, one, definition, map);
        context.Addressable(one.At, one.Name, "project and object");
        var pattern = definition.Load.Pattern.Value;
        if (pattern is not (LoadPattern.TruncateInsert or LoadPattern.Versions) && definition.Absorb is null
            && map.Map(LoadKeys.Section.Name)?.Entry(LoadKeys.Swap.Name) is { } swap)
        {
            context.Bag.Error("ORC1038", swap.Key.At,
                $"'{swap.Key.Text}' does nothing with pattern {pattern}: it says how TruncateInsert publishes its rows",
                "leave it out, or take pattern: TruncateInsert");
        }

        if (map.Map(CheckKeys.Section.Name)?.Scalar(CheckKeys.RowCount.Name) is { } rows
            && !RowCount().IsMatch(rows.Text))
        {
            context.Bag.Error("ORC1046", rows.At, $"expected 'rowCount' to be a comparison, got: '{rows.Text}'",
                "write it as \">0\", \"= 12\", \"<= 100\" or \"100..200\"");
        }

        ReadsItself(context, map, definition, target);
        ColumnChecks.Check(context, map, definition, source, target);
        ScdKeyChecks.Check(context, definition, map);
        AbsorbBuilder.Check(context, definition, map);
    }

    // A slip, as who names no table reads the one that is called as he is.
    private static void ReadsItself(
        LoadContext context, YamlMap map, ObjectDefinition definition, Connection? target)
    {
        if (map.Map(SourceKeys.Section.Name) is { Refused.Count: 0, Entries: [{ Value: YamlScalar named } only] }
            && only.Key.Text == SourceKeys.Connection.Name
            && target is { IsFolder: false } && !TableNames.IsSplit(target)
            && definition is { IsLoad: true, Source: { Name: { } table } source, Target: var written }
            && source.Connection == written.Connection
            && TableNames.Table(target, source.Schema, table)
                == TableNames.Table(target, written.Schema, written.Name))
        {
            context.Bag.Error("ORC1038", named.At,
                $"'{definition.Name}' would read the table '{written.Name}' of '{named.Text}', which it writes",
                "name what it reads: source: {connection: " + named.Text + ", name: TABLE}");
        }
    }

    private static void Kind(LoadContext context, EffectiveObject one, ObjectDefinition definition, YamlMap map)
    {
        var its = KindTable.Of(definition.Kind);
        if (its.Needs is { } needs && needs.Keys.All(key => one.Map[key] is null && !one.Map.Refused.Contains(key)))
        {
            context.Bag.Error("ORC1041", one.At, $"the object '{one.Name}' of kind {its.Word} {needs.Lack}",
                needs.Advice);
        }

        var ways = map.Entries.Select(entry => entry.Key)
            .Where(key => key.Text is "sql" or "script" or "procedure" or "sqlFrom").ToList();
        if (ways.Count > 1)
        {
            context.Bag.Error("ORC1041", ways[1].At, $"'{ways[0].Text}' and '{ways[1].Text}' stand in one object",
                "keep one of the two");
        }

        foreach (var entry in map.Entries.Where(entry => !KindTable.Takes(its, entry.Key.Text)))
        {
            var owner = KindTable.OwnerOf(entry.Key.Text).Word;
            context.Bag.Error("ORC1041", entry.Key.At, $"'{entry.Key.Text}' does nothing with kind {definition.Kind}",
                $"it goes with kind: {owner}", map.Scalar("kind") is { } kind ? new Fix(kind.At, kind.Length, owner)
                    : null);
        }
    }

    [GeneratedRegex(@"^\s*((>=|<=|<>|!=|=|>|<)?\s*\d{1,18}|\d{1,18}\s*\.\.\s*\d{1,18})\s*$")]
    private static partial Regex RowCount();
}
