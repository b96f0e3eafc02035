namespace Orchestrator.Tds;

/// <summary>
/// The answer to one request, written as the script goes along: what is called first reaches the client first. An
/// answer to which nothing was added says that the statement is done.
/// </summary>
public sealed class Reply
{
    private readonly Session _session;
    private readonly MessageWriter _to;
    private readonly ClientEar _client;
    private readonly Call? _call;
    private readonly Dictionary<string, object?> _outputs = new(StringComparer.OrdinalIgnoreCase);
    private Done? _pending;
    private int _status;
    private bool _isSent;

    internal Reply(Request request, MessageWriter to, ClientEar client)
    {
        (_session, _to, _client, _call) = (request.Session, to, client, request as Call);
    }

    /// <summary>Whether an error was written that ends the login or closes the connection.</summary>
    internal bool HasError { get; private set; }

    internal bool ClosesConnection { get; private set; }

    /// <summary>Whether the script says that the statement is no T-SQL.</summary>
    internal bool RefusesSyntax { get; private set; }

    /// <summary>A result: columns as they are declared (<c>Id int not null</c>), then the rows.</summary>
    public Reply Rows(string[] columns, params object?[][] rows) => Rows(columns.Select(Column.Parse).ToArray(), rows);

    /// <summary>A result whose rows are made while they are sent; a client that cancels ends it.</summary>
    public Reply Rows(IReadOnlyList<Column> columns, IEnumerable<object?[]> rows)
    {
        Statement();
        _to.Columns(columns);
        var count = 0L;
        var sent = _to.PacketsSent;
        foreach (var row in rows)
        {
            _to.Row(columns, row);
            count++;
            if (sent != _to.PacketsSent)
            {
                sent = _to.PacketsSent;
                _client.Listen();
            }
        }

        _pending = new(Token, DoneStatus.Count, DoneCommand.Select, count);
        return this;
    }

    /// <summary>A result that is the table as it is now.</summary>
    public Reply Rows(Table table) => Rows(table.Columns, table.Rows);

    /// <summary>A result of one row with one column, such as <c>int not null</c>.</summary>
    public Reply Value(string type, object? value) => Rows([$"[] {type}"], [value]);

    /// <summary>A statement that changed so many rows.</summary>
    public Reply Done(long count)
    {
        Statement();
        _pending = new(Token, DoneStatus.Count, DoneCommand.Insert, count);
        return this;
    }

    /// <summary>An error, the end of the statement. From class 20 on the connection is closed after it.</summary>
    public Reply Error(ServerMessage error)
    {
        Statement();
        _to.Message(error, TdsServer.Name);
        _pending = new(Token, error.IsError ? DoneStatus.Error : DoneStatus.Final, DoneCommand.None, 0);
        HasError |= error.IsError;
        RefusesSyntax |= error.Number is >= 101 and < 200;
        ClosesConnection |= error.ClosesConnection;
        return this;
    }

    /// <summary>An error of class 16.</summary>
    public Reply Error(int number, string text) => Error(new ServerMessage(number, text));

    /// <summary>A message that is no error: of class 0, like PRINT, or as given.</summary>
    public Reply Info(int number, string text, byte messageClass = 0)
    {
        Statement();
        _to.Message(new(number, text) { Class = messageClass }, TdsServer.Name);
        return this;
    }

    /// <summary>The text that PRINT sends.</summary>
    public Reply Print(string text) => Info(0, text);

    /// <summary>The value of an output parameter; one that is not set goes back as it came.</summary>
    public Reply Output(string name, object? value)
    {
        _outputs[name] = value;
        return this;
    }

    /// <summary>The return status of a procedure. Default: 0.</summary>
    public Reply Return(int status)
    {
        _status = status;
        return this;
    }

    /// <summary>The session is in another database from now on.</summary>
    public Reply Database(string name)
    {
        Statement();
        _to.Environment(EnvironmentChange.Database, name, _session.Database);
        _session.Database = name;
        return this;
    }

    /// <summary>A transaction begins.</summary>
    public Reply Begin()
    {
        Statement();
        _to.Environment(EnvironmentChange.BeginTransaction, BitConverter.GetBytes(_session.BeginTransaction()), []);
        return this;
    }

    /// <summary>The transaction is committed: from here on its rows stay, whatever the client gets to hear.</summary>
    public Reply Commit()
    {
        Statement();
        return Ended(EnvironmentChange.CommitTransaction, isCommitted: true);
    }

    /// <summary>The transaction is rolled back and its rows are gone.</summary>
    public Reply Rollback()
    {
        Statement();
        return Ended(EnvironmentChange.RollbackTransaction, isCommitted: false);
    }

    /// <summary>This session is the victim of a deadlock: rolled back, error 1205.</summary>
    public Reply Deadlock() => (_session.InTransaction ? Rollback() : this).Error(ServerErrors.Deadlock);

    /// <summary>
    /// Sends what there is and waits until the test opens the gate. A client that cancels meanwhile is heard; not in
    /// the middle of a bulk load, where nobody reads until the gate opens, so that the client's sending stops.
    /// </summary>
    public Reply Wait(Gate gate)
    {
        Statement();
        _to.Flush();
        _client.WaitAt(gate);
        return this;
    }

    /// <summary>Ends the answer now; only <see cref="Cut"/> may follow.</summary>
    public Reply Send()
    {
        End(isLast: true);
        _to.End();
        _isSent = true;
        return this;
    }

    /// <summary>Sends what has been written, then cuts the connection.</summary>
    public void Cut()
    {
        if (!_isSent)
        {
            _to.Flush();
        }

        throw new ConnectionEndedException();
    }

    /// <summary>Writes the tokens that end the answer, unless <see cref="Send"/> did.</summary>
    internal bool TryEnd(bool isLast)
    {
        if (!_isSent)
        {
            End(isLast);
        }

        return !_isSent;
    }

    private Reply Ended(EnvironmentChange change, bool isCommitted)
    {
        _to.Environment(change, [], BitConverter.GetBytes(_session.EndTransaction(isCommitted)));
        return this;
    }

    private DoneToken Token => _call is null ? DoneToken.Batch : DoneToken.InProcedure;

    /// <summary>Another statement begins, so the one before it was not the last.</summary>
    private void Statement()
    {
        if (_isSent)
        {
            throw new InvalidOperationException("the answer was sent; only a cut may follow");
        }

        if (_pending is { } done)
        {
            _to.Done(done, isLast: false);
            _pending = null;
        }
    }

    private void End(bool isLast)
    {
        if (_call is null)
        {
            _to.Done(_pending ?? new(DoneToken.Batch, DoneStatus.Final, DoneCommand.None, 0), isLast);
            return;
        }

        var failed = _pending?.Status.HasFlag(DoneStatus.Error) ?? false;
        Statement();
        _to.ReturnStatus(_status);
        foreach (var (ordinal, parameter) in _call.Outputs)
        {
            _to.ReturnValue(ordinal, parameter.Name, parameter.Type, OutputOf(ordinal, parameter));
        }

        _to.Done(
            new(DoneToken.Procedure, failed ? DoneStatus.Error : DoneStatus.Final, DoneCommand.None, 0), isLast);
    }

    private object? OutputOf(int ordinal, Parameter parameter) => ordinal == 0 && _call!.IsPreparing
        ? _session.Prepare(_call.Sql!)
        : _outputs.GetValueOrDefault(parameter.Name, parameter.Value);
}
