namespace Orchestrator.Data.Files;

/// <summary>
/// Which columns the rows of one file of JSON lines had a member for, and which members no column takes. A member that
/// is absent from some rows is how NULL is written; one that is absent from all of them may have another name now.
/// </summary>
internal sealed class JsonMembers(int columns)
{
    // More names than that tell nobody anything, and looking among them would take its time.
    private const int OthersMax = 16;

    private readonly bool[] _isSeen = new bool[columns];
    private readonly List<byte[]> _others = [];
    private int _next;

    /// <summary>Rows that were read.</summary>
    public long Rows { get; private set; }

    /// <summary>Members that no column takes, the first of them.</summary>
    public IReadOnlyList<byte[]> Others => _others;

    /// <summary>Whether any row had a member for the column, be it null.</summary>
    public bool Has(int column) => _isSeen[column];

    /// <summary>A row had members for these columns.</summary>
    public void Add(ReadOnlySpan<bool> columnsOfRow)
    {
        Rows++;
        for (var column = 0; column < columnsOfRow.Length; column++)
        {
            _isSeen[column] |= columnsOfRow[column];
        }
    }

    /// <summary>It had that member, too, as it is written; most rows name theirs in the same order.</summary>
    public void AddOther(ReadOnlySpan<byte> name)
    {
        for (var i = 0; i < _others.Count; i++)
        {
            var at = (_next + i) % _others.Count;
            if (name.SequenceEqual(_others[at]))
            {
                _next = at + 1;
                return;
            }
        }

        if (_others.Count < OthersMax)
        {
            _others.Add(name.ToArray());
        }
    }
}
