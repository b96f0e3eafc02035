using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>
/// What the server answers to what. The handler declared last goes first, so that a test can override what was declared
/// before, for good or for a number of times.
/// </summary>
public abstract class Script
{
    private readonly List<Handler> _handlers = [];
    private readonly Lock _lock = new();

    /// <summary>Answers a statement, sent as a batch or with parameters; blanks and line ends do not matter.</summary>
    public Handler On(string sql, Action<Reply> answer) => On(sql, (_, reply) => answer(reply));

    /// <inheritdoc cref="On(string, Action{Reply})"/>
    public Handler On(string sql, Action<Request, Reply> answer)
    {
        var expected = Request.OneLine(sql);
        return On(request => request.Sql is { } text && Request.OneLine(text) == expected, answer);
    }

    /// <summary>Answers the statements that the expression finds itself in.</summary>
    public Handler On(Regex sql, Action<Reply> answer) => On(sql, (_, reply) => answer(reply));

    /// <inheritdoc cref="On(Regex, Action{Reply})"/>
    public Handler On(Regex sql, Action<Request, Reply> answer) =>
        On(request => request.Sql is { } text && sql.IsMatch(Request.OneLine(text)), answer);

    /// <summary>Answers the call of a procedure by its name; brackets and a schema may be left out.</summary>
    public Handler OnProcedure(string name, Action<Reply> answer) => OnProcedure(name, (_, reply) => answer(reply));

    /// <inheritdoc cref="OnProcedure(string, Action{Reply})"/>
    public Handler OnProcedure(string name, Action<Call, Reply> answer) => On(
        request => request is Call call && Name.IsTail(call.Procedure, name),
        (request, reply) => answer((Call)request, reply));

    /// <summary>Answers a login. Unless it writes an error, the login is accepted afterwards.</summary>
    public Handler OnLogin(Action<Login, Reply> answer) =>
        On(request => request is Login, (request, reply) => answer((Login)request, reply));

    /// <summary>
    /// Takes the rows of a bulk load into that table. What it does not read is read and dropped afterwards; a load that
    /// is to be kept ends with <see cref="BulkLoad.Keep"/>.
    /// </summary>
    public Handler OnBulk(string table, Action<BulkLoad, Reply> answer) => On(
        request => request is BulkLoad load && Name.IsSame(load.Table, table),
        (request, reply) => answer((BulkLoad)request, reply));

    /// <summary>Answers the begin of a transaction by the client's transaction object.</summary>
    public Handler OnBegin(Action<Reply> answer) => On(TransactionVerb.Begin, answer);

    /// <summary>Answers a commit by the client's transaction object; only <see cref="Reply.Commit"/> commits.</summary>
    public Handler OnCommit(Action<Reply> answer) => On(TransactionVerb.Commit, answer);

    /// <summary>Answers a rollback of the client's transaction object.</summary>
    public Handler OnRollback(Action<Reply> answer) => On(TransactionVerb.Rollback, answer);

    /// <summary>Answers whatever the condition takes.</summary>
    public Handler On(Func<Request, bool> matches, Action<Request, Reply> answer)
    {
        var handler = new Handler(matches, answer);
        lock (_lock)
        {
            _handlers.Add(handler);
        }

        return handler;
    }

    internal Handler? Find(Request request)
    {
        lock (_lock)
        {
            return _handlers.FindLast(handler => handler.Takes(request));
        }
    }

    private Handler On(TransactionVerb verb, Action<Reply> answer) =>
        On(
            request => request is TransactionRequest transaction && transaction.Verb == verb,
            (_, reply) => answer(reply));
}
