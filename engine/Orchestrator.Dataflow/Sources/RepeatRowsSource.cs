namespace Orchestrator.Dataflow.Sources;

/// <summary>Sends given rows again and again, in order, until it has sent so many.</summary>
public sealed class RepeatRowsSource<T> : Source<T>
{
    private readonly T[] _rows;
    private readonly long _count;
    private readonly T[] _template;
    private long _sent;

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="count">Rows to send.</param>
    /// <param name="rows">The rows, one at least; where <typeparamref name="T"/> is a class, those objects.</param>
    public RepeatRowsSource(Flow flow, string name, long count, params T[] rows)
        : base(flow, name)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfZero(rows.Length);
        (_rows, _count) = (rows, count);
        // Whole rounds of the rows, so that blocks can be copied from any place.
        _template = new T[rows.Length * Math.Max(1, 2048 / rows.Length)];
        for (var i = 0; i < _template.Length; i++)
        {
            _template[i] = rows[i % rows.Length];
        }
    }

    protected internal override void Begin(CancellationToken cancellation) => _sent = 0;

    protected override bool Produce()
    {
        var space = Output.Space;
        var from = (int)(_sent % _rows.Length);
        var count = (int)Math.Min(Math.Min(space.Length, _template.Length - from), _count - _sent);
        _template.AsSpan(from, count).CopyTo(space);
        Output.Advance(count);
        _sent += count;
        return _sent < _count;
    }
}
