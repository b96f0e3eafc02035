using System.Data;
using System.Globalization;
using Npgsql;
using Orchestrator.Data.Calibrate;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// One session, for one package. A connection that only reads is in a read-only transaction whenever it asks
/// something. Nothing is set beyond a transaction, so that no pool between us and the server keeps our settings.
/// </summary>
internal sealed partial class PostgreSqlDatabase : ServerSession, IDatabase
{
    private readonly NpgsqlDataSource _server;
    private bool _inTransaction;
    private int _process;
    private string? _processBegan;

    /// <summary>A connection that is not open yet; <see cref="Connect"/> opens it.</summary>
    public PostgreSqlDatabase(
        PostgreSqlPlatform platform, DatabaseAddress address, DatabaseUse use, NpgsqlDataSource server)
        : base(platform, address, use)
    {
        _server = server;
        Connection = server.CreateConnection();
        Interruption = new Interruption(Stop, use.Time);
        if (use.Message is not null)
        {
            Connection.Notice += (_, said) => Tell([$"{said.Notice.Severity}: {said.Notice.MessageText}"]);
        }
    }

    public override PostgreSqlDialect Dialect => (PostgreSqlDialect)Platform.Dialect;

    /// <summary>The client's connection, open.</summary>
    public NpgsqlConnection Connection { get; }

    public Interruption Interruption { get; }

    /// <summary>What each transaction that writes is told of its commit: off or on; null = nothing.</summary>
    public string? CommitSetting { get; set; }

    /// <summary>Whether somebody asked to stop since the last rollback; what fails then was cancelled.</summary>
    public bool IsInterrupted { get; private set; }

    /// <summary>Begins a transaction, over a new connection where the old one is lost.</summary>
    public void Begin(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (Connection.State != ConnectionState.Open)
        {
            Connect();
            PostgreSqlOpening.TellAgain(this);
            // Who asked while the lost one was closed was not heard.
            cancellation.ThrowIfCancellationRequested();
        }

        Use.Fence();
        Begin(Use.IsTarget
            ? [
                Dialect.BeginText, .. PostgreSqlDurabilityDialect.Told(CommitSetting),
                .. PostgreSqlSession.TakesTexts,
            ]
            : PostgreSqlSession.BeginReading(Address, Use.Snapshot));
    }

    public void Commit()
    {
        Use.Fence();
        var began = Use.Time.GetTimestamp();
        // COMMIT of a transaction that has failed rolls back and says so only in passing; the SELECT refuses.
        CrashPoint.Around("postgresql.commit", () => Raw("SELECT 1", "COMMIT"));
        _inTransaction = false;
        Use.Meter?.Commit(Use.Time.GetElapsedTime(began));
    }

    public void Rollback() => Interruption.Spare(() =>
    {
        IsInterrupted = false;
        if (!_inTransaction)
        {
            return;
        }

        _inTransaction = false;
        try
        {
            Raw("ROLLBACK");
        }
        catch (Exception fault) when (PostgreSqlErrors.IsOfSession(fault))
        {
            // A connection that cannot roll back is not used again; the server rolls back when it is gone.
            Close();
        }
    });

    public override long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        Watched(sql, 1, () =>
        {
            using var command = PostgreSqlCommands.Make(Connection, sql, values);
            return Math.Max(0, command.ExecuteNonQuery());
        });

    public long ExecuteOnMarker(
        string sql, Action<string?> heldUp, params IReadOnlyList<(string Name, object? Value)> values) =>
        new MarkerWait(
            this, table => Texts(PostgreSqlScripts.Read("marker_holder"), table).FirstOrDefault(), pollsPerHolder: 1)
            .Take(sql, values, heldUp);

    public override long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        Watched(sql, 1, () =>
        {
            using var command = PostgreSqlCommands.Make(Connection, sql, values);
            var value = command.ExecuteScalar();
            return value is null or DBNull ? 0 : Convert.ToInt64(value, CultureInfo.InvariantCulture);
        });

    public Answer Ask(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        PostgreSqlAnswers.Ask(this, sql, values);

    public IReadOnlyList<DescribedColumn>? Describe(
        string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        try
        {
            using var described = PostgreSqlReader.Open(this, sql, values);
            return [.. described.Columns.Select(column => new DescribedColumn(column.Name, column.Type))];
        }
        catch (PostgresException) when (!Use.IsTarget)
        {
            // What only reads stands in a transaction, in which the server would answer to nothing more.
            Rollback();
            throw;
        }
    }

    public void Examine(ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values)
    {
        try
        {
            PostgreSqlExamination.Of(this, statement, values);
        }
        catch (PostgresException) when (!Use.IsTarget)
        {
            Rollback();
            throw;
        }
    }

    public long RunStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values) => Heard(() => Watched(
            statement.Text, statement.Line, () =>
    {
        using var command = PostgreSqlCommands.Make(Connection, statement.Text, values);
        using var reader = command.ExecuteReader();
        reader.Drain();
        return Math.Max(0, reader.RecordsAffected);
    }));

