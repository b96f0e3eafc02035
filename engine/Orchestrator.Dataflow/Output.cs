using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Orchestrator.Dataflow.Links;

namespace Orchestrator.Dataflow;

/// <summary>Where rows leave a worker.</summary>
public abstract class Output
{
    private protected Output(Worker worker, string name, bool isOptional)
    {
        (Worker, Name, IsOptional) = (worker, name, isOptional);
        worker.Outputs.Add(this);
    }

    /// <summary>Whose it is.</summary>
    public Worker Worker { get; }

    /// <summary>Its name, unique within the worker.</summary>
    public string Name { get; }

    /// <summary>Whether it may be left without a link.</summary>
    internal bool IsOptional { get; }

    /// <summary>Whether its rows are those that the worker has rejected.</summary>
    internal bool IsOfRejects { get; init; }

    internal abstract Link? Link { get; }

    /// <summary>Whether rows wait that fill their buffer.</summary>
    internal abstract bool IsFull { get; }

    /// <summary>Hands on the rows that wait for their buffer to be full.</summary>
    internal abstract void Flush();

    /// <summary>Closes its link, unless something still waits there for room.</summary>
    internal abstract bool TryClose();

    /// <summary>Makes it ready for one run.</summary>
    internal abstract void Begin();

    /// <summary>Gives back what it still has of one.</summary>
    internal abstract void End();
}

/// <summary>Where rows of a type leave a worker. Used by that worker only, and only within its steps.</summary>
public sealed class Output<T> : Output
{
    private Link<T>? _link;
    private RowBuffer<T>? _open;
    private T[] _rows = [];
    private int _count;

    /// <param name="worker">Whose it is.</param>
    /// <param name="name">Unique among its outputs.</param>
    /// <param name="isOptional">Whether it may be left without a link; then nothing may be added.</param>
    public Output(Worker worker, string name = "rows", bool isOptional = false)
        : base(worker, name, isOptional)
    {
    }

    /// <summary>Called when a run begins.</summary>
    internal Action? Beginning { get; init; }

    /// <summary>Whether it has a link.</summary>
    public bool IsLinked => _link is not null;

    /// <summary>Whether a buffer full of rows can be added without holding up more than the link's options say.
    /// </summary>
    public bool HasRoom => _link!.HasRoom;

    internal override Link? Link => _link;

    internal override bool IsFull => _count > 0 && _count == _rows.Length;

    /// <summary>Room for one row at least, to be filled from its beginning; then call <see cref="Advance"/>.</summary>
    public Span<T> Space
    {
        get
        {
            if (_count == _rows.Length)
            {
                Turn();
            }

            return _rows.AsSpan(_count);
        }
    }

    /// <summary>Links it, and gives the input back.</summary>
    /// <exception cref="InvalidOperationException">One of the two has a link already, or they are of two flows.
    /// </exception>
    public void LinkTo(Input<T> input, LinkOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(input);
        if (_link is not null || input.Link is not null)
        {
            var taken = _link is not null ? $"output {Worker.Name}.{Name}" : $"input {input.Worker.Name}.{input.Name}";
            throw new InvalidOperationException(
                $"{taken} is linked already: to send rows to several, link a multicast between");
        }

        _link = new Link<T>(this, input, options ?? Worker.Flow.Options);
        input.Connect(_link);
    }

    /// <summary>Adds a row.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T row)
    {
        if (_count == _rows.Length)
        {
            Turn();
        }

        // Without the check of the array's type: it was made for rows of exactly this type.
        Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_rows), _count++) = row;
    }

    /// <summary>Adds rows.</summary>
    public void Add(ReadOnlySpan<T> rows)
    {
        while (rows.Length > 0)
        {
            var space = Space;
            var count = Math.Min(space.Length, rows.Length);
            rows[..count].CopyTo(space);
            _count += count;
            rows = rows[count..];
        }
    }

    /// <summary>Counts so many rows that were put into <see cref="Space"/>.</summary>
    public void Advance(int rows)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)rows, (uint)(_rows.Length - _count), nameof(rows));
        _count += rows;
    }

    internal override void Flush()
    {
        if (_count > 0)
        {
            // Until the link has it, the buffer is this output's, and is given back by it where that fails.
            var open = _open!;
            open.Count = _count;
            _link!.Put(open);
            Forget();
        }
    }

    internal override void Begin()
    {
        Forget();
        Beginning?.Invoke();
    }

    internal override void End()
    {
        if (_open is { } open)
        {
            open.Count = _count;
            _link!.GiveBack(open);
            Forget();
        }
    }

    internal override bool TryClose()
    {
        Flush();
        return _link is null || _link.TryClose();
    }

    private void Forget() => (_open, _rows, _count) = (null, [], 0);

    private void Turn()
    {
        try
        {
            Flush();
            _open = _link!.Rent();
            _rows = _open.Rows;
        }
        catch (Exception failure)
        {
            // It is no matter of the row that is being added, whatever is tried around this.
            Worker.Lost ??= failure;
            throw;
        }
    }
}
