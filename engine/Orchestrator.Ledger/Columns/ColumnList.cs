namespace Orchestrator.Ledger.Columns;

/// <summary>
/// The columns of a record: the one list of them, in the order in which statements select them. They say it with the
/// record's name, `{attempt.*}`, or `{attempt.* a}` where the table is called `a` there; and `{set attempt}` where they
/// write those of them that are written together.
/// </summary>
/// <param name="name">The record's name.</param>
/// <param name="behind">What is selected before it.</param>
internal sealed class ColumnList(string name, ColumnList? behind = null)
{
    private readonly int _first = behind?.Behind ?? 0;
    private readonly List<string> _names = [];
    private readonly List<string> _written = [];

    /// <summary>The record's name.</summary>
    public string Record => name;

    public IReadOnlyList<string> Names => _names;

    /// <summary>The names of those that are written together.</summary>
    public IReadOnlyList<string> WrittenNames => _written;

    /// <summary>The place of what a statement selects behind them.</summary>
    public int Behind => _first + _names.Count;

    /// <summary>Adds a column at the end.</summary>
    public RecordColumn Next(string column)
    {
        var next = new RecordColumn(column, Behind);
        _names.Add(column);
        return next;
    }

    /// <summary>Adds a column at the end, which is written together with others.</summary>
    public RecordColumn Written(string column)
    {
        _written.Add(column);
        return Next(column);
    }
}
