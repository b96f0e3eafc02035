using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>Holds a load against the columns that its source and target have, as somebody has told them.</summary>
internal static class ShapeChecks
{
    private const int ColumnsShown = 8;
    private const string This = "@@this";

    /// <summary>By the files below catalog/: warnings, because the databases may have moved on.</summary>
    public static IEnumerable<Diagnostic> OfCatalog(ObjectDefinition definition, Solution solution, IPlatform platform)
    {
        var (read, target) = (definition.Source, definition.Target);
        var source = read is { Name: { } name }
            ? CatalogTables.Find(solution, read.Connection, read.Schema, name)
            : null;
        var written = CatalogTables.Find(solution, target.Connection, target.Schema, target.Name);
        var columns = source is null
            ? null
            : CatalogTables.Columns(source, Platforms.Of(solution, source.Connection)!);
        return
        [
            .. source is null ? [] : Missing(
                definition, columns!, Platforms.Of(solution, source.Connection)!.Dialect,
                (at, message, hint) => new Diagnostic(
                    "ORC1323", Severity.Warning, at, $"{message} ({source.At.File})", hint)),
            .. source is null || read!.WrittenBy is not null ? [] : Narrowings(
                definition, [.. columns!.Where((_, i) => source.Columns[i].DataType is not null)], source.At.File),
            .. written is null || written.Columns.Any(column => column.DataType is null) ? [] : Target(
                definition, platform, columns, CatalogTables.Columns(written, platform),
                AskedTable.Of(written, platform),
                (at, message, hint) => new Diagnostic(
                    "ORC1324", Severity.Warning, at, $"{message} ({written.At.File})", hint)),
        ];
    }

    /// <summary>Columns of the object, and of its watermark, that the table it reads does not have.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="source">Columns of the table.</param>
    /// <param name="dialect">How its platform compares names.</param>
    /// <param name="say">Makes the diagnostic.</param>
    public static IEnumerable<Diagnostic> Missing(
        ObjectDefinition definition, IReadOnlyList<RowColumn> source, Dialect dialect,
        Func<Origin, string, string, Diagnostic> say)
    {
        var there = dialect.ByName(source, column => column.Name);
        var compared = definition is { Watermark: { } watermark, Source.Name: { } table }
            ? WrittenColumns.Missing([(watermark.Column, watermark.At)],
                [.. source.Select(column => column.Name)], table, dialect, say)
            : [];
        var read = definition.Columns.Where(column => column.Value is null && there.Find(column.Name) is null
            && column.SourceExpression?.Contains(This, StringComparison.Ordinal) != false)
            .Select(column => say(
                column.At, $"the source of '{definition.FullName}' has no column '{column.Name}'",
                $"it has {string.Join(", ", source.Take(ColumnsShown).Select(each => $"'{each.Name}'"))}"
                + $"{(source.Count > ColumnsShown ? ", …" : "")}: correct the name, or take the column out"));
        return compared.Concat(read);
    }

    /// <summary>A watermark of a column that no load has which writes the table.</summary>
    public static IEnumerable<Diagnostic> OfWriters(ObjectDefinition definition, Solution solution) =>
        definition is { Watermark: { } watermark, Source: { Name: { } name } source }
        && Platforms.Of(solution, source.Connection) is { Dialect: var dialect }
        && WrittenColumns.Of(new ObjectTarget(source.Connection, source.Schema, name), definition, solution) is { } has
            ? WrittenColumns.Missing(
                [(watermark.Column, watermark.At)], has, name, dialect, WrittenColumns.Undeclared)
            : [];

    /// <summary>Columns that become narrower while nobody wrote what shall happen then.</summary>
    public static IEnumerable<Diagnostic> Narrowings(
        ObjectDefinition definition, IReadOnlyList<RowColumn> source, string where)
    {
        foreach (var column in definition.Columns.Where(each =>
            each.SourceExpression is null && each.TargetExpression is null && each.Value is null))
        {
            if (column.DataType is not { } type
                || FoundColumn.Find(source, column.Name, definition) is not (>= 0 and var place))
            {
                continue;
            }

            foreach (var narrowing in Narrowing.Between(source[place].Type, type))
            {
                var (key, policy) = column.Policies.For(narrowing.Loss);
                if (policy.At == Origin.Default)
                {
                    yield return new Diagnostic("ORC1040", Severity.Warning, column.At,
                        $"'{column.Name}' of '{definition.FullName}' becomes narrower: "
                        + $"{narrowing.Why} ({where})",
                        $"a value that does not fit fails the load; write {key}: fail if that is meant, or redirect");
                }
            }
        }
    }

