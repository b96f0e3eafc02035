using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Which keys of a container's `forEach` go together.</summary>
internal static class LoopForms
{
    private static readonly (LoopKind Kind, string Key, string[] With, string? Needs)[] Forms =
    [
        (LoopKind.Query, LoopKeys.Query.Name,
            [LoopKeys.Rows.Name, LoopKeys.Connection.Name, LoopKeys.KeyColumns.Name], LoopKeys.Rows.Name),
        (LoopKind.Values, LoopKeys.Values.Name, [LoopKeys.Variable.Name], null),
        (LoopKind.Range, LoopKeys.From.Name, [LoopKeys.To.Name, LoopKeys.Variable.Name], LoopKeys.To.Name),
        (LoopKind.Rows, LoopKeys.Rows.Name, [LoopKeys.KeyColumns.Name], null),
        (LoopKind.Files, LoopKeys.Files.Name,
            [LoopKeys.Connection.Name, LoopKeys.Variable.Name, LoopKeys.IgnoreCase.Name], null),
        (LoopKind.While, LoopKeys.While.Name, [LoopKeys.AtMost.Name, LoopKeys.Variable.Name], LoopKeys.AtMost.Name),
    ];

    private static readonly string[] OfAll =
        [LoopKeys.Turns.Name, LoopKeys.OnNone.Name, LoopKeys.Within.Name];

    /// <summary>What it has a turn for; null where that was not said in one way (reported).</summary>
    public static LoopKind? Find(LoadContext context, YamlMap map, string container)
    {
        if (Forms.Any(form => map.Refused.Contains(form.Key)))
        {
            return null; // what it would have been has been said
        }

        var said = Forms.Where(form => map[form.Key] is not null).ToList();
        var isOfQuery = said.Count > 0 && said[0].Kind == LoopKind.Query;
        said.RemoveAll(form => isOfQuery && form.Kind == LoopKind.Rows && map[form.Key] is YamlMap);
        if (said.Count != 1)
        {
            context.Bag.Error("ORC1180", map.At, said.Count == 0
                ? $"the 'forEach' of '{container}' does not say what it has turns for"
                : $"the 'forEach' of '{container}' says it twice: "
                    + string.Join(" and ", said.Select(form => $"'{form.Key}'")),
                "write one of rows: VARIABLE, query: and rows:, files: PATTERN, values: [...], from: and to:, or "
                + "while: and atMost:");
            return null;
        }

        var found = said[0];
        if (found.Needs is { } needed && map[needed] is null && !map.Refused.Contains(needed))
        {
            context.Bag.Error("ORC1180", map.At, $"the 'forEach' of '{container}' has '{found.Key}' without '{needed}'",
                found.Kind == LoopKind.Query ? "name the columns of the result with their types: rows: {Code: char(2)}"
                    : $"add {needed}: NUMBER");
            return null;
        }

        if (found.Kind == LoopKind.Rows && map[found.Key] is not YamlScalar)
        {
            context.Bag.Error("ORC1180", map.At(found.Key), $"the 'forEach' of '{container}' has columns and no query",
                "add query: \"select ...\", or name a variable of rows");
            return null;
        }

        RefuseOthers(context, map, found.Kind, found.Key, found.With);
        return found.Kind;
    }

    private static void RefuseOthers(LoadContext context, YamlMap map, LoopKind kind, string form, string[] with)
    {
        foreach (var key in map.Entries.Select(entry => entry.Key).Where(key => key.Text != form
            && !with.Contains(key.Text) && (!OfAll.Contains(key.Text) || IsIdle(kind, key.Text))))
        {
            context.Bag.Error("ORC1182", key.At, $"'{key.Text}' does nothing beside '{form}'", "leave it out");
        }
    }

    // Turns of a condition follow each other, and numbers are never none.
    private static bool IsIdle(LoopKind kind, string key) =>
        (kind == LoopKind.While && key == LoopKeys.Turns.Name)
        || (kind == LoopKind.Range && key == LoopKeys.OnNone.Name);
}
