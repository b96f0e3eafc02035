using System.Buffers;

namespace Orchestrator.Tds;

/// <summary>
/// The rows of a bulk load on their way (MS-TDS 2.2.6.1), read as far and as fast as the script likes: row by row,
/// byte by byte, all at once, or not at all.
/// </summary>
public sealed class BulkLoad : Request
{
    private readonly MessageReader _from;
    private readonly ArrayBufferWriter<byte> _raw = new();
    private readonly List<object?[]> _rows = [];
    private BulkRows? _decoder;

    internal BulkLoad(Session session, string statement, Func<string, Table?> findTable, MessageReader from)
        : base(session)
    {
        (Statement, _from) = (statement, from);
        Table = statement.Split(' ').ElementAtOrDefault(2) ?? "";
        Target = findTable(Table);
        from.Copy = _raw;
    }

    /// <summary>The INSERT BULK statement that announced the load, with its options.</summary>
    public string Statement { get; }

    /// <summary>The table as the statement names it.</summary>
    public string Table { get; }

    /// <summary>The columns as they stand in the stream; empty before the first row was read.</summary>
    public IReadOnlyList<Column> Columns => _decoder?.Columns ?? [];

    /// <summary>The rows read so far.</summary>
    public IReadOnlyList<object?[]> Rows => _rows;

    /// <summary>The number of rows read so far.</summary>
    public long RowCount { get; private set; }

    /// <summary>The bytes read so far, without the packets' headers; none of what was swallowed.</summary>
    public byte[] Raw => _raw.WrittenSpan.ToArray();

    /// <summary>The number of bytes read so far, also of those swallowed.</summary>
    public long ByteCount => _from.Position;

    internal Table? Target { get; }

    /// <summary>Reads up to so many rows and returns how many there were.</summary>
    public int Read(int rows)
    {
        var count = 0;
        while (count < rows && ReadRow() is { } row)
        {
            _rows.Add(row);
            count++;
        }

        return count;
    }

    /// <summary>Reads what is left, and keeps the rows.</summary>
    public void ReadAll()
    {
        while (Read(int.MaxValue) > 0)
        {
        }
    }

    /// <summary>Reads what is left and counts the rows, without keeping them.</summary>
    public void CountAll()
    {
        _from.Copy = null;
        while (ReadRow() is not null)
        {
        }
    }

    /// <summary>Reads so many bytes without looking at them; no row can be read afterwards.</summary>
    public void ReadBytes(long count) => _from.Skip(count);

    /// <summary>Reads what is left as fast as it comes, without looking at it or keeping it.</summary>
    public void Swallow()
    {
        _from.Copy = null;
        _from.Skip(long.MaxValue);
    }

    /// <summary>Reads what is left and puts all rows into the table, as is done unless the script says else.</summary>
    public BulkLoad Keep()
    {
        ReadAll();
        Target?.Take(this);
        return this;
    }

    /// <summary>Reads past what the script left, so that the client may stop sending.</summary>
    public void Drop() => _from.Skip(long.MaxValue);

    /// <inheritdoc/>
    public override string ToString() => $"bulk {string.Join(", ", Columns)}: {RowCount} rows";

    private object?[]? ReadRow()
    {
        _decoder ??= new(_from);
        var row = _decoder.Next();
        RowCount += row is null ? 0 : 1;
        return row;
    }
}
