using System.Data;
using System.Data.Common;
using System.Globalization;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;
using Orchestrator.Data.Calibrate;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// One session, for one package. A connection that only reads does all within a transaction that is always rolled
/// back, because SQL Server knows no transaction that cannot write.
/// </summary>
internal sealed class SqlServerDatabase : ServerSession, IDatabase
{
    private const int PollsPerHolder = 10;

    // Messages that come with each session.
    private const int DatabaseChanged = 5701;
    private const int LanguageChanged = 5703;

    private readonly string _connectionString;
    private SqlTransaction? _transaction;
    private bool _isScripted;
    private IReadOnlyList<(string What, string Statement)> _shadowParts = [];

    private SqlServerDatabase(SqlServerPlatform platform, DatabaseAddress address, DatabaseUse use)
        : base(platform, address, use)
    {
        _connectionString = SqlServerAddress.Complete(address, use.Application);
        Connection = new SqlConnection(_connectionString);
        Work = new SqlServerWork(this, use.Time);
        Interruption = new Interruption(Work.Stop, use.Time);
        Meter = new SqlServerMeter(this, use);
        if (use.Message is not null)
        {
            Connection.InfoMessage += (_, said) => Tell(said.Errors.Cast<SqlError>()
                .Where(message => message.Number is not (DatabaseChanged or LanguageChanged))
                .Select(message => message.Message));
        }
    }

    public override SqlServerDialect Dialect => (SqlServerDialect)Platform.Dialect;

    /// <summary>The client's connection.</summary>
    public SqlConnection Connection { get; }

    /// <summary>The transaction that is open; null = none.</summary>
    public SqlTransaction? Transaction => _transaction is { Connection: not null } ? _transaction : null;

    public Interruption Interruption { get; }

    /// <summary>What the session is at, so that it can be stopped.</summary>
    public SqlServerWork Work { get; }

    /// <summary>Tells the attempt what the session commits and waits for.</summary>
    public SqlServerMeter Meter { get; }

    /// <summary>The table whose rows bring the numbers that the server else counts; null = none.</summary>
    public TableName? Numbered { get; set; }

    /// <summary>Done behind each commit, also of a statement that stands alone; null = nothing.</summary>
    public Action? Committed { get; set; }

    /// <summary>Connects.</summary>
    public static SqlServerDatabase Open(SqlServerPlatform platform, DatabaseAddress address, DatabaseUse use) =>
        Connected(new SqlServerDatabase(platform, address, use));

    public void Begin(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        Work.Begin();
        if (Connection.State != ConnectionState.Open)
        {
            Connection.Close();
            Connect();
        }

        Use.Fence();
        _transaction?.Dispose();
        _transaction = Connection.BeginTransaction(
            Use.IsTarget ? IsolationLevel.ReadCommitted : SqlServerSession.LevelOf(Address.Isolation));
    }

    public void Commit()
    {
        var ending = _transaction ?? throw new InvalidOperationException("there is no transaction to commit");
        if (!Use.IsTarget)
        {
            Rollback();
            return;
        }

        Use.Fence();
        Meter.Commit(ending);
        _transaction = null;
        Committed?.Invoke();
    }

    public void Rollback() => Interruption.Spare(() =>
    {
        var ending = _transaction;
        _transaction = null;
        try
        {
            if (ending is { Connection: not null })
            {
                ending.Rollback();
            }
        }
        catch (Exception fault) when (fault is SqlException or InvalidOperationException or IOException)
        {
            // A session that cannot roll back is not used again; the server rolls back when it is gone.
            Connection.Close();
        }
    });

    public override long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        var changed = Run(sql, 1, values, SqlServerCommands.Execute);
        if (Transaction is null)
        {
            Committed?.Invoke();
        }

