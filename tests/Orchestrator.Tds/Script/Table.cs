namespace Orchestrator.Tds;

/// <summary>
/// A table that the server has: its definition, for whoever asks before a bulk load, and the rows that were loaded.
/// A transaction that is rolled back takes its rows away again.
/// </summary>
public sealed class Table
{
    private readonly Lock _lock = new();
    private readonly List<object?[]> _rows = [];
    private readonly List<BulkLoad> _loads = [];

    internal Table(string name, IEnumerable<string> columns)
    {
        (Name, Columns) = (Tds.Name.Full(name), [.. columns.Select(Column.Parse)]);
    }

    /// <summary>Schema and name.</summary>
    public string Name { get; }

    /// <summary>The columns in order.</summary>
    public IReadOnlyList<Column> Columns { get; }

    /// <summary>The rows as they are now, in the order in which they came.</summary>
    public IReadOnlyList<object?[]> Rows => Locked(() => _rows.ToArray());

    /// <summary>The rows as text, a line each, for an approved file.</summary>
    public string Text => string.Join('\n', Rows.Select(row => ValueText.Show(row)));

    /// <summary>The bulk loads that were kept, also those whose transaction was rolled back.</summary>
    public IReadOnlyList<BulkLoad> Loads => Locked(() => _loads.ToArray());

    /// <summary>Puts a row in, outside any transaction.</summary>
    public Table With(params object?[] row)
    {
        Locked(() => _rows.Add(row));
        return this;
    }

    /// <summary>Takes all rows away, as TRUNCATE and DELETE do; a rollback brings them back.</summary>
    public void Clear(Session session)
    {
        var before = Rows;
        Locked(_rows.Clear);
        session.OnRollback(() => Locked(() => _rows.InsertRange(0, before)));
    }

    /// <summary>Puts a row in, as INSERT does; a rollback takes it away.</summary>
    public void Insert(Session session, params object?[] row) => Insert(session, [row]);

    internal void Take(BulkLoad load)
    {
        var places = load.Columns.Select(column => IndexOf(column.Name)).ToArray();
        Locked(() => _loads.Add(load));
        Insert(load.Session, [.. load.Rows.Select(row => Widened(row, places))]);
    }

    private void Insert(Session session, object?[][] rows)
    {
        var own = rows.ToHashSet();
        Locked(() => _rows.AddRange(rows));
        session.OnRollback(() => Locked(() => _rows.RemoveAll(own.Contains)));
    }

    private int IndexOf(string name) =>
        Columns.Index().OrderBy(one => one.Item.Name != name)
            .First(one => one.Item.Name.Equals(name, StringComparison.OrdinalIgnoreCase)).Index;

    private object?[] Widened(object?[] row, int[] places)
    {
        var wide = new object?[Columns.Count];
        for (var i = 0; i < places.Length; i++)
        {
            wide[places[i]] = row[i];
        }

        return wide;
    }

    private T Locked<T>(Func<T> read)
    {
        lock (_lock)
        {
            return read();
        }
    }

    private void Locked(Action change)
    {
        lock (_lock)
        {
            change();
        }
    }
}
