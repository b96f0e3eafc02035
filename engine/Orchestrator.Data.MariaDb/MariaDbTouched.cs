namespace Orchestrator.Data.MariaDb;

/// <summary>The names that statements of a transaction have quoted: what they are of, the server holds till its end.
/// </summary>
internal sealed class MariaDbTouched
{
    private readonly HashSet<string> _names = new(StringComparer.OrdinalIgnoreCase);
    private string? _last;

    /// <summary>Notes the names of a statement.</summary>
    public void Note(string sql)
    {
        if (ReferenceEquals(sql, _last))
        {
            return;
        }

        _last = sql;
        foreach (var name in MariaDbNames.In(sql))
        {
            _names.Add(name);
        }
    }

    /// <summary>Whether one of that name was among them.</summary>
    public bool Has(string name) => _names.Contains(name);

    /// <summary>A transaction begins.</summary>
    public void Clear()
    {
        _names.Clear();
        _last = null;
    }
}