        return changed;
    }

    public long ExecuteOnMarker(
        string sql, Action<string?> heldUp, params IReadOnlyList<(string Name, object? Value)> values) =>
        new MarkerWait(this, table => SqlServerHolders.Of(this, "marker_holder", table), PollsPerHolder)
            .Take(sql, values, heldUp);

    public override long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        Run(sql, 1, values, static command => command.ExecuteScalar() is { } value and not DBNull
            ? Convert.ToInt64(value, CultureInfo.InvariantCulture)
            : 0);

    public Answer Ask(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqlServerAnswers.Ask(this, sql, values);

    public IReadOnlyList<DescribedColumn>? Describe(
        string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqlServerQuery.ColumnsOf(this, sql, values) is { Count: > 0 } columns ? columns : null;

    public string? ResultRefusal(
        string sql, RowColumn column, params IReadOnlyList<(string Name, object? Value)> values) => column.Type.IsText
        ? null
        : SqlServerResults.Refusal(column.Type, SqlServerQuery.TypeOf(this, sql, values));

    public IReadOnlyList<object> Bounds(
        IReadOnlyList<TypedValue> bounds, bool isBefore, string column,
        params IReadOnlyList<(string Name, object? Value)> values)
    {
        var type = bounds.Any(TypedParameter.IsFine) ? SqlServerQuery.TypeOf(this, column, values) : null;
        return
        [
            .. bounds.Select(bound => TypedParameter.IsFine(bound) ? TypedParameter.Bound(bound, type)
                : Dialect.Bound(bound, isBefore)),
        ];
    }

    public long RunStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values) =>
        Within(() =>
        {
            using var command = Command(statement.Text, values);
            _isScripted = true;
            return Run(command, statement.Line, static command =>
            {
                using var reader = command.ExecuteReader();
                reader.Drain();
                reader.Close();
                return Math.Max(0, reader.RecordsAffected);
            });
        });

    public Answer AskStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values) =>
        Within(() =>
        {
            using var command = Command(statement.Text, values);
            _isScripted = true;
            return Run(command, statement.Line, SqlServerAnswers.Read);
        });

    public CallResult Call(ProcedureCall call) => Within(() => SqlServerProcedures.Call(this, call));

    public IRowReader Read(ProcedureCall call) => SqlServerReader.Open(this, call);

    public IReadOnlyList<RowColumn> Columns(TableName table) => SqlServerCatalog.Columns(this, table);

    public IReadOnlyList<RowColumn> Complete(
        TableName table, IReadOnlyList<RowColumn> columns, bool isMadeAnew = false) =>
        SqlServerCatalog.Complete(this, table, columns);

    public IReadOnlyList<CatalogTable> Tables() => SqlServerCatalog.Tables(this);

    public IReadOnlyList<string> Dependents(TableName table) => SqlServerCatalog.Dependents(this, table);

    public IReadOnlyList<string> Uncarried(TableName table) => SqlServerCatalog.Uncarried(this, table);

    public IReadOnlyList<ShownPart> PartsShown(TableName? table) => SqlServerCatalog.PartsShown(this, table);

    public IReadOnlyList<CrashLoss> LostInCrash(TableName? table) => SqlServerCatalog.LostInCrash(this, table);

    public void AddColumns(TableName table, IReadOnlyList<RowColumn> columns) =>
        // A column asks for more than a lock of the table: without the tries, readers behind it would wait with it.
        SqlServerLocks.Take(this, table, Use, () =>
        {
            foreach (var column in columns)
            {
                Execute(Dialect.AddColumn(table, column));
            }
        });

    public IReadOnlyList<AsidePart> SetAside(TableName table, AsideKinds kinds) =>
        SqlServerAside.Set(this, table, kinds, Use);

    public IDisposable? KeepIdentity(TableName table, IReadOnlyList<string> columns) =>
        SqlServerIdentity.Keep(this, table, columns);

    public void Exchange(TableName load, TableName target, IReadOnlyList<RowColumn> columns) =>
        Replace(load, target);

    public void CreateShadow(TableName load, TableName target, long attempt) =>
        SqlServerShadow.Make(this, load, target, attempt);

    public void CompleteShadow(TableName load, TableName target) =>
        _shadowParts = SqlServerShadow.Complete(this, load, target);

    public void ExchangeShadow(TableName load, TableName target) =>
        SqlServerShadow.Exchange(this, load, target, _shadowParts, Use);

    public IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        SqlServerReader.Open(this, sql, values);

    /// <summary>
    /// No session can see the snapshot of another, but nothing changes in a database that is read-only, and it stays so
    /// while a session is in it.
    /// </summary>
    public SharedSnapshot Share(TableName table) => new("", Number(SqlServerScripts.Read("immutable")) > 0
        ? null
        : "its database can change meanwhile, and SQL Server shares no snapshot between sessions: read from a database "
            + "snapshot, or from a database that is read-only");

    public IBulkWriter Write(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options) =>
        options.IsRowByRow
            ? new SqlServerRowWriter(this, table, columns, filled, options)
            : new SqlServerBulkWriter(this, table, columns, filled, options);

    public ISingleRowWriter? WriteSingly(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options,
        Claim claim) => SqlServerSingleRowWriter.Open(this, table, columns, filled, options, claim);

    public ISampleInsert Insert(TableName table, InsertForm form, int rows) =>
        new SqlServerSampleInsert(this, table, form, rows);

    public void Dispose()
    {
        Interruption.Dispose();
        _transaction?.Dispose();
        Meter.End();
        Work.Dispose();
        Connection.Dispose();
    }

    /// <summary>A session of its own, for what must not wait for the end of our transaction.</summary>
    public SqlConnection OpenBeside() => SqlServerSession.Open(_connectionString);

    /// <summary>A command within the transaction; a session that only reads begins one where none is open.</summary>
    public SqlCommand Command(string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        if (!Use.IsTarget && Transaction is null)
        {
            Begin(CancellationToken.None);
        }

        return SqlServerCommands.Make(Connection, Transaction, sql, values);
    }

    /// <summary>Runs a command so that it can be stopped, and notes on its failure which line it is about.</summary>
    public T Run<T>(
        string sql, int line, IReadOnlyList<(string Name, object? Value)> values, Func<SqlCommand, T> work)
    {
        Settle();
        using var command = Command(sql, values);
        return Run(command, line, work);
    }

    /// <summary>The same for a command that is there.</summary>
    public T Run<T>(SqlCommand command, int line, Func<SqlCommand, T> work)
    {
        try
        {
            return Work.Run(command, work);
        }
        catch (SqlException fault)
        {
            SqlServerErrors.Note(fault, line, Work.IsStopped);
            throw;
        }
    }

    /// <summary>All rows of all results.</summary>
    public override List<T> Rows<T>(
        string sql, Func<DbDataReader, T> read, params IReadOnlyList<(string Name, object? Value)> values) =>
        Run(sql, 1, values, command =>
        {
            var rows = new List<T>();
            using var reader = command.ExecuteReader();
            do
            {
                while (reader.Read())
                {
                    rows.Add(read(reader));
                }
            }
            while (reader.NextResult());
            return rows;
        });

    protected override void LockToReplace(TableName table) => SqlServerLocks.Take(this, table, Use);

    protected override void EnsureSchema(string schema) => SqlServerSchemas.Ensure(this, schema);

    protected override void EnsureOwnSchema() => SqlServerSchemas.EnsureOwn(this);

    // A script that ran before may have set what the driver's own statements rely on: no row told, or not all of them.
    private void Settle()
    {
        if (_isScripted)
        {
            _isScripted = false;
            Run(SqlServerScripts.Read("session"), 1, [], static command => command.ExecuteNonQuery());
        }
    }

    // What somebody's own statements call can end the transaction; what follows would be committed bit by bit.
    private T Within<T>(Func<T> work)
    {
        var result = Heard(work);
        return _transaction is null || Transaction is not null ? result : throw new DataRefusedException("ORC3421",
            "The statements have ended the transaction of their package, and nothing behind them would be one with "
            + "them. Take COMMIT and ROLLBACK out of what they call, and look at what they have changed.");
    }

    public override void Connect()
    {
        try
        {
            Connection.Open();
            SqlServerSession.Begin(Connection);
            Numbered = null;
            Meter.Begin();
            Use.Fence();
        }
        catch (SqlException fault)
        {
            SqlServerErrors.NoteConnect(fault, Connection.ConnectionTimeout);
            throw;
        }
    }
}
