using System.Data.Common;

namespace Orchestrator.Data.PostgreSql;

/// <content>What the server's own catalog tells.</content>
internal sealed partial class PostgreSqlDatabase
{
    public IReadOnlyList<RowColumn> Columns(TableName table) =>
        [.. PostgreSqlCatalog.Columns(this, table).Select(column => column.ToRowColumn())];

    public IReadOnlyList<RowColumn> Complete(
        TableName table, IReadOnlyList<RowColumn> columns, bool isMadeAnew = false) =>
        isMadeAnew ? columns : AsThere(columns, Columns(table));

    /// <summary>A key that is DEFERRABLE is looked at when the statement ends.</summary>
    public IReadOnlyList<KeyByRow> KeysByRow(TableName table) =>
        PostgreSqlCatalog.KeysByRow(this, table);

    public IReadOnlyList<CatalogTable> Tables() => PostgreSqlCatalog.Tables(this);

    public IReadOnlyList<string> Dependents(TableName table) => TextsOf("dependents", table);

    /// <summary>What no other table that took the table's place could have.</summary>
    public IReadOnlyList<string> Uncarried(TableName table) => TextsOf("uncarried", table);

    public IReadOnlyList<ShownPart> PartsShown(TableName? table) => PostgreSqlCatalog.PartsShown(this, table);

    public IReadOnlyList<CrashLoss> LostInCrash(TableName? table) => PostgreSqlCatalog.LostInCrash(this, table);

    /// <summary>All rows, read as text.</summary>
    public override List<T> Rows<T>(
        string sql, Func<DbDataReader, T> read, params IReadOnlyList<(string Name, object? Value)> values) =>
        Watched(sql, 1, () =>
        {
            using var command = PostgreSqlCommands.Make(Connection, sql, values);
            command.AllResultTypesAreUnknown = true;
            return command.Rows(read);
        });
}
