using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Orchestrator.Dataflow.Links;

namespace Orchestrator.Dataflow;

/// <summary>Where rows come into a worker.</summary>
public abstract class Input
{
    private protected Input(Worker worker, string name, bool isChoosy)
    {
        (Worker, Name, IsChoosy) = (worker, name, isChoosy);
        worker.Inputs.Add(this);
    }

    /// <summary>Whose it is.</summary>
    public Worker Worker { get; }

    /// <summary>Its name, unique within the worker.</summary>
    public string Name { get; }

    /// <summary>Whether the worker may refuse its rows until another input has some.</summary>
    internal bool IsChoosy { get; }

    /// <summary>Whether its rows are only looked up: they are no part of what leaves the worker.</summary>
    public bool IsReference { get; init; }

    internal abstract Link? Link { get; }

    /// <summary>Gives back a buffer that has been received whole; called behind the steps of a turn.</summary>
    internal abstract void Settle();

    /// <summary>Makes it ready for one run.</summary>
    internal abstract void Begin();

    /// <summary>Gives back what it still has of one.</summary>
    internal abstract void End();
}

/// <summary>Where rows of a type come into a worker.</summary>
public sealed class Input<T> : Input
{
    private Link<T>? _link;
    private RowBuffer<T>? _at;
    private int _next;

    /// <param name="worker">Whose it is.</param>
    /// <param name="name">Unique among its inputs.</param>
    /// <param name="isChoosy">
    /// Whether the worker may refuse rows here until others come at another input, as a join of sorted rows does.
    /// Such inputs are given room without end where the flow could else wait for itself.
    /// </param>
    public Input(Worker worker, string name = "rows", bool isChoosy = false)
        : base(worker, name, isChoosy)
    {
    }

    /// <summary>Whether all rows have been received, and no more will come.</summary>
    public bool HasEnded => (_at is null || _next == _at.Count) && _link!.HasEnded;

    internal override Link? Link => _link;

    /// <summary>
    /// The next rows, to be read until the next call or the end of the step; empty = there are none at present, or
    /// <see cref="HasEnded">at all</see>.
    /// </summary>
    public ReadOnlySpan<T> Receive()
    {
        if (!Turn())
        {
            return default;
        }

        var rows = _at!.Filled[_next..];
        _next = _at.Count;
        return rows;
    }

    /// <summary>The next row, without receiving it; false = there is none at present, or at all.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPeek([MaybeNullWhen(false)] out T row)
    {
        if ((_at is { } at && _next < at.Count) || Turn())
        {
            row = _at!.Rows[_next];
            return true;
        }

        row = default;
        return false;
    }

    /// <summary>Receives the row that <see cref="TryPeek"/> gave.</summary>
    public void Skip() => _next++;

    internal void Connect(Link<T> link) => _link = link;

    internal override void Settle()
    {
        if (_at is { } at && _next == at.Count)
        {
            _link!.Return(at);
            Begin();
        }
    }

    internal override void Begin() => (_at, _next) = (null, 0);

    internal override void End()
    {
        if (_at is { } at)
        {
            _link!.Return(at);
            Begin();
        }
    }

    /// <summary>Whether there is a row at <see cref="_next"/>.</summary>
    private bool Turn()
    {
        if (_at is { } at)
        {
            if (_next < at.Count)
            {
                return true;
            }

            _link!.Return(at);
        }

        (_at, _next) = (_link!.Take(), 0);
        return _at is not null;
    }
}
