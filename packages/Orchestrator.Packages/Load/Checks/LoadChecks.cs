using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What is wrong with a load, found in the metadata alone.</summary>
internal static class LoadChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
        definition.ColumnsSought is { } at ? [Unknown(definition, at)] : All(definition, solution);

    // What else would be said of it is about columns that nobody has told.
    private static Diagnostic Unknown(ObjectDefinition definition, Origin at) => NameChecks.Error(
        "ORC1119", at,
        $"The columns of '{definition.FullName}' are to be those of its target, and the catalog has "
        + $"no table '{definition.Target.Name}' of '{definition.Target.Connection}'.",
        $"`orchestrator connections refresh {definition.Target.Connection}` writes it as the database has it; or list "
        + "the columns.");

    private static IEnumerable<Diagnostic> All(ObjectDefinition definition, Solution solution) =>
    [
        .. definition.Target.Format is null ? NameChecks.Target(definition, solution)
            : FileTargetChecks.Of(definition, solution),
        .. Source(definition, solution),
        .. SourceFileChecks.Of(definition, solution),
        .. Options(definition),
        .. ExpectChecks.Of(definition),
        .. OptionChecks.Of(definition, Platforms.Of(solution, definition.Target.Connection)),
        .. SplitChecks.Of(definition, solution),
        .. ShapeChecks.OfWriters(definition, solution),
        .. ExpressionChecks.Of(definition, Platforms.Of(solution, definition.Target.Connection)),
        .. Platforms.Of(solution, definition.Target.Connection) is { } platform
            ? Target(definition, solution, platform)
            : [],
    ];

    private static IEnumerable<Diagnostic> Target(
        ObjectDefinition definition, Solution solution, IPlatform platform) =>
    [
        .. Columns(definition, platform),
        .. TableWidth.Of(definition, platform),
        .. KeyChecks.Of(definition, platform),
        .. RangeChecks.Of(definition, platform),
        .. ErrorTableName(definition, platform),
        .. OtherWriters(definition, solution, platform),
        .. definition.Plugin is null ? ShapeChecks.OfCatalog(definition, solution, platform) : [],
    ];

    private static IEnumerable<Diagnostic> Source(ObjectDefinition definition, Solution solution)
    {
        if (definition.Source is not { } source)
        {
            if (definition.Plugin is null)
            {
                yield return NameChecks.Error("ORC1304", definition.At,
                    $"The load '{definition.Name}' reads nothing.", "Give it a `source:`, or its project one.");
            }

            yield break;
        }

        foreach (var wrong in Procedures.Check(source.Procedure, Platforms.Of(solution, source.Connection)))
        {
            yield return wrong;
        }

        if (definition.Watermark is { } watermark
            && Platforms.Of(solution, source.Connection) is { } database
            && database.Dialect.OrderRefusal(watermark.DataType) is { } why)
        {
            yield return NameChecks.Error("ORC1073", watermark.At,
                $"The watermark '{watermark.Name}' cannot be {watermark.DataType} in {database.Name}, which puts it "
                + $"in another order: {why}.",
                "Take a whole number, a decimal to 15 digits, or a time without an offset.");
        }

        var isFolder = solution.Connections.FirstOrDefault(c => c.Name == source.Connection)?.IsFolder;
        if (isFolder == true && source.File is null && source.Command is null)
        {
            yield return NameChecks.Error("ORC1304", definition.At,
                $"The connection '{source.Connection}' is a folder of files, and '{definition.Name}' names no file.",
                "Write `source: {file: …}`.");
        }

        if (isFolder == false && source.Name is null && source.Query is null
            && source.Procedure is null)
        {
            yield return NameChecks.Error("ORC1304", definition.At,
                $"The connection '{source.Connection}' is a database, and '{definition.Name}' names no table or query.",
                "Write `source: {name: …}` or `source: {query: …}`.");
        }

        foreach (var column in definition.Columns.Where(c => c.SourceExpression is not null))
        {
            if (isFolder == true || source.Name is null)
            {
                yield return NameChecks.Error("ORC1312", column.At,
                    $"`sourceExpression` of '{column.Name}' is SQL of the source, and "
                    + (isFolder == true ? "a file knows no SQL."
                        : source.Query is null ? "a procedure has its own." : "a query has its own expressions."),
                    source.Query is null ? "Take it out, or compute it in the next stage."
                        : "Write the expression in the query.");
            }
        }
    }

    private static IEnumerable<Diagnostic> Columns(ObjectDefinition definition, IPlatform platform)
    {
        foreach (var column in definition.Columns)
        {
            foreach (var wrong in NameChecks.Column(platform, column.Target, column.At, "Give it another `target`."))
            {
                yield return wrong;
            }

            if (column.DataType is { } type && platform.Dialect.TypeRefusal(type) is { } why)
            {
                yield return NameChecks.Error("ORC1314", column.At,
                    $"The column '{column.Target}' cannot be {type} in {platform.Name}: {why}.",
                    "Give it another `dataType`.");
            }
        }

        if (HashColumn.Of(definition) is { } hash && hash.DataType != HashColumn.Type)
        {
            yield return NameChecks.Error("ORC1333", hash.At,
                $"The column '{hash.Column}' for RowHash cannot be {hash.DataType}.",
                "Write `dataType: binary(32)`, or leave it out.");
        }

        var names = definition.Columns.Select(c => (Name: c.Target, c.At))
            .Concat(definition.SystemColumns.Select(c => (Name: c.Column, c.At)));
        var seen = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, at) in names)
        {
            var folded = platform.Dialect.Fold(name);
            if (!seen.TryAdd(folded, name))
            {
                yield return NameChecks.Error("ORC1302", at,
                    $"The columns '{seen[folded]}' and '{name}' are one in {platform.Name}.",
                    "Give one of them another `target`.");
            }
        }
    }

    private static IEnumerable<Diagnostic> ErrorTableName(ObjectDefinition definition, IPlatform platform)
    {
        var dialect = platform.Dialect;
        var name = ErrorTable.NameOf(definition, platform);
        var at = definition.Errors.Table.At.Line > 0 ? definition.Errors.Table.At : definition.At;
        var target = dialect.Table(definition.Target.Schema, definition.Target.Name);
        if (dialect.TableRefusal(name) is { } why)
        {
            yield return NameChecks.Error("ORC1311", at,
                $"The error table '{name}' cannot be in {platform.Name}: {why}.",
                "Give it another name in `errors: {table: …}`.");
        }
        else if (Folded(dialect, name) == Folded(dialect, target))
        {
            yield return NameChecks.Error("ORC1311", at,
                $"The error table '{name}' is the target itself.", "Give it another name in `errors: {table: …}`.");
        }
    }

    private static TableName Folded(Dialect dialect, TableName table) =>
        new(table.Schema is null ? null : dialect.Fold(table.Schema), dialect.Fold(table.Name));

    private static IEnumerable<Diagnostic> Options(ObjectDefinition definition)
    {
        var load = definition.Load;
        var pattern = load.Pattern.Value;
        if (pattern != LoadPattern.TruncateInsert && load.Swap.Value != Swap.Auto && load.Swap.At.Line > 0)
        {
            yield return NameChecks.Error("ORC1303", load.Swap.At,
                $"`swap` says how TruncateInsert publishes its rows; {pattern} has nothing to exchange.",
                "Take `swap` out, or use `pattern: TruncateInsert`.");
        }

        if (pattern == LoadPattern.DropAndReload && !definition.Target.Create)
        {
            yield return NameChecks.Error("ORC1303", load.Pattern.At,
                "DropAndReload makes the table anew, and `create: never` forbids to make it.",
                "Take `create: never` out, or use `pattern: TruncateInsert`.");
        }

        if (load.CommitRows.Value < 0)
        {
            yield return NameChecks.Error("ORC1309", load.CommitRows.At,
                $"expected `commitRows` to be all or 1 and more, got: {load.CommitRows.Value}",
                "Write `commitRows: all`.");
        }
    }

    private static IEnumerable<Diagnostic> OtherWriters(
        ObjectDefinition definition, Solution solution, IPlatform platform)
    {
        var table = platform.Dialect.Table(definition.Target.Schema, definition.Target.Name);
        foreach (var other in TableWriters.OfSameTable(definition, solution).TakeWhile(o => !IsSame(o, definition)))
        {
            var isWrittenAlike = (other.Target.Schema, other.Target.Name)
                == (definition.Target.Schema, definition.Target.Name);
            if (!isWrittenAlike && Addresses.IsSame(definition, other, solution))
            {
                yield return NameChecks.Error("ORC1302", definition.At,
                    $"'{definition.FullName}' and '{other.FullName}' would write "
                    + $"one table in {platform.Name}, '{table}'.", "Give one of them another `target`.");
            }
        }
    }

    private static bool IsSame(ObjectDefinition a, ObjectDefinition b) => a.Project == b.Project && a.Name == b.Name;
}
