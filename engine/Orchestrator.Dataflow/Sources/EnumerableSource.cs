namespace Orchestrator.Dataflow.Sources;

/// <summary>Sends what it is given, in order. Enumerated anew in each run.</summary>
public sealed class EnumerableSource<T> : Source<T>
{
    private readonly Func<CancellationToken, IEnumerable<T>> _rows;
    private readonly bool _mayBlock;
    private readonly Action _wake;
    private IEnumerator<T>? _at;
    private RowsAhead<T>? _ahead;
    private CancellationToken _cancellation;

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="mayBlock">Whether the next row may take long, so that a thread of its own is needed.</param>
    public EnumerableSource(Flow flow, string name, IEnumerable<T> rows, bool mayBlock = false)
        : this(flow, name, _ => rows, mayBlock)
    {
    }

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="rows">Gives the rows; its token fires where the flow is to stop while it waits for the next one.
    /// </param>
    /// <param name="mayBlock">Whether the next row may take long, so that a thread of its own is needed.</param>
    public EnumerableSource(
        Flow flow, string name, Func<CancellationToken, IEnumerable<T>> rows, bool mayBlock = false)
        : base(flow, name) => (_rows, _mayBlock, _wake) = (rows, mayBlock, Wake);

    protected internal override void Begin(CancellationToken cancellation) => _cancellation = cancellation;

    protected internal override StepResult Step() => !_mayBlock ? base.Step()
        : !Output.HasRoom ? StepResult.AwaitsRoom
        : Produce() ? StepResult.More
        : _ahead!.HasEnded ? StepResult.Ended : StepResult.AwaitsCall;

    protected internal override void End()
    {
        _at?.Dispose();
        (_at, _ahead) = (null, null);
    }

    protected override bool Produce()
    {
        if (_mayBlock)
        {
            return Fetch();
        }

        _at ??= _rows(_cancellation).GetEnumerator();
        var space = Output.Space;
        var count = 0;
        while (count < space.Length && _at.MoveNext())
        {
            space[count++] = _at.Current;
        }

        Output.Advance(count);
        return count > 0;
    }

    internal override void Join() => _ahead?.End();

    private bool Fetch()
    {
        // No more than the link has in a buffer: whoever has wide rows says so there.
        _ahead ??= new RowsAhead<T>(Name, Output.Space.Length, () => _rows(_cancellation), _wake);
        var rows = _ahead.Fetch(Output.Space.Length);
        Output.Add(rows);
        return rows.Length > 0;
    }
}
