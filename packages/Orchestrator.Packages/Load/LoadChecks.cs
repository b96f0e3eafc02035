using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;
using Orchestrator.Types;

namespace Orchestrator.Packages.Load;

/// <summary>What is wrong with a load, found in the metadata alone.</summary>
internal static class LoadChecks
{
    /// <summary>The type of a column that nobody declared.</summary>
    public static SqlType TypeOfText { get; } = new(SqlTypeKind.NVarChar, SqlType.Max);

    /// <summary>All of it.</summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution) =>
    [
        .. NameChecks.Target(definition, solution),
        .. Source(definition, solution),
        .. Columns(definition),
        .. ErrorTableName(definition),
        .. Options(definition),
        .. OtherWriters(definition, solution),
    ];

    private static IEnumerable<Diagnostic> Source(ObjectDefinition definition, Solution solution)
    {
        if (definition.Source is not { } source)
        {
            yield return NameChecks.Error("ORC1304", definition.At,
                $"The load '{definition.Name}' reads nothing.", "Give it a `source:`, or its project one.");
            yield break;
        }

        var platform = solution.Connections.FirstOrDefault(c => c.Name == source.Connection)?.Platform;
        if (platform == Platform.Files && source.File is null)
        {
            yield return NameChecks.Error("ORC1304", definition.At,
                $"The connection '{source.Connection}' is a folder of files, and '{definition.Name}' names no file.",
                "Write `source: {file: …}`.");
        }

        if (platform == Platform.Sqlite && source.Name is null && source.Query is null)
        {
            yield return NameChecks.Error("ORC1304", definition.At,
                $"The connection '{source.Connection}' is a database, and '{definition.Name}' names no table or query.",
                "Write `source: {name: …}` or `source: {query: …}`.");
        }

        foreach (var column in definition.Columns.Where(c => c.SourceExpression is not null))
        {
            if (platform == Platform.Files || source.Query is not null)
            {
                yield return NameChecks.Error("ORC1312", column.At,
                    $"`sourceExpression` of '{column.Name}' is SQL of the source, and "
                    + (platform == Platform.Files ? "a file knows no SQL." : "a query has its own expressions."),
                    platform == Platform.Files ? "Take it out, or compute it in the next stage."
                        : "Write the expression in the query.");
            }
        }
    }

    private static IEnumerable<Diagnostic> Columns(ObjectDefinition definition)
    {
        foreach (var column in definition.Columns)
        {
            if (SqliteDialect.ColumnRefusal(column.Target) is { } why)
            {
                yield return NameChecks.Error("ORC1301", column.At,
                    $"The column '{column.Target}' cannot be in SQLite: {why}.", "Give it another `target`.");
            }
        }

        var names = definition.Columns.Select(c => (Name: c.Target, c.At))
            .Concat(definition.SystemColumns.Select(c => (Name: c.Column, c.At)));
        var seen = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, at) in names)
        {
            if (!seen.TryAdd(SqliteDialect.Fold(name), name))
            {
                yield return NameChecks.Error("ORC1302", at,
                    $"The columns '{seen[SqliteDialect.Fold(name)]}' and '{name}' are one in SQLite.",
                    "Give one of them another `target`.");
            }
        }
    }

    private static IEnumerable<Diagnostic> ErrorTableName(ObjectDefinition definition)
    {
        var name = ErrorTable.NameOf(definition);
        var at = definition.Errors.Table.At.Line > 0 ? definition.Errors.Table.At : definition.At;
        var target = SqliteDialect.TableName(definition.Target.Schema, definition.Target.Name);
        if (SqliteDialect.TableRefusal(name) is { } why)
        {
            yield return NameChecks.Error("ORC1311", at,
                $"The error table '{name}' cannot be in SQLite: {why}.",
                "Give it another name in `errors: {table: …}`.");
        }
        else if (SqliteDialect.Fold(name) == SqliteDialect.Fold(target))
        {
            yield return NameChecks.Error("ORC1311", at,
                $"The error table '{name}' is the target itself.", "Give it another name in `errors: {table: …}`.");
        }
    }

    private static IEnumerable<Diagnostic> Options(ObjectDefinition definition)
    {
        var load = definition.Load;
        if (load.Pattern.Value == LoadPattern.Append && load.Swap.Value != Swap.Auto && load.Swap.At.Line > 0)
        {
            yield return NameChecks.Error("ORC1303", load.Swap.At,
                "`swap` says how TruncateInsert publishes its rows; Append has nothing to exchange.",
                "Take `swap` out, or use `pattern: TruncateInsert`.");
        }

        if (load.CommitRows.Value < 0)
        {
            yield return NameChecks.Error("ORC1309", load.CommitRows.At,
                $"expected `commitRows` to be all or 1 and more, got: {load.CommitRows.Value}",
                "Write `commitRows: all`.");
        }
    }

    private static IEnumerable<Diagnostic> OtherWriters(ObjectDefinition definition, Solution solution)
    {
        if (!solution.Connections.Any(c => c.Name == definition.Target.Connection && c.Platform == Platform.Sqlite))
        {
            yield break;
        }

        var table = SqliteDialect.TableName(definition.Target.Schema, definition.Target.Name);
        foreach (var other in TableWriters.OfSameTable(definition, solution).TakeWhile(o => !IsSame(o, definition)))
        {
            var isWrittenAlike = (other.Target.Schema, other.Target.Name)
                == (definition.Target.Schema, definition.Target.Name);
            if (!isWrittenAlike && DatabaseFile.IsSame(definition, other, solution))
            {
                yield return NameChecks.Error("ORC1302", definition.At,
                    $"'{definition.Project}/{definition.Name}' and '{other.Project}/{other.Name}' would write "
                    + $"one table in SQLite, '{table}'.", "Give one of them another `target`.");
            }
        }
    }

    private static bool IsSame(ObjectDefinition a, ObjectDefinition b) => a.Project == b.Project && a.Name == b.Name;
}
