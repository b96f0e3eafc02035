namespace Orchestrator.Tds;

/// <summary>One connection of a client, from its login to its end: what the server knows about it.</summary>
public sealed class Session
{
    private const int FirstId = 51;

    private readonly Action _cut;
    private readonly Stack<Action> _undo = [];
    private readonly Dictionary<int, string> _prepared = [];
    private ulong _transactions;

    internal Session(int number, Action cut)
    {
        (Number, _cut) = (number, cut);
    }

    /// <summary>1 for the first connection of this server, and so on; the recorder's lines begin with it.</summary>
    public int Number { get; }

    /// <summary>What <c>@@spid</c> is.</summary>
    public int Id => FirstId + Number - 1;

    /// <summary>What the client said when it signed in; null until then.</summary>
    public Login? Login { get; internal set; }

    /// <summary>The current database.</summary>
    public string Database { get; internal set; } = "";

    /// <summary>Whether a transaction is open.</summary>
    public bool InTransaction => Transaction != 0;

    /// <summary>Whether the connection has ended.</summary>
    public bool IsClosed { get; private set; }

    /// <summary>The number of the open transaction; 0 if there is none.</summary>
    internal ulong Transaction { get; private set; }

    /// <summary>The statement that announced the bulk load to come.</summary>
    internal string InsertBulk { get; set; } = "";

    /// <summary>Cuts the connection from outside, whatever it is at; the client sees it reset.</summary>
    public void Cut() => _cut();

    internal int Prepare(string sql)
    {
        _prepared.Add(_prepared.Count + 1, sql);
        return _prepared.Count;
    }

    internal string? Prepared(int handle) => _prepared.GetValueOrDefault(handle);

    /// <summary>How much the open transaction has done that can be taken back.</summary>
    internal int Mark => _undo.Count;

    /// <summary>Told what the open transaction has done, once it is committed, in its order.</summary>
    internal Action<IReadOnlyList<Action>>? Committed { get; set; }

    internal void OnRollback(Action undo)
    {
        if (InTransaction)
        {
            _undo.Push(undo);
        }
    }

    /// <summary>Takes back what the open transaction has done since.</summary>
    internal void BackTo(int mark)
    {
        while (_undo.Count > mark)
        {
            _undo.Pop()();
        }
    }

    /// <summary>Begins a transaction and returns its number, which the client repeats in every request.</summary>
    internal ulong BeginTransaction() => Transaction = ((ulong)Id << 32) | ++_transactions;

    /// <summary>Ends the transaction and returns its number; 0 if there was none.</summary>
    internal ulong EndTransaction(bool isCommitted)
    {
        if (isCommitted)
        {
            Committed?.Invoke([.. _undo.Reverse()]);
            _undo.Clear();
        }

        BackTo(0);
        Committed = null;
        var ended = Transaction;
        Transaction = 0;
        return ended;
    }

    internal void Close()
    {
        EndTransaction(isCommitted: false);
        IsClosed = true;
    }
}
