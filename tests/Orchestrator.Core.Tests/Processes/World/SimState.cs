namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>A row, by the package whose source it came from and its key there, and who wrote it.</summary>
internal readonly record struct SimRow(int Origin, int Key, long Attempt);

/// <summary>The rows of a table, and the marker of its last transaction.</summary>
internal sealed class SimTable
{
    public List<SimRow> Rows { get; } = [];

    public long Token { get; set; }

    public long Attempt { get; set; }

    public int Step { get; set; }

    /// <summary>The load of each table that it was read from, by the number of its attempt.</summary>
    public IReadOnlyDictionary<int, long> ReadFrom { get; set; } = new Dictionary<int, long>();
}

/// <summary>What is in a database.</summary>
internal sealed class SimState
{
    private readonly Dictionary<int, SimTable> _tables = [];

    /// <summary>The markers of attempts on a relaxed database.</summary>
    public HashSet<long> Markers { get; } = [];

    public SimTable this[int package] => _tables.TryGetValue(package, out var table) ? table
        : _tables[package] = new SimTable();

    public SimState Copy()
    {
        var copy = new SimState();
        copy.Markers.UnionWith(Markers);
        foreach (var (package, table) in _tables)
        {
            var other = copy[package];
            other.Rows.AddRange(table.Rows);
            (other.Token, other.Attempt, other.Step) = (table.Token, table.Attempt, table.Step);
            other.ReadFrom = table.ReadFrom;
        }

        return copy;
    }
}
