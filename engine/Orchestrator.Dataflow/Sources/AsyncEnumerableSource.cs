namespace Orchestrator.Dataflow.Sources;

/// <summary>Sends what it is given, in order, and holds no thread while it waits for more.</summary>
public sealed class AsyncEnumerableSource<T> : Source<T>
{
    private readonly IAsyncEnumerable<T> _rows;
    private readonly Action _wake;
    private IAsyncEnumerator<T>? _at;
    private Task<bool>? _next;
    private CancellationToken _cancellation;

    /// <param name="flow">The flow that it is added to.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="rows">The rows; told when the flow is to stop.</param>
    public AsyncEnumerableSource(Flow flow, string name, IAsyncEnumerable<T> rows)
        : base(flow, name) => (_rows, _wake) = (rows, Wake);

    protected internal override void Begin(CancellationToken cancellation) => _cancellation = cancellation;

    protected internal override StepResult Step()
    {
        if (!Output.HasRoom)
        {
            return StepResult.AwaitsRoom;
        }

        if (_next is { IsCompleted: false })
        {
            return StepResult.AwaitsCall;
        }

        return !Produce() ? StepResult.Ended : _next is null ? StepResult.More : StepResult.AwaitsCall;
    }

    protected internal override void End()
    {
        if (_at is { } at)
        {
            EndBehind(_next, at).GetAwaiter().GetResult();
            (_at, _next) = (null, null);
        }
    }

    protected override bool Produce()
    {
        _at ??= _rows.GetAsyncEnumerator(_cancellation);
        for (var count = Output.Space.Length; count > 0; count--)
        {
            if (!TryMove(out var isThere))
            {
                return true;
            }

            if (!isThere)
            {
                return false;
            }

            Output.Add(_at.Current);
        }

        return true;
    }

    // Whoever still waits has been told to stop, and may be told to end only then.
    private static async Task EndBehind(Task? next, IAsyncEnumerator<T> at)
    {
        if (next is not null)
        {
            await next.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        await at.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>False = it is not known yet; there will be a call.</summary>
    private bool TryMove(out bool isThere)
    {
        var next = _next ?? _at!.MoveNextAsync().AsTask();
        if (!next.IsCompleted)
        {
            _next = next;
            next.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(_wake);
            isThere = false;
            return false;
        }

        _next = null;
        isThere = next.GetAwaiter().GetResult();
        return true;
    }
}
