namespace Orchestrator.Ledger;

/// <summary>The statements of one connection, each prepared when it is first asked for.</summary>
internal sealed class StatementCache(ILedgerDatabase database) : IDisposable
{
    private readonly Dictionary<string, Statement> _statements = [];

    public Statement this[string name]
    {
        get
        {
            if (!_statements.TryGetValue(name, out var statement))
            {
                _statements[name] = statement = database.Prepare(name);
            }

            return statement;
        }
    }

    public void Dispose()
    {
        foreach (var statement in _statements.Values)
        {
            statement.Dispose();
        }
    }
}
