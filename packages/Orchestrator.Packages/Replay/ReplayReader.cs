using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages.Replay;

/// <summary>The rows of an error table as a source of text: each has its place among all that were read as number.
/// </summary>
internal sealed class ReplayReader : IRowReader
{
    private const int BytesAtOnce = 64 << 10;

    private readonly IDatabase _database;
    private readonly IRowReader _rows;
    private readonly RowBatchPool _pool;
    private readonly RowBatch _kept;
    private readonly ReplayedRows _replayed;
    private readonly Dictionary<string, int> _places;
    private readonly Dictionary<string, int> _alike;
    private int _next;

    /// <summary>Reads over a connection of its own, which it closes.</summary>
    /// <param name="database">The connection.</param>
    /// <param name="sql">What it reads.</param>
    /// <param name="columns">The columns of text.</param>
    /// <param name="replayed">Told of each row.</param>
    /// <param name="memory">What bounds the rows.</param>
    public ReplayReader(
        IDatabase database, string sql, IReadOnlyList<RowColumn> columns, ReplayedRows replayed,
        MemoryBudget memory)
    {
        _database = database;
        _replayed = replayed;
        string[] names = [.. columns.Select(column => column.Name)];
        _places = names.Index().ToDictionary(one => one.Item, one => one.Index, StringComparer.Ordinal);
        // As a load finds them in its source.
        _alike = names.Index().GroupBy(one => one.Item, StringComparer.OrdinalIgnoreCase)
            .Where(group => !group.Skip(1).Any())
            .ToDictionary(group => group.Key, group => group.First().Index, StringComparer.OrdinalIgnoreCase);
        Columns = columns;
        _rows = database.Read(sql);
        _pool = new RowBatchPool(memory, _rows.Columns, BytesAtOnce);
        _kept = _pool.RentNow();
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public long BytesRead => 0;

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        batch.File = "";
        batch.RowNumbers = new long[batch.RowsMax];
        while (!batch.IsFull && HasNext(cancellation))
        {
            Add(batch, _next++);
        }

        return batch.Read > 0;
    }

    public void Dispose()
    {
        _rows.Dispose();
        _kept.Dispose();
        _pool.Dispose();
        _database.Dispose();
    }

    private bool HasNext(CancellationToken cancellation)
    {
        if (_next < _kept.Count)
        {
            return true;
        }

        _next = 0;
        return _rows.Read(_kept, cancellation);
    }

    private void Add(RowBatch batch, int row)
    {
        var (attempt, id) = (KeptRows.Number(_kept.Columns[0], row), KeptRows.Number(_kept.Columns[1], row));
        var text = _kept.Columns[2].Bytes(row);
        var number = _replayed.Read(attempt, id, text);
        if (RowText.TryRead(text, PlaceOf, batch.Columns, batch.Count))
        {
            batch.RowNumbers![batch.Count++] = number;
            return;
        }

        batch.Rejected.Add(new RejectedRow
        {
            Row = number,
            Column = ErrorTable.SourceRow,
            Value = null,
            Shown = "",
            Reason = RejectReason.Shape,
            Code = "ORC3448",
            Message = "is not the text of a row: a JSON object with a text or null for each column",
        });
    }

    private int PlaceOf(string name) => _places.TryGetValue(name, out var place) ? place
        : _alike.GetValueOrDefault(name, -1);
}
