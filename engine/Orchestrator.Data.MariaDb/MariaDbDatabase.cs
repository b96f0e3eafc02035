using System.Data;
using System.Globalization;
using MySqlConnector;
using Orchestrator.Data.Calibrate;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// One session, for one package, and a second one for definitions. A connection that only reads is in a read-only
/// transaction whenever it asks something.
/// </summary>
internal sealed partial class MariaDbDatabase : ServerSession, IDatabase
{
    // Whoever waits for ever for a commit's answer never learns that it has happened.
    private const int CommitSeconds = 300;

    private readonly Lock _gate = new();
    private readonly MariaDbDefinitions _definitions;
    private readonly MariaDbTouched _touched = new();
    private readonly MariaDbSavepoints _savepoints;
    private MariaDbServerFacts _facts = MariaDbServerFacts.None;
    private MariaDbPresence? _presence;
    private Exception? _takenBack;
    private long _session;
    private bool _isCommitting;
    private bool _mayLackRules;

    /// <summary>A connection that is not open yet; <see cref="Connect"/> opens it.</summary>
    public MariaDbDatabase(MariaDbPlatform platform, DatabaseAddress address, DatabaseUse use)
        : base(platform, address, use)
    {
        Connection = MariaDbAddress.Connection(address, use.Application);
        Interruption = new Interruption(Stop, use.Time);
        _definitions = new MariaDbDefinitions(this);
        _savepoints = new MariaDbSavepoints(platform.Dialect);
        if (use.Message is not null)
        {
            Connection.InfoMessage += (_, said) => Tell(said.Errors.Select(each => $"{each.Level}: {each.Message}"));
        }
    }

    public override MariaDbDialect Dialect => (MariaDbDialect)Platform.Dialect;

    /// <summary>The client's connection, open.</summary>
    public MySqlConnection Connection { get; }

    public Interruption Interruption { get; }

    /// <summary>Whether somebody asked to stop since the last rollback; what fails then was cancelled.</summary>
    public bool IsInterrupted { get; private set; }

    /// <summary>Whether a transaction is open, as far as the client knows.</summary>
    public bool InTransaction { get; private set; }

    /// <summary>Bytes that one message to the server may have.</summary>
    public long PacketBytesMax => _facts.PacketBytesMax;

    /// <summary>The collation of text columns that the engine makes.</summary>
    public string MadeCollation => _facts.MadeCollation;

    public string TextEncoding => _facts.Charset;

    /// <summary>Begins a transaction, over a new connection where the old one is lost.</summary>
    public void Begin(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (Connection.State != ConnectionState.Open)
        {
            Connect();
        }
        else if (InTransaction && Use.IsTarget)
        {
            // The server would commit the one that is open.
            throw new InvalidOperationException("A transaction is open already.");
        }

        Use.Fence();
        if (Use.IsTarget)
        {
            _presence ??= MariaDbPresence.Take(this);
        }

        BeginNow();
    }

    public void Commit()
    {
        Use.Fence();
        if (_takenBack is { } why)
        {
            throw MariaDbServerException.TakenBack(why);
        }

        var began = Use.Time.GetTimestamp();
        CrashPoint.Around("mariadb.commit", CommitNow);
        InTransaction = false;
        Use.Meter?.Commit(Use.Time.GetElapsedTime(began));
        _definitions.RunNoted();
    }

    public void Rollback() => Interruption.Spare(() =>
    {
        var wasInterrupted = IsInterrupted;
        IsInterrupted = false;
        if (!InTransaction)
        {
            return;
        }

        InTransaction = false;
        _takenBack = null;
        try
        {
            if (wasInterrupted)
            {
                TakeLateStop();
            }

            Raw(Use.IsTarget ? MariaDbSession.RollbackText : "ROLLBACK");
        }
        catch (Exception fault) when (MariaDbErrors.IsOfSession(fault))
        {
            // A connection that cannot roll back is not used again; the server rolls back when it is gone.
            Close();
        }

        _definitions.RunNoted();
    });

    /// <summary>Runs a statement; a definition through the second session.</summary>
    public override long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        if (Use.IsTarget && MariaDbDefinitions.AreIn(sql))
        {
            _definitions.Run(sql);
            return 0;
        }

