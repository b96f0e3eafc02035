namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Numbers savepoints that lie within each other: there a second one of a name takes the first one away, where other
/// servers keep both.
/// </summary>
internal sealed class MariaDbSavepoints(Dialect dialect)
{
    private int _open;

    /// <summary>A transaction begins or ends, and has none.</summary>
    public void Clear() => _open = 0;

    /// <summary>The statement as it is sent; the same where it is not about a savepoint.</summary>
    public string Numbered(string sql)
    {
        if (sql == dialect.Savepoint)
        {
            return $"{sql}_{++_open}";
        }

        return sql == dialect.BackToSavepoint ? $"{sql}_{_open}"
            : sql == dialect.ReleaseSavepoint ? $"{sql}_{_open--}"
            : sql;
    }
}
