using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>A column that a load moves, and where in the source it was found.</summary>
/// <param name="Definition">What the metadata say; what they default to where they say nothing.</param>
/// <param name="Place">Place among the source's columns, from 0.</param>
/// <param name="Source">The source's column.</param>
internal sealed record FoundColumn(ColumnDefinition Definition, int Place, RowColumn Source)
{
    private const int Several = -2;

    /// <summary>
    /// Finds the declared columns among those of the source, or takes all of the source but those that the engine fills
    /// itself.
    /// </summary>
    /// <param name="source">The columns of the source.</param>
    /// <param name="definition">The load.</param>
    /// <param name="rules">How the target compares names.</param>
    /// <exception cref="PackageRefusedException">A column is missing.</exception>
    public static IReadOnlyList<FoundColumn> Among(
        IReadOnlyList<RowColumn> source, ObjectDefinition definition, ColumnRules rules) =>
        HashColumn.Of(definition) is { } hash
            ?
            [
                .. OfRows([.. source.SkipLast(1)], definition, rules),
                new FoundColumn(HashColumn.Definition(hash), source.Count - 1, source[^1]) { IsHash = true },
            ]
            : OfRows(source, definition, rules);

    /// <summary>Whether it is the hash of the others.</summary>
    public bool IsHash { get; init; }

    private static FoundColumn[] OfRows(
        IReadOnlyList<RowColumn> source, ObjectDefinition definition, ColumnRules rules) =>
        definition.Columns.Count == 0
            ? All(source, definition, rules)
            : [.. Declared(source, definition)];

    private static FoundColumn[] All(IReadOnlyList<RowColumn> source, ObjectDefinition definition, ColumnRules rules)
    {
        var filled = definition.SystemColumns.Select(column => rules.Fold(column.Column)).ToHashSet();
        return
        [
            .. source.Index()
                .Where(column => !filled.Contains(rules.Fold(column.Item.Name)))
                .Select(column => new FoundColumn(
                    new ColumnDefinition
                    {
                        Name = column.Item.Name,
                        Target = column.Item.Name,
                        Nullable = column.Item.Nullable,
                        Policies = definition.Policies,
                    },
                    column.Index, column.Item)),
        ];
    }

    // Constants stand behind all that is read, in order: see ConstantColumns.
    private static IEnumerable<FoundColumn> Declared(IReadOnlyList<RowColumn> source, ObjectDefinition definition)
    {
        var constant = source.Count - ConstantColumns.Of(definition).Length;
        IReadOnlyList<RowColumn> own = [.. source.Take(constant)];
        foreach (var column in definition.Columns)
        {
            yield return column.Value is null
                ? Declared(own, column, definition)
                : new FoundColumn(column, constant, source[constant++]);
        }
    }

    private static FoundColumn Declared(
        IReadOnlyList<RowColumn> source, ColumnDefinition column, ObjectDefinition definition)
    {
        var place = Find(source, column.Name, definition);
        return place >= 0
            ? new FoundColumn(column, place, source[place])
            : throw new PackageRefusedException(
                "ORC3410", ErrorClass.Config, "open",
                $"The source has no column '{column.Name}' ({column.At}); it has {Few(definition, source)}. "
                + "Correct the name, or take the column out.");
    }

    /// <summary>
    /// Place of the column of that name, else of the only one that differs in case and that the object does not name
    /// itself; −1 = none.
    /// </summary>
    public static int Find(IReadOnlyList<RowColumn> source, string name, ObjectDefinition definition)
    {
        var alike = -1;
        for (var i = 0; i < source.Count; i++)
        {
            if (source[i].Name == name)
            {
                return i;
            }

            if (source[i].Name.Equals(name, StringComparison.OrdinalIgnoreCase))
            {
                alike = alike == -1 ? i : Several;
            }
        }

        return alike >= 0 && definition.Columns.Any(other => other.Value is null && other.Name == source[alike].Name)
            ? -1
            : Math.Max(alike, -1);
    }

    // The header of a file that came without one is its first row.
    private static string Few(ObjectDefinition definition, IReadOnlyList<RowColumn> source) =>
        definition.Source?.File is not null && definition.Columns.Any(column => column.Sensitive)
            ? $"{source.Count} others"
            : string.Join(", ", source.Take(8).Select(column => $"'{column.Name}'")) + (source.Count > 8 ? ", …" : "");
}
