using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>The column by whose values the rows of a table are parted.</summary>
internal static class SplitColumn
{
    private static readonly string[] Kinds = ["table", "materialized view"];

    /// <summary>The table that is read.</summary>
    public static TableName TableOf(ObjectDefinition definition, Dialect dialect) =>
        dialect.Table(definition.Source!.Schema, definition.Source.Name!);

    /// <summary>Finds it in the table.</summary>
    /// <exception cref="PackageRefusedException">The table is none, lacks it, or its values cannot be
    /// parted.</exception>
    public static RowColumn Of(ObjectDefinition definition, IDatabase database)
    {
        var dialect = database.Platform.Dialect;
        var table = TableOf(definition, dialect);
        var kind = database.KindOf(table);
        var column = Find(definition, dialect, database.Columns(table));
        var why = kind is not null && !Kinds.Contains(kind)
            ? $"'{table}' is a {kind}, which could return other rows to each part"
            : Refusal(definition, dialect, column, table);
        return why is null ? column! : throw new PackageRefusedException(
            "ORC3621", ErrorClass.Config, "open",
            $"`splitBy` of '{definition.Name}' cannot part the rows: {why}. Name a column of the table that is a whole "
            + "number, decimal, date or time, or take `splitBy` out.");
    }

    /// <summary>Two values of the source that become one key could come in two streams.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="column">The column in the source.</param>
    /// <param name="moved">The columns as the target has them.</param>
    /// <exception cref="PackageRefusedException">The key holds less than the column.</exception>
    public static void RefuseNarrowKey(
        ObjectDefinition definition, RowColumn column, IReadOnlyList<RowColumn> moved)
    {
        var name = definition.Columns.FirstOrDefault(
            one => one.Key > 0 && one.Name == definition.Load.SplitBy.Value!.Column)?.Target;
        if (definition.Load.Pattern.Value.IsByKey()
            && moved.FirstOrDefault(one => one.Name == name) is { } key
            && Narrowing.Between(column.Type, key.Type) is [var narrowing, ..])
        {
            throw new PackageRefusedException(
                "ORC3621", ErrorClass.Config, "open",
                $"`splitBy` of '{definition.Name}' cannot part the rows by the key '{key.Name}': {narrowing.Why}, so "
                + "that rows of one key could come in two streams. Give it the type of the source, or take `splitBy` "
                + "out.");
        }
    }

    /// <summary>Why the values of a column cannot be parted, as the end of a sentence; null where they can.</summary>
    public static string? Refusal(ObjectDefinition definition, Dialect dialect, RowColumn? column, TableName table) =>
        column is null ? $"'{table}' has no column '{definition.Load.SplitBy.Value!.Column}'"
        : !PartRanges.Knows(column.Type) || dialect.OrderRefusal(column.Type) is not null
            ? $"its column '{column.Name}' is {column.Native?.Declaration ?? column.Type.ToString()}"
        : null;

    /// <summary>The column among those of the table; null where it is missing.</summary>
    public static RowColumn? Find(
        ObjectDefinition definition, Dialect dialect, IReadOnlyList<RowColumn> columns) =>
        dialect.ByName(columns, column => column.Name).Find(definition.Load.SplitBy.Value!.Column);
}
