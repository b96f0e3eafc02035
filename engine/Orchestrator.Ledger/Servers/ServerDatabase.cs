using System.Data;
using System.Data.Common;
using Orchestrator.Data;

namespace Orchestrator.Ledger.Servers;

/// <summary>One session of a ledger on a server; it comes back with the next transaction after it was lost.</summary>
internal sealed class ServerDatabase : ILedgerDatabase
{
    // Whoever waits longer for an answer has lost the server; migrations and copies may take their time.
    private const int AnswerSeconds = 15;

    private readonly DatabaseAddress _address;
    private DbTransaction? _transaction;

    public ServerDatabase(ILedgerServer server, DatabaseAddress address)
    {
        (Server, _address) = (server, address);
        Connection = server.Connection(address);
        Connect();
    }

    public ILedgerServer Server { get; }

    public DbConnection Connection { get; private set; }

    /// <summary>Seconds that an answer may take; 0 = as long as it takes.</summary>
    public int PatienceSeconds { get; set; } = AnswerSeconds;

    public LedgerSql Sql => Server.Sql;

    public Statement Prepare(string name) => Write(Sql.Of(name));

    public Statement Write(string sql) => new ServerStatement(this, sql);

    public long Version => Number("version");

    public long Bytes => Number("size");

    public TimeSpan Now => Instant.Duration(Number("now"));

    public string Session => Server.Session;

    public bool HasSessions => true;

    public void BeginWriting(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (Connection.State != ConnectionState.Open)
        {
            Connect();
        }

        _transaction = Connection.BeginTransaction(IsolationLevel.ReadCommitted);
        Execute(Sql.Of("server/begin_writing"));
    }

    public void BeginAlone(CancellationToken cancellation)
    {
        PatienceSeconds = 0;
        BeginWriting(cancellation);
        Execute(Sql.Of("server/one_at_a_time"));
        Execute(Sql.Of("server/alone"));
    }

    /// <summary>Whether all that a transaction reads can be of one moment without anybody waiting.</summary>
    public bool HasSnapshots => Server.HasSnapshots(Connection);

    public void BeginReading()
    {
        // Else readers and the writer wait for each other: for short questions only.
        _transaction = Connection.BeginTransaction(HasSnapshots ? Server.Snapshot : IsolationLevel.Serializable);
        Execute(Sql.Of("server/begin_reading"));
    }

    public void Commit()
    {
        _transaction!.Commit();
        _transaction.Dispose();
        _transaction = null;
    }

    public void Rollback()
    {
        var ending = _transaction;
        _transaction = null;
        try
        {
            if (ending is not null)
            {
                ending.Rollback();
                ending.Dispose();
            }
        }
        catch (Exception fault) when (fault is DbException or InvalidOperationException or IOException)
        {
            // A session that cannot roll back is not used again; the server rolls back when it is gone.
            Connection.Close();
        }
    }

    public bool MayTryAgain(Exception error) =>
        Server.Platform.Explain(error) is { } fault
            ? fault.IsConnectionLost || fault.Class == DatabaseFaultClass.Transient
            : Connection.State != ConnectionState.Open && error is DbException or IOException;

    /// <summary>Runs a statement, or several, without values.</summary>
    public void Execute(string sql)
    {
        using var command = Command(sql);
        command.ExecuteNonQuery();
    }

    /// <summary>The first row of a statement in `server/`; default where none came.</summary>
    public T? Ask<T>(string name, Func<Statement, T> read, Action<Statement>? bind = null)
    {
        using var statement = Prepare($"server/{name}");
        bind?.Invoke(statement);
        return LedgerRows.Single(statement, read);
    }

    /// <summary>The number that a statement in `server/` answers.</summary>
    public long Number(string name) => Ask(name, row => row.Number(0));

    public DbCommand Command(string sql)
    {
        var command = Connection.CreateCommand();
#pragma warning disable CA2100 // A .sql file of this assembly.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.Transaction = _transaction;
        command.CommandTimeout = PatienceSeconds;
        return command;
    }

    public void Dispose()
    {
        _transaction?.Dispose();
        Connection.Dispose();
    }

    private void Connect()
    {
        Connection.Dispose();
        Connection = Server.Connection(_address);
        try
        {
            Connection.Open();
        }
        catch
        {
            Connection.Dispose();
            throw;
        }
    }
}