        var sent = _savepoints.Numbered(sql);
        return Watched(sql, 1, () =>
        {
            using var command = MariaDbCommands.Make(Connection, sent, values);
            return Math.Max(0, command.ExecuteNonQuery());
        });
    }

    public long ExecuteOnMarker(
        string sql, Action<string?> heldUp, params IReadOnlyList<(string Name, object? Value)> values) =>
        new MarkerWait(this, table => MariaDbMarkers.HolderOf(this, table), pollsPerHolder: 10)
            .Take(sql, values, heldUp);

    public override long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        Watched(sql, 1, () =>
        {
            using var command = MariaDbCommands.Make(Connection, sql, values);
            var value = command.ExecuteScalar();
            return value is null or DBNull ? 0 : Convert.ToInt64(value, CultureInfo.InvariantCulture);
        });

    public Answer Ask(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        MariaDbAnswers.Ask(this, sql, values);

    public IRowReader Read(ProcedureCall call) => MariaDbProcedures.Read(this, call);

    public IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        MariaDbReader.Open(this, sql, values);

    public ColumnLimits Limits(RowColumn column) => MariaDbEncodings.Limits(this, column);

    public IBulkWriter Write(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options) =>
        MariaDbBulkWriter.Open(this, table, columns, filled, options);

    public ISampleInsert Insert(TableName table, InsertForm form, int rows) =>
        new MariaDbSampleInsert(this, table, form, rows);

    /// <summary>
    /// Asks the server once, through a further session, to stop what this one does; never a commit, whose answer would
    /// say nothing then. Never throws.
    /// </summary>
    public void Stop()
    {
        lock (_gate)
        {
            IsInterrupted = true;
            if (!_isCommitting)
            {
                MariaDbSessions.Stop(Address, Use, _facts.Server, [_session, _definitions.Session]);
            }
        }
    }

    public void Dispose()
    {
        Interruption.Dispose();
        Close();
        _definitions.Dispose();
        Connection.Dispose();
    }

    /// <summary>A session of its own that writes, for what must not be a part of our transaction.</summary>
    public MySqlConnection OpenBeside() =>
        MariaDbSessions.Open(Address, Use, MariaDbSession.SetUpBeside);

    /// <summary>Whether a statement of the open transaction has named a table.</summary>
    public bool HasTouched(string table) => InTransaction && _touched.Has(table);

    /// <summary>Does something on the connection, and notes on its failure where in the statement it was.</summary>
    public T Watched<T>(string sql, int line, Func<T> work)
    {
        if (InTransaction && _takenBack is { } why)
        {
            throw MariaDbServerException.TakenBack(why);
        }

        try
        {
            if (!Use.IsTarget && !InTransaction)
            {
                BeginNow();
            }

            _touched.Note(sql);
            return work();
        }
        catch (MySqlException fault)
        {
            MariaDbErrors.Note(fault, line, IsInterrupted);
            if (InTransaction && MariaDbNumbers.EndsTransaction(fault.Number))
            {
                _takenBack = fault;
            }

            throw;
        }
    }

    /// <summary>Connects, also where the connection was lost.</summary>
    public override void Connect()
    {
        Close();
        MariaDbOpening.Connect(Connection, MariaDbSession.SetUp(Use.IsTarget));
        _facts = MariaDbOpening.Ask(Connection, Use.IsTarget);
        _session = Connection.ServerThread;
        Use.Meter?.Opened(_session);
        Use.Fence();
    }

    private void Close()
    {
        if (!InTransaction && Connection.State == ConnectionState.Open)
        {
            _presence?.Leave();
        }

        _presence = null;
        // The transaction is gone with its session.
        (InTransaction, _takenBack, _mayLackRules) = (false, null, false);
        if (_session != 0)
        {
            Use.Meter?.Closed(_session);
            _session = 0;
        }

        Connection.Close();
    }

    private void BeginNow()
    {
        if (_mayLackRules)
        {
            Raw(MariaDbSession.Rules);
            _mayLackRules = false;
        }

        Raw(Use.IsTarget ? MariaDbSession.BeginText : MariaDbSession.BeginReading(Address.Isolation));
        (InTransaction, _takenBack) = (true, null);
        _touched.Clear();
        _savepoints.Clear();
    }

    private void CommitNow()
    {
        lock (_gate)
        {
            _isCommitting = true;
        }

        try
        {
            Raw(Use.IsTarget ? MariaDbSession.CommitText : "COMMIT", CommitSeconds);
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.NoSuchSavepoint)
        {
            throw MariaDbServerException.Ended();
        }
        catch (MySqlException fault) when (!MariaDbNumbers.EndsTransaction(fault.Number)
            && MariaDbErrors.Explain(fault) is { IsConnectionLost: false })
        {
            // It may be of what comes behind the commit; without its session, the marker tells.
            Connection.Close();
            throw MariaDbServerException.Unanswered(fault);
        }
        finally
        {
            _isCommitting = false;
        }
    }

    // Whoever wanted to stop us has told the server by now, and nobody tells it any more.
    private void TakeLateStop()
    {
        try
        {
            Raw(MariaDbSession.Nothing);
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.Stopped)
        {
            // It came late, and has hit nothing else.
        }
    }

    private void Raw(string statements, int secondsMax = 0)
    {
        using var command = MariaDbCommands.Make(Connection, statements, []);
        command.CommandTimeout = secondsMax;
        command.ExecuteNonQuery();
    }
}
