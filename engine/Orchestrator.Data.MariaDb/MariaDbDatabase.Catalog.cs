using System.Data.Common;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <content>What the server's own catalog tells, and what is changed in it.</content>
internal sealed partial class MariaDbDatabase
{
    public IReadOnlyList<RowColumn> Columns(TableName table) =>
        [.. MariaDbCatalog.Columns(this, table).Select(column => column.ToRowColumn())];

    public IReadOnlyList<RowColumn> Complete(
        TableName table, IReadOnlyList<RowColumn> columns, bool isMadeAnew = false) =>
        isMadeAnew ? columns : AsThere(columns, Columns(table));

    public IReadOnlyList<RowColumn> Alike(TableName table, IReadOnlyList<RowColumn> columns) =>
        MariaDbCatalog.Alike(this, table, columns);

    /// <summary>All unique keys are looked at with each row.</summary>
    public IReadOnlyList<KeyByRow> KeysByRow(TableName table) => MariaDbCatalog.KeysByRow(this, table);

    public IReadOnlyList<CatalogTable> Tables() => MariaDbCatalog.Tables(this);

    public IReadOnlyList<string> Dependents(TableName table) => TextsOf("dependents", table);

    public IReadOnlyList<CrashLoss> LostInCrash(TableName? table) => MariaDbCatalog.LostInCrash(this, table);

    /// <summary>All rows; the driver's questions answer with text.</summary>
    public override List<T> Rows<T>(
        string sql, Func<DbDataReader, T> read, params IReadOnlyList<(string Name, object? Value)> values) =>
        Watched(sql, 1, () =>
        {
            using var command = MariaDbCommands.Make(Connection, sql, values);
            return command.Rows(read);
        });

    public void CreateTable(TableName table, IReadOnlyList<RowColumn> columns, TableKey key) =>
        Execute(Dialect.CreateTable(table, columns, key));

    /// <summary>In one statement, as each is committed at once.</summary>
    public void CreateKeyedTable(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<RowColumn> key, string purpose) =>
        Execute(Dialect.CreateKeyedTable(table, columns, key, purpose) + _facts.TableOptions);

    /// <summary>In one statement, as each is committed at once: where one cannot be added, none is.</summary>
    public void AddColumns(TableName table, IReadOnlyList<RowColumn> columns) => Execute(
        Dialect.AddColumns(table, columns.Select(column => MariaDbCatalog.AsMadeAnew(this, column))));

    /// <summary>Registers it first: one that is in no register, a killed process would leave for ever.</summary>
    public override void CreateLoadTable(
        TableName load, TableName target, long attempt, IReadOnlyList<RowColumn> columns,
        params IReadOnlyList<string> foundBy)
    {
        EnsureOwnSchema();
        _definitions.Commit(
            Question("record_load"), ("load", load.Name), ("schema", target.Schema), ("name", target.Name),
            ("attempt", attempt));
        Execute(Dialect.Drop(load));
        Execute(Dialect.CreateLoadTable(load, columns, foundBy) + _facts.TableOptions);
    }

    /// <summary>Behind the end of a transaction that has used it.</summary>
    public override void DropLoadTable(TableName load) =>
        _definitions.Run(Dialect.Drop(load), () =>
        {
            if (LoadRegister.IsThere(this))
            {
                _definitions.Commit(Question("forget_load"), ("load", load.Name));
            }
        });

    /// <summary>No table takes another's place: the change would end the transaction.</summary>
    public void Exchange(TableName load, TableName target, IReadOnlyList<RowColumn> columns) =>
        throw new NotSupportedException($"{Platform.Name} exchanges no tables within a transaction.");

    /// <summary>Nothing can be put back by a rollback, and so nothing is taken away.</summary>
    public IReadOnlyList<AsidePart> SetAside(TableName table, AsideKinds kinds) => !kinds.Any ? []
        : throw new NotSupportedException($"{Platform.Name} takes nothing of a table away within a transaction.");

    /// <summary>Makes the engine's own tables that every database has which a package writes to.</summary>
    public void MakeOwnTables() => Execute(MariaDbScripts.Read("catalog"));

    protected override void LockToReplace(TableName table) =>
        throw new NotSupportedException($"{Platform.Name} exchanges no tables within a transaction.");

    /// <summary>There are none: the database is the connection's.</summary>
    protected override void EnsureSchema(string schema)
    {
    }

    protected override void EnsureOwnSchema()
    {
        if (!LoadRegister.IsThere(this))
        {
            MakeOwnTables();
        }
    }

    protected override void MakeTable(TableName table, IReadOnlyList<RowColumn> columns) =>
        Execute(Dialect.CreateTable(table, columns) + _facts.TableOptions);
}
