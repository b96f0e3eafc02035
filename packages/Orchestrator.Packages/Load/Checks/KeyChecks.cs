using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What a load by key needs, found in the metadata alone.</summary>
internal static class KeyChecks
{
    /// <summary>All of it.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, IPlatform platform) =>
        [.. Lacks(definition, platform), .. Unusable(definition, platform)];

    private static IEnumerable<Diagnostic> Lacks(ObjectDefinition definition, IPlatform platform)
    {
        var load = definition.Load;
        var latest = load.LatestBy;
        if (!load.Pattern.Value.IsByKey())
        {
            // What came down from above was written for the objects below it that have a key.
            return latest.Value.Count > 0 && latest.At.Line > 0 && latest.At.File == definition.At.File
                ? [NameChecks.Error("ORC1303", latest.At,
                    $"`latestBy` says which of several rows with one key is kept; {load.Pattern.Value} goes by no key.",
                    "Take `latestBy` out, or use `pattern: Merge`.")]
                : [];
        }

        if (definition.Scd is not null)
        {
            // What it lacks of a key is said with the rest of its columns.
            return [];
        }

        return
        [
            .. definition.Columns.Any(column => column.Key > 0)
                ? Array.Empty<Diagnostic>()
                : [NameChecks.Error("ORC1320", load.Pattern.At.Line > 0 ? load.Pattern.At : definition.At,
                    $"'{definition.Name}' is loaded by key ({load.Pattern.Value}), and no column is in its key.",
                    "Declare the columns, and give those of the key `key: 1`, `key: 2` …")],
            .. latest.Value.Select(name => Latest(name, definition, platform)).OfType<Diagnostic>(),
        ];
    }

    private static IEnumerable<Diagnostic> Unusable(ObjectDefinition definition, IPlatform platform)
    {
        if (!definition.Load.Pattern.Value.IsByKey() && definition.Scd is null && definition.Absorb is null)
        {
            yield break;
        }

        foreach (var column in definition.Columns.Where(column => column.Key > 0))
        {
            if (column.DataType is { } type && platform.Dialect.KeyRefusal(type) is { } why)
            {
                yield return NameChecks.Error("ORC1320", column.At,
                    $"'{definition.Name}' knows its rows by '{column.Target}', and {platform.Name} tells none apart by "
                    + $"{type}: {why}.",
                    "Declare it with a length, such as nvarchar(400), or take other columns into the key.");
            }
        }
    }

    private static Diagnostic? Latest(string name, ObjectDefinition definition, IPlatform platform)
    {
        var at = definition.Load.LatestBy.At;
        if (definition.Columns.FirstOrDefault(column => column.Name == name) is not { } column)
        {
            return NameChecks.Error("ORC1321", at,
                $"`latestBy` names '{name}', which is no column of '{definition.Name}'.",
                "Name columns as they stand in `columns: - column: …`.");
        }

        return column.DataType is { } type && platform.Dialect.OrderRefusal(type) is { } why
            ? NameChecks.Error("ORC1321", at,
                $"`latestBy` names '{name}', whose order {platform.Name} does not know: {why}.",
                "Name another column, or leave `latestBy` out: the last row that is read wins then.")
            : null;
    }
}
