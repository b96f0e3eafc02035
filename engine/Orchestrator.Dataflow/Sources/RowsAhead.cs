using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using Orchestrator.Dataflow.Running;

namespace Orchestrator.Dataflow.Sources;

/// <summary>
/// Enumerates rows on a thread of its own and keeps those that have come, so that they do not wait for the next one:
/// whoever fetches them gets one or many, as they come.
/// </summary>
internal sealed class RowsAhead<T>
{
    private readonly object _access = new();
    private readonly int _rowsMax;
    private readonly Func<IEnumerable<T>> _rows;
    private readonly Action _wake;
    private readonly Thread _body;
    private List<T> _come = [];
    private List<T> _fetched = [];
    private int _next;
    private bool _isAwaited;
    private bool _isOver;
    private bool _hasEnded;
    private ExceptionDispatchInfo? _failure;

    /// <param name="name">Of the source.</param>
    /// <param name="rowsMax">How many may wait to be fetched; as many may have been fetched at once.</param>
    /// <param name="rows">Gives the rows.</param>
    /// <param name="wake">Called when there is more, behind a fetch that found nothing.</param>
    public RowsAhead(string name, int rowsMax, Func<IEnumerable<T>> rows, Action wake)
    {
        (_rowsMax, _rows, _wake) = (rowsMax, rows, wake);
        _body = new Thread(Work)
        {
            IsBackground = true,
            Name = $"flow {name}",
        };
        _body.Start();
    }

    /// <summary>Whether a fetch has found nothing, and there will be nothing.</summary>
    public bool HasEnded { get; private set; }

    /// <summary>The next rows, until the next call; empty = there are none at present, or at all.</summary>
    public ReadOnlySpan<T> Fetch(int most)
    {
        if (_next == _fetched.Count)
        {
            Turn();
        }

        var count = Math.Min(most, _fetched.Count - _next);
        _next += count;
        return CollectionsMarshal.AsSpan(_fetched).Slice(_next - count, count);
    }

    /// <summary>No more rows are wanted; returns when it enumerates no more.</summary>
    public void End()
    {
        lock (_access)
        {
            _isOver = true;
            Monitor.Pulse(_access);
        }

        Interrupts.Await(_body);
    }

    private void Turn()
    {
        _fetched.Clear();
        lock (_access)
        {
            (_come, _fetched, _next) = (_fetched, _come, 0);
            Monitor.Pulse(_access);
            if (_fetched.Count == 0)
            {
                _failure?.Throw();
                (HasEnded, _isAwaited) = (_hasEnded, !_hasEnded);
            }
        }
    }

    private void Work()
    {
        ExceptionDispatchInfo? failure = null;
        try
        {
            foreach (var row in _rows())
            {
                if (!Keep(row))
                {
                    break;
                }
            }
        }
        catch (Exception thrown)
        {
            failure = ExceptionDispatchInfo.Capture(thrown);
        }

        lock (_access)
        {
            (_hasEnded, _failure) = (true, failure);
        }

        _wake();
    }

    /// <summary>False = no more rows are wanted.</summary>
    private bool Keep(T row)
    {
        bool isAwaited;
        lock (_access)
        {
            while (_come.Count >= _rowsMax && !_isOver)
            {
                Monitor.Wait(_access);
            }

            _come.Add(row);
            (isAwaited, _isAwaited) = (_isAwaited, false);
        }

        if (isAwaited)
        {
            _wake();
        }

        return !Volatile.Read(ref _isOver);
    }
}
