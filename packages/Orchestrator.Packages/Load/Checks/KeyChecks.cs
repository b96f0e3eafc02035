using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What a load by key needs.</summary>
internal static class KeyChecks
{
    private const string Advice =
        "Declare it with a length, such as nvarchar(400), or take other columns into the key.";

    /// <summary>All that is found in the metadata alone.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, IPlatform platform) =>
        [.. Lacks(definition, platform), .. Unusable(definition, platform)];

    /// <summary>Whether the object itself says which row of a key is kept. What came down from above was written for
    /// the objects below it that have a key; it stands above them, also where all is in one file.</summary>
    public static bool SaysLatest(ObjectDefinition definition)
    {
        var latest = definition.Load.LatestBy;
        return latest.Value.Count > 0 && latest.At.Line > 0 && latest.At.File == definition.At.File
            && latest.At.Line >= definition.At.Line;
    }

    private static IEnumerable<Diagnostic> Lacks(ObjectDefinition definition, IPlatform platform)
    {
        var load = definition.Load;
        var latest = load.LatestBy;
        if (!load.Pattern.Value.IsByKey())
        {
            return SaysLatest(definition)
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
                    KeyAdvice(definition))],
            .. latest.Value.Select(name => Latest(name, definition, platform)).OfType<Diagnostic>(),
        ];
    }

    private static string KeyAdvice(ObjectDefinition definition) => definition switch
    {
        { InheritedFrom: { } repeated } => $"It repeats '{repeated}': declare the columns there or here, and give "
            + "those of the key `key: 1`, `key: 2` …",
        { Source: { File: null, Command: null } } => "Declare the columns, and give those of the key `key: 1`, "
            + "`key: 2` … Where another project has declared them, have this one `inherit` it.",
        _ => "Declare the columns, and give those of the key `key: 1`, `key: 2` …",
    };

    /// <summary>Columns of the key that say no type, by those of the source.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="platform">Platform of the target.</param>
    /// <param name="source">Columns of the source.</param>
    public static IEnumerable<Diagnostic> OfSource(
        ObjectDefinition definition, IPlatform platform, IReadOnlyList<RowColumn> source) => Unusable(
        definition, platform, column => column is { DataType: null, Value: null, SourceExpression: null }
            && FoundColumn.Find(source, column.Name, definition) is (>= 0 and var place)
            ? LoadColumns.Declared(new FoundColumn(column, place, source[place]), definition, platform.Name) : null);

    /// <summary>Refuses a load before its first row.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="platform">Platform of the target.</param>
    /// <param name="columns">Its columns.</param>
    /// <exception cref="PackageRefusedException">A column of the key is of a type that tells no rows apart.</exception>
    public static void Refuse(ObjectDefinition definition, IPlatform platform, LoadColumns columns)
    {
        if (!KnowsRows(definition))
        {
            return;
        }

        foreach (var (guarded, column) in columns.Guarded.Zip(columns.Target))
        {
            if (guarded.Key > 0 && Why(definition, platform, column) is { } why)
            {
                throw new PackageRefusedException("ORC3415", ErrorClass.Config, "open", $"{why} {Advice}");
            }
        }
    }

    // A buffer is made of the metadata alone.
    private static IEnumerable<Diagnostic> Unusable(ObjectDefinition definition, IPlatform platform) => Unusable(
        definition, platform,
        column => (column.DataType ?? (definition.Absorb is null ? (SqlType?)null : UndeclaredType.Text)) is { } type
            ? new RowColumn(column.Target, type) : null);

    private static IEnumerable<Diagnostic> Unusable(
        ObjectDefinition definition, IPlatform platform, Func<ColumnDefinition, RowColumn?> made)
    {
        foreach (var column in definition.Columns.Where(column => column.Key > 0 && KnowsRows(definition)))
        {
            if (made(column) is { } one && Why(definition, platform, one) is { } why)
            {
                yield return NameChecks.Error("ORC1320", column.At, why, Advice);
            }
        }
    }

    private static bool KnowsRows(ObjectDefinition definition) =>
        definition.Load.Pattern.Value.IsByKey() || definition.Scd is not null || definition.Absorb is not null;

    private static string? Why(ObjectDefinition definition, IPlatform platform, RowColumn column) =>
        platform.Dialect.KeyRefusal(column) is { } why
            ? $"'{definition.Name}' knows its rows by '{column.Name}', and {platform.Name} tells none apart by "
                + $"{column.Type}: {why}."
            : null;

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