    public Answer AskStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values) =>
        Heard(() => PostgreSqlAnswers.Ask(this, statement, values));

    public CallResult Call(ProcedureCall call) => Heard(() => PostgreSqlProcedures.Call(this, call));

    public IRowReader Read(ProcedureCall call) => PostgreSqlProcedures.Read(this, call);

    public void AddColumns(TableName table, IReadOnlyList<RowColumn> columns)
    {
        PostgreSqlLocks.Take(this, table, Use);
        foreach (var column in columns)
        {
            Make([column], _ => Dialect.AddColumn(table, column));
        }
    }

    public void Exchange(TableName load, TableName target, IReadOnlyList<RowColumn> columns) =>
        Replace(load, target);

    public void CreateShadow(TableName load, TableName target, long attempt) =>
        PostgreSqlShadow.Make(this, load, target, attempt);

    public IReadOnlyList<AsidePart> SetAside(TableName table, AsideKinds kinds) =>
        PostgreSqlAside.Set(this, table, kinds, Use);

    public void ExchangeShadow(TableName load, TableName target) =>
        PostgreSqlShadow.Exchange(this, load, target, Use);

    public IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        PostgreSqlReader.Open(this, sql, values);

    public IRowReader ReadToPass(
        string sql, IReadOnlyList<int> places, IReadOnlyList<FilledColumn> filled,
        IReadOnlyList<(string Name, object? Value)> values) =>
        PostgreSqlReader.OpenToPass(this, PostgreSqlQuery.Describe(this, sql, values), places, filled);

    public SharedSnapshot Share(TableName table) => PostgreSqlCatalog.Share(this, table);

    public ColumnLimits Limits(RowColumn column) => PostgreSqlEncodings.Limits(this, column);

    public string TextEncoding => Connection.PostgresParameters["server_encoding"];

    public IBulkWriter Write(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options) =>
        PostgreSqlBulkWriter.Open(this, table, columns, filled, options);

    public ISingleRowWriter? WriteSingly(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options,
        Claim claim) => PostgreSqlSingleRowWriter.Open(this, table, columns, filled, claim);

    public ISampleInsert Insert(TableName table, InsertForm form, int rows) =>
        new PostgreSqlSampleInsert(this, table, form, rows);

    /// <summary>Asks the server once, through a second session, to stop what this one does. Never throws.</summary>
    public void Stop()
    {
        IsInterrupted = true;
        if (_process == 0)
        {
            return;
        }

        try
        {
            using var beside = OpenBeside();
            PostgreSqlSession.Cancel(beside, _process, _processBegan);
        }
        catch (Exception fault) when (PostgreSqlErrors.IsOfSession(fault))
        {
            // A server that cannot be asked is one whose connections are lost; who waits for it finds out.
        }
    }

    public void Dispose()
    {
        Interruption.Dispose();
        Close();
        Connection.Dispose();
        _server.Dispose();
    }

    /// <summary>A session of its own, for what must not wait for the end of our transaction.</summary>
    public NpgsqlConnection OpenBeside() => _server.OpenConnection();

    /// <summary>Does something on the connection, and notes on its failure where in the statement it was.</summary>
    public T Watched<T>(string sql, int line, Func<T> work)
    {
        try
        {
            if (!Use.IsTarget && !_inTransaction)
            {
                Begin(PostgreSqlSession.BeginReading(Address, Use.Snapshot));
            }

            return work();
        }
        catch (PostgresException fault)
        {
            PostgreSqlErrors.Note(fault, sql, line, IsInterrupted);
            throw;
        }
    }

    protected override void LockToReplace(TableName table) => PostgreSqlLocks.Take(this, table, Use);

    protected override void EnsureSchema(string schema) => PostgreSqlSchemas.Ensure(this, schema);

    protected override void EnsureOwnSchema() => PostgreSqlSchemas.EnsureOwn(this);

    protected override void MakeTable(TableName table, IReadOnlyList<RowColumn> columns) =>
        Make(columns, some => Dialect.CreateTable(table, some));

    private void Make(IReadOnlyList<RowColumn> columns, Func<IReadOnlyList<RowColumn>, string> statement)
    {
        try
        {
            Execute(statement(columns));
        }
        catch (PostgresException fault) when (fault.SqlState is "42704" or "3F000")
        {
            PostgreSqlErrors.NoteColumn(fault, columns, statement);
            throw;
        }
    }

    /// <summary>Connects, also where the connection was lost.</summary>
    public override void Connect()
    {
        Close();
        try
        {
            Connection.Open();
            // A pooler may let the first question wait: by then it can be stopped.
            _process = Connection.ProcessID;
            _processBegan = PostgreSqlSession.BeganOf(Connection, _process);
        }
        catch (NpgsqlException fault)
        {
            PostgreSqlErrors.NoteConnect(fault, Connection.ConnectionTimeout);
            throw;
        }

        Use.Meter?.Opened(_process);
        Use.Fence();
    }

    /// <summary>Ends the session. Its number is forgotten first: the server may give it to another one.</summary>
    public void Close() => Interruption.Spare(() =>
    {
        Use.Meter?.Closed(_process);
        (_process, _processBegan) = (0, null);
        Connection.Close();
    });

    private void Begin(string[] begin)
    {
        Raw(PostgreSqlSession.Settled(begin));
        _inTransaction = true;
    }

    private void Raw(params IEnumerable<string> statements)
    {
        using var batch = PostgreSqlCommands.Batch(Connection, statements);
        batch.ExecuteNonQuery();
    }
}