    /// <summary>What makes the target another table than the load writes.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="platform">Platform of the target.</param>
    /// <param name="source">Columns of the source; null = unknown, then the object has to tell all types.</param>
    /// <param name="target">Columns of the target.</param>
    /// <param name="asked">What else is known of it.</param>
    /// <param name="say">Makes the diagnostic.</param>
    public static IEnumerable<Diagnostic> Target(
        ObjectDefinition definition, IPlatform platform, IReadOnlyList<RowColumn>? source,
        IReadOnlyList<RowColumn> target, AskedTable asked, Func<Origin, string, string, Diagnostic> say)
    {
        if (Wanted(definition, platform, source, target) is not { } wanted)
        {
            return [];
        }

        var table = platform.Dialect.Table(definition.Target.Schema, definition.Target.Name);
        var (writer, change) = ($"'{definition.FullName}'", "change the columns in the metadata");
        if (definition.Load.Pattern.Value == LoadPattern.DropAndReload)
        {
            return ColumnsLeftAlone.Dropped(definition, platform.Dialect, () => target, wanted).Select(column => say(
                definition.At, $"{writer} makes the table '{table}' anew, and would lose its column '{column}'",
                $"{change}, or use TruncateInsert, which leaves other columns alone"));
        }

        var all = TargetShape.Differences(platform.Dialect, target, wanted).ToArray();
        var others = ColumnsLeftAlone.Of(definition, all, asked);
        return all.Where(difference => !TargetShape.IsAdded(difference, definition)
                && !IsLeftOut(difference, definition) && !others.Holds(difference))
            .Select(difference => (difference.Text, Hint: $"{change}, or the table"
                + (difference.Kind == ChangeKind.ColumnAdded
                    ? "; or leave the column alone with `load: {otherColumns: keep}`" : "")))
            .Concat(others.Unfilled.Select(column => (
                Text: $"its column '{column}', which the metadata do not name, takes no NULL and has no default",
                Hint: "name it among `columns`, where need be with a `value`, or give it a default")))
            .Select(found => say(
                definition.At, $"the table '{table}' is not what {writer} writes: {found.Text}", found.Hint));
    }

    private static bool IsLeftOut(ShapeDifference difference, ObjectDefinition definition) =>
        difference.Kind == ChangeKind.ColumnRemoved && definition.Load.Drift.Value == Drift.Ignore
        && definition.Columns.Count == 0;

    private static IReadOnlyList<RowColumn>? Wanted(
        ObjectDefinition definition, IPlatform platform, IReadOnlyList<RowColumn>? source,
        IReadOnlyList<RowColumn> target)
    {
        var isTyped = definition.Columns.Count > 0 && definition.Columns.All(column => column.DataType is not null);
        var own = source ?? (isTyped
            ? [.. definition.Columns.Where(column => column.Value is null)
                .Select(column => new RowColumn(column.Name, column.DataType!.Value))]
            : null);
        // What an expression of the source returns nobody knows before it is read.
        if (own is null || definition.Columns.Any(column => column.Value is null
            && (FoundColumn.Find(own, column.Name, definition) < 0
                || column is { SourceExpression: not null, DataType: null })))
        {
            return null;
        }

        try
        {
            var columns = LoadColumns.Resolve(
                definition,
                new StoreRules(platform.Name, platform.Dialect, columns => columns)
                {
                    There = definition.TakesNullAsThere ? () => target : null,
                },
                [.. own, .. ConstantColumns.Of(definition).Select(column =>
                    new RowColumn(column.Name, UndeclaredType.Text, false)),
                .. HashColumn.Of(definition) is { } hash
                    ? [new RowColumn(hash.Column, hash.DataType)] : Array.Empty<RowColumn>()],
                0, null).Table;
            return definition.Absorb is null ? columns
                : [.. columns, .. definition.SystemColumns.Where(column => !VersionColumns.IsFilled(column))
                    .Select(column => new RowColumn(column.Column, column.DataType))];
        }
        catch (PackageRefusedException)
        {
            // A name or type that cannot be there: other checks say so.
            return null;
        }
    }
}
