using Microsoft.Data.Sqlite;
using Orchestrator.Data.Calibrate;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>One open database file as the packages use it.</summary>
internal sealed class SqliteSession(SqliteDatabase database, DatabaseUse? use = null) : IDatabase
{
    private static SqliteDialect Dialect => SqliteDialect.Instance;

    public IPlatform Platform => SqlitePlatform.Instance;

    public void Begin(CancellationToken cancellation)
    {
        database.BeginImmediate(cancellation);
        try
        {
            // With the lock: whoever stands still from here on keeps others waiting, and nobody is overtaken.
            use?.Fence();
        }
        catch
        {
            Rollback();
            throw;
        }
    }

    public void Commit()
    {
        use?.Fence();
        var began = use?.Time.GetTimestamp() ?? 0;
        CrashPoint.Around("sqlite.commit", database.Commit);
        use?.Meter?.Commit(use.Time.GetElapsedTime(began));
    }

    public void Rollback() => database.Rollback();

    public long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqliteScalar.Run(database, sql, values);

    public long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqliteScalar.Long(database, sql, values);

    public Answer Ask(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqliteScalar.Ask(database, sql, values);

    // The types of what SQLite returns bind no value.
    public IReadOnlyList<DescribedColumn>? Describe(
        string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        using var prepared = SqliteReader.Open(database, sql, values);
        return [.. prepared.Columns.Select(column => new DescribedColumn(column.Name, null))];
    }

    public long RunStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var before = raw.sqlite3_total_changes(database.Handle);
        SqliteStatement.RunToEnd(database, statement.Text, values);
        return raw.sqlite3_total_changes(database.Handle) - before;
    }

    public IReadOnlyList<RowColumn> Columns(TableName table) => SqliteCatalog.Columns(database, table.Name);

    public IReadOnlyList<RowColumn> Alike(TableName table, IReadOnlyList<RowColumn> columns) =>
        SqliteDeclared.Alike(database, table.Name, columns);

    public IReadOnlyList<KeyByRow> KeysByRow(TableName table) =>
        SqliteDeclared.KeysByRow(database, table.Name);

    public IReadOnlyList<string> OnConflict(TableName table) => SqliteDeclared.OnConflict(database, table.Name);

    public Exception? BrokenAtCommit() =>
        raw.sqlite3_db_status(database.Handle, raw.SQLITE_DBSTATUS_DEFERRED_FKS, out var broken, out _, 0) == 0
        && broken > 0 ? BrokenKey : null;

    public Exception? BrokenByRows(TableName table) =>
        SqliteDeclared.BreaksKeys(database, table.Name) ? BrokenKey : null;

    public bool WaitsForItself(TableName table) => SqliteDeclared.WaitsForItself(database, table.Name);

    public bool PointsToItself(TableName table) => SqliteDeclared.PointsToItself(database, table.Name);

    public IReadOnlyList<CatalogTable> Tables() => SqliteCatalog.Tables(database);

    public string? KindOf(TableName table) => SqliteCatalog.KindOf(database, table.Name);

    public IReadOnlyList<string> Dependents(TableName table) => SqliteCatalog.IsDeclaredByEngine(database, table)
        ? SqliteCatalog.Dependents(database, table.Name)
        : [.. SqliteCatalog.Dependents(database, table.Name), "a definition that a script wrote"];

    public IReadOnlyList<string> Defaults(TableName table) => SqliteCatalog.Defaults(database, table.Name);

    public bool IsMadeElsewhere(TableName table) => SqliteCatalog.IsMadeElsewhere(database, table.Name);

    public IReadOnlyList<string> Cascades(TableName table) => SqliteCatalog.Cascades(database, table.Name);

    public void CreateTable(TableName table, IReadOnlyList<RowColumn> columns)
    {
        database.Execute(Dialect.CreateTable(table, columns));
        SqliteCatalog.Record(database, table.Name, columns);
    }

    public void AddColumns(TableName table, IReadOnlyList<RowColumn> columns)
    {
        foreach (var column in columns)
        {
            database.Execute(Dialect.AddColumn(table, column));
            SqliteCatalog.RecordAdded(database, table.Name, column with { Nullable = true });
        }
    }

    public void CreateLoadTable(
        TableName load, TableName target, long attempt, IReadOnlyList<RowColumn> columns,
        params IReadOnlyList<string> foundBy)
    {
        database.Execute(Dialect.Drop(load));
        database.Execute(Dialect.CreateTable(load, columns));
        CrashPoint.Pass("sqlite.table");
        SqliteLoadTables.Register(database, load, target, attempt);
    }

    public void DropLoadTable(TableName load)
    {
        database.Execute(Dialect.Drop(load));
        SqliteLoadTables.Forget(database, load);
    }

    public IReadOnlyList<TableName> LeftLoadTables(TableName target) => SqliteLoadTables.Left(database, target);

    public void Exchange(TableName load, TableName target, IReadOnlyList<RowColumn> columns)
    {
        // Else the rename would look into every view, and fail for those of the target, which is gone just then.
        database.Execute("PRAGMA legacy_alter_table=ON");
        foreach (var statement in Dialect.Exchange(load, target))
        {
            database.Execute(statement);
            CrashPoint.Pass("sqlite.exchange");
        }

        database.Execute("PRAGMA legacy_alter_table=OFF");
        SqliteCatalog.Record(database, target.Name, columns);
        SqliteLoadTables.Forget(database, load);
    }

    public IReadOnlyList<AsidePart> SetAside(TableName table, AsideKinds kinds)
    {
        var parts = SqliteLoadTables.Aside(database, table, kinds);
        foreach (var part in parts)
        {
            database.Execute(part.Remove);
        }

        return parts;
    }

    public RefusedRow? FindRefused(
        TableName load, TableName target, IReadOnlyList<string> columns, long before, Exception fault) =>
        fault is SqliteException { SqliteErrorCode: raw.SQLITE_CONSTRAINT } refused
            ? new SqliteRefusal(database, load, target, columns).Find(before, refused)
            : null;

    public IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqliteReader.Open(database, sql, values);

    public IBulkWriter Write(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options) =>
        new SqliteBulkWriter(database, table, columns, filled, options.IsRowByRow);

    public ISampleInsert Insert(TableName table, InsertForm form, int rows) => form == InsertForm.Values
        ? new SqliteSampleInsert(database, table, rows) : throw new NotSupportedException(Dialect.ArraysRefusal);

    public Interruption Interruption => database.Interruption;

    public void Dispose() => database.Dispose();

    private static SqliteException BrokenKey => new(
        "FOREIGN KEY constraint failed", raw.SQLITE_CONSTRAINT, raw.SQLITE_CONSTRAINT_FOREIGNKEY);
}
