using System.Data.Common;
using System.Globalization;

namespace Orchestrator.Data.Servers;

/// <summary>
/// One session on a server. What every server is asked stands in a file of one name in each driver's folder `sql`, and
/// its answers have the same columns. What becomes of tables by such questions alone is here.
/// </summary>
public abstract class ServerSession(IPlatform platform, DatabaseAddress address, DatabaseUse use)
{
    private bool _isHeard;

    /// <inheritdoc cref="IDatabase.Platform"/>
    public IPlatform Platform { get; } = platform;

    /// <summary>The dialect.</summary>
    public abstract ServerDialect Dialect { get; }

    /// <summary>How it was opened.</summary>
    public DatabaseUse Use { get; } = use;

    /// <summary>Bytes that a row that is read may have.</summary>
    public long RowBytesMax => Address.RowBytesMax;

    protected DatabaseAddress Address { get; } = address;

    /// <summary>Connects a session that is not open yet; where that fails it is disposed of.</summary>
    public static T Connected<T>(T session)
        where T : ServerSession, IDatabase
    {
        try
        {
            session.Use.Cancellation.ThrowIfCancellationRequested();
            session.Connect();
            return session;
        }
        catch
        {
            session.Dispose();
            throw;
        }
    }

    /// <summary>Connects a session that is not open.</summary>
    public abstract void Connect();

