using Orchestrator.Data;

namespace Orchestrator.Import;

/// <summary>
/// Which tables a table waits for: those that its foreign keys point to. Where keys form a circle, the last one of it,
/// in the order of the names, is not waited for.
/// </summary>
internal sealed class LoadOrder
{
    private readonly Dictionary<TableName, List<TableName>> _waits = [];

    public LoadOrder(IReadOnlyList<CatalogTable> tables)
    {
        var circles = new List<(TableName From, TableName To)>();
        foreach (var table in tables)
        {
            _waits[table.Name] = [];
        }

        foreach (var table in tables)
        {
            foreach (var other in table.References.Where(
                other => other != table.Name && _waits.ContainsKey(other)))
            {
                if (IsBehind(other, table.Name))
                {
                    circles.Add((table.Name, other));
                }
                else
                {
                    _waits[table.Name].Add(other);
                }
            }
        }

        Circles = circles;
    }

    /// <summary>What is not waited for: the table, and the one that its foreign key points to.</summary>
    public IReadOnlyList<(TableName From, TableName To)> Circles { get; }

    /// <summary>The tables that a table waits for, in the order of their names.</summary>
    public IReadOnlyList<TableName> WaitsFor(TableName table) => _waits[table];

    /// <summary>Whether a table waits for another, at whatever remove.</summary>
    private bool IsBehind(TableName table, TableName other)
    {
        var open = new Stack<TableName>([table]);
        var seen = new HashSet<TableName>();
        while (open.TryPop(out var next))
        {
            if (next == other)
            {
                return true;
            }

            if (seen.Add(next))
            {
                _waits[next].ForEach(open.Push);
            }
        }

        return false;
    }
}
