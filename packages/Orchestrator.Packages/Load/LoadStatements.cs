using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>The statements that an attempt of a load sends, without connecting to anything.</summary>
internal static class LoadStatements
{
    /// <summary>In the order in which they are sent, for a target without dependents.</summary>
    public static IEnumerable<SqlStatement> Of(ObjectDefinition definition, Solution solution)
    {
        var source = definition.Source!;
        if (DatabaseFile.Find(solution, source.Connection).Platform == Platform.Sqlite)
        {
            yield return new SqlStatement("read", source.Connection, LoadSource.StatementOf(definition));
        }

        if (definition.Columns.Count == 0)
        {
            // The columns are those of the source, which only a run may look at.
            yield break;
        }

        foreach (var (purpose, text) in OfTarget(definition))
        {
            yield return new SqlStatement(purpose, definition.Target.Connection, text);
        }
    }

    private static IEnumerable<(string Purpose, string Text)> OfTarget(ObjectDefinition definition)
    {
        var table = SqliteDialect.TableName(definition.Target.Schema, definition.Target.Name);
        var columns = ColumnsOf(definition);
        var publish = LoadContract.Publish(definition.Load, []);
        var into = publish.UsesLoadTable ? LoadTables.NameOf(0) : table;
        yield return ("begin", "BEGIN IMMEDIATE");
        if (publish.UsesLoadTable || definition.Target.Create)
        {
            yield return (publish.UsesLoadTable ? "make the load table (0 = the attempt)" : "make the table if missing",
                SqliteStatements.CreateTable(into, columns));
        }

        if (publish.Swap == Swap.InPlace)
        {
            yield return ("empty the table", SqliteStatements.DeleteAll(table));
        }

        string[] names = [.. columns.Select(column => column.Name)];
        yield return ("write each row", SqliteStatements.Insert(into, names));
        foreach (var statement in publish.UsesLoadTable ? Publish(definition, publish, table, into, names) : [])
        {
            yield return ("publish", statement);
        }

        yield return ("count back", SqliteStatements.Count(table));
        yield return ("commit", "COMMIT");
    }

    private static IEnumerable<string> Publish(
        ObjectDefinition definition, LoadPublish publish, string table, string loadTable, string[] names)
    {
        if (publish.Swap == Swap.Shadow)
        {
            yield return SqliteStatements.Drop(table);
            yield return SqliteStatements.Rename(loadTable, table);
            yield break;
        }

        if (definition.Load.Pattern.Value == LoadPattern.TruncateInsert)
        {
            yield return SqliteStatements.DeleteAll(table);
        }

        yield return SqliteStatements.InsertSelect(loadTable, table, names);
        yield return SqliteStatements.Drop(loadTable);
    }

    private static RowColumn[] ColumnsOf(ObjectDefinition definition) =>
    [
        .. definition.Columns.Select(column => new RowColumn(
            column.Target, column.DataType ?? LoadChecks.TypeOfText, column.Nullable && column.Key == 0)),
        .. definition.SystemColumns.Select(column => new RowColumn(column.Column, column.DataType)),
    ];
}
