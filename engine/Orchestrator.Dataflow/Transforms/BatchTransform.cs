namespace Orchestrator.Dataflow.Transforms;

/// <summary>Makes arrays of so many rows, the last one of what is left.</summary>
public sealed class BatchTransform<T> : Transform<T, T[]>
{
    private readonly List<T> _rows = [];
    private readonly int _size;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="size">Rows in each array, from 1.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public BatchTransform(Output<T> from, string name, int size, LinkOptions? link = null)
        : base(from, name, link)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(size, 1);
        _size = size;
    }

    protected internal override void End() => _rows.Clear();

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        while (rows.Length > 0)
        {
            var count = Math.Min(rows.Length, _size - _rows.Count);
            _rows.AddRange(rows[..count]);
            rows = rows[count..];
            if (_rows.Count == _size)
            {
                Send();
            }
        }
    }

    protected override void ReceiveEnd()
    {
        if (_rows.Count > 0)
        {
            Send();
        }
    }

    private void Send()
    {
        Output.Add(_rows.ToArray());
        _rows.Clear();
    }
}