    /// <inheritdoc cref="IDatabase.Execute"/>
    public abstract long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values);

    /// <inheritdoc cref="IDatabase.Number"/>
    public abstract long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>All rows of an answer of the catalog; not for rows of data.</summary>
    public abstract List<T> Rows<T>(
        string sql, Func<DbDataReader, T> read, params IReadOnlyList<(string Name, object? Value)> values);

    /// <summary>The first column of all rows.</summary>
    public List<string> Texts(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        Rows(sql, row => row.GetString(0), values);

    /// <summary>The first column of all rows of a question about a table.</summary>
    public List<string> TextsOf(string question, TableName table) => Texts(Question(question), Values(table));

    /// <summary>Text of the driver's file `sql/NAME.sql`.</summary>
    public string Question(string name) => EmbeddedSql.Read(GetType().Assembly, name);

    /// <inheritdoc cref="IDatabase.KindOf"/>
    public string? KindOf(TableName table) => TextsOf("kind", table).FirstOrDefault();

    /// <inheritdoc cref="IDatabase.Referrers"/>
    public IReadOnlyList<TableName> Referrers(TableName table) => Rows(
        Question("referrers"), row => Named(row, 0), Values(table));

    /// <inheritdoc cref="IDatabase.PointsToItself"/>
    public bool PointsToItself(TableName table) => TextsOf("points_to_itself", table).Count > 0;

    /// <inheritdoc cref="IDatabase.Cascades"/>
    public IReadOnlyList<string> Cascades(TableName table) => TextsOf("cascades", table);

    /// <inheritdoc cref="IDatabase.SilentTriggers"/>
    public IReadOnlyList<string> SilentTriggers(TableName table) => TextsOf("silent_triggers", table);

    /// <inheritdoc cref="IDatabase.Defaults"/>
    public IReadOnlyList<string> Defaults(TableName table) => TextsOf("defaults", table);

    /// <inheritdoc cref="IDatabase.IsMadeElsewhere"/>
    public bool IsMadeElsewhere(TableName table) => TextsOf("made_elsewhere", table).Count > 0;

    /// <inheritdoc cref="IDatabase.Rights"/>
    public IReadOnlySet<Right> Rights() => Rows(
        Question("rights"), row => new Right(
            Enum.Parse<RightKind>(row.GetString(2)), row.GetString(0), row.GetString(1))).ToHashSet();

    /// <inheritdoc cref="IDatabase.Facts"/>
    public IReadOnlyList<DatabaseFact> Facts() => Rows(
        Question("facts"), row => new DatabaseFact(
            Enum.Parse<FactKind>(row.GetString(0)), row.GetString(1),
            Convert.ToInt64(row.GetValue(2), CultureInfo.InvariantCulture)));

    /// <summary>The tables and views but the engine's own and the server's; asked in two statements.</summary>
    /// <param name="column">Reads a column and the table that it is of.</param>
    public IReadOnlyList<CatalogTable> TablesWith(Func<DbDataReader, (TableName Of, CatalogColumn Column)> column)
    {
        var columns = Rows(Question("table_columns"), column).ToLookup(each => each.Of, each => each.Column);
        return CatalogTable.Group(
            Rows(
                Question("tables"),
                row => new CatalogPart(
                    Named(row, 0), row.GetString(2), row.GetString(3), row.GetString(4), Named(row, 5),
                    row.GetString(7))),
            table => columns[table], Dialect);
    }

    /// <inheritdoc cref="IDatabase.CreateTable(TableName, IReadOnlyList{RowColumn})"/>
    public void CreateTable(TableName table, IReadOnlyList<RowColumn> columns)
    {
        EnsureSchemaOf(table);
        MakeTable(table, columns);
    }

    /// <inheritdoc cref="IDatabase.CreateLoadTable"/>
    public virtual void CreateLoadTable(
        TableName load, TableName target, long attempt, IReadOnlyList<RowColumn> columns,
        params IReadOnlyList<string> foundBy)
    {
        EnsureOwnSchema();
        Execute(Dialect.Drop(load));
        MakeTable(load, columns);
        LoadRegister.Add(this, load, target, attempt);
    }

    /// <inheritdoc cref="IDatabase.DropLoadTable"/>
    public virtual void DropLoadTable(TableName load)
    {
        Execute(Dialect.Drop(load));
        LoadRegister.Remove(this, load);
    }

    /// <inheritdoc cref="IDatabase.LeftLoadTables"/>
    public IReadOnlyList<TableName> LeftLoadTables(TableName target) => LoadRegister.Left(this, target);

    /// <summary>Does something whose messages are told; a session that only reads tells all.</summary>
    protected T Heard<T>(Func<T> work)
    {
        _isHeard = true;
        try
        {
            return work();
        }
        finally
        {
            _isHeard = false;
        }
    }

    /// <summary>Tells what the server says beside its answers, where somebody wants to hear it.</summary>
    protected void Tell(IEnumerable<string> said)
    {
        if (_isHeard || !Use.IsTarget)
        {
            foreach (var message in said)
            {
                Use.Message!(message);
            }
        }
    }

    /// <summary>Puts a table of our own making in the place of a target, of which nothing is kept.</summary>
    protected void Replace(TableName load, TableName target)
    {
        var isThere = KindOf(target) is not null;
        if (isThere)
        {
            LockToReplace(target);
        }
        else
        {
            EnsureSchemaOf(target);
        }

        foreach (var statement in isThere ? Dialect.Exchange(load, target) : Dialect.Rename(load, target))
        {
            Execute(statement);
        }

        LoadRegister.Remove(this, load);
    }

    /// <summary>
    /// Columns of text with the type and the collation that the table's column of that name has, so that the guard
    /// knows what that keeps, and a load table compares as the table does.
    /// </summary>
    /// <param name="there">Those of the table.</param>
    protected IReadOnlyList<RowColumn> AsThere(IReadOnlyList<RowColumn> columns, IReadOnlyList<RowColumn> there)
    {
        var known = Dialect.ByName(there, column => column.Name);
        return [.. columns.Select(column => Dialect.IsKnownByDatabase(column)
            && known.Find(column.Name) is { } found && found.Type == column.Type
            ? column with { Native = found.Native }
            : column)];
    }

    /// <summary>Takes a table for the open transaction alone, as <see cref="LockTries"/> waits for it.</summary>
    protected abstract void LockToReplace(TableName table);

    /// <summary>Makes a schema if it is missing.</summary>
    protected abstract void EnsureSchema(string schema);

    /// <summary>Makes the engine's own schema and its tables if they are missing.</summary>
    protected abstract void EnsureOwnSchema();

    /// <summary>Makes a table in a schema that is there.</summary>
    protected virtual void MakeTable(TableName table, IReadOnlyList<RowColumn> columns) =>
        Execute(Dialect.CreateTable(table, columns));

    private void EnsureSchemaOf(TableName table)
    {
        if (table.Schema is { } schema)
        {
            EnsureSchema(schema);
        }
    }

    // A server whose tables are in no schema answers '' for it.
    private static TableName Named(DbDataReader row, int at) =>
        new(row.GetString(at) is { Length: > 0 } schema ? schema : null, row.GetString(at + 1));

    private static (string, object?)[] Values(TableName table) => [("schema", table.Schema), ("name", table.Name)];
}
