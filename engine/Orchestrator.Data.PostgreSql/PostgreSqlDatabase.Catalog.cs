namespace Orchestrator.Data.PostgreSql;

/// <content>What the server's own catalog tells.</content>
internal sealed partial class PostgreSqlDatabase
{
    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Columns(TableName table) =>
        [.. PostgreSqlCatalog.Columns(this, table).Select(column => column.ToRowColumn())];

    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Complete(
        TableName table, IReadOnlyList<RowColumn> columns, bool isMadeAnew = false) =>
        isMadeAnew ? columns : PostgreSqlCatalog.Complete(this, table, columns);

    /// <summary>A key that is DEFERRABLE is looked at when the statement ends.</summary>
    public IReadOnlyList<KeyByRow> KeysByRow(TableName table) =>
        PostgreSqlCatalog.KeysByRow(this, table);

    /// <inheritdoc/>
    public IReadOnlySet<Right> Rights() => PostgreSqlCatalog.Rights(this);

    /// <inheritdoc/>
    public IReadOnlyList<DatabaseFact> Facts() => PostgreSqlCatalog.Facts(this);

    /// <inheritdoc/>
    public IReadOnlyList<CatalogTable> Tables() => PostgreSqlCatalog.Tables(this);

    /// <inheritdoc/>
    public string? KindOf(TableName table) => PostgreSqlCatalog.KindOf(this, table);

    /// <inheritdoc/>
    public IReadOnlyList<string> Dependents(TableName table) => PostgreSqlCatalog.Dependents(this, table);

    /// <inheritdoc/>
    public IReadOnlyList<string> Uncarried(TableName table) => PostgreSqlCatalog.Uncarried(this, table);

    /// <inheritdoc/>
    public IReadOnlyList<TableName> Referrers(TableName table) => PostgreSqlCatalog.Referrers(this, table);

    /// <inheritdoc/>
    public IReadOnlyList<string> Cascades(TableName table) => PostgreSqlCatalog.Cascades(this, table);

    /// <summary>Triggers before the change of a row: one that returns the old row is counted as a change.</summary>
    public IReadOnlyList<string> SilentTriggers(TableName table) => PostgreSqlCatalog.SilentTriggers(this, table);

    /// <inheritdoc/>
    public IReadOnlyList<ShownPart> PartsShown(TableName? table) => PostgreSqlCatalog.PartsShown(this, table);

    /// <inheritdoc/>
    public IReadOnlyList<CrashLoss> LostInCrash(TableName? table) => PostgreSqlCatalog.LostInCrash(this, table);
}
