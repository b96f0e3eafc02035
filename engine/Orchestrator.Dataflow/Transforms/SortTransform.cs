using Orchestrator.Dataflow.Spilling;

namespace Orchestrator.Dataflow.Transforms;

/// <summary>
/// Sends on all rows in order, once the last has come. What takes more memory than it may is sorted in parts, written
/// to files, and merged. Rows that compare as equal leave in any order.
/// </summary>
public sealed class SortTransform<T> : Worker
{
    private readonly Input<T> _input;
    private readonly IComparer<T> _order;
    private readonly SpillOptions _spill;
    private readonly RowFormat<T>? _format;
    private readonly List<SpillFile<T>> _files = [];
    private T[] _rows = [];
    private int _count;
    private int _sent;
    private PriorityQueue<SpillFile<T>, T>? _merge;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="order">The order.</param>
    /// <param name="spill">How much stays in memory.</param>
    /// <param name="format">How rows are written to files; by their members unless given.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    /// <exception cref="NotSupportedException">Such rows need a format, as they may go into files.</exception>
    public SortTransform(Output<T> from, string name, IComparer<T> order, SpillOptions? spill = null,
        RowFormat<T>? format = null, LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        (_order, _spill) = (order, spill ?? SpillOptions.Default);
        ArgumentOutOfRangeException.ThrowIfLessThan(_spill.RowsMax, 1, "spill.RowsMax");
        _format = format ?? (_spill.MayWrite ? RowFormat<T>.Default : null);
        _input = new Input<T>(this);
        from.LinkTo(_input, link);
        Output = new Output<T>(this);
        Rejects = new Rejects<T>(this);
    }

    /// <summary>Where rows leave it.</summary>
    public Output<T> Output { get; }

    /// <summary>What becomes of rows for which the order throws; without a link they fail the flow.</summary>
    public Rejects<T> Rejects { get; }

    /// <summary>Files that it wrote.</summary>
    public int Files => _files.Count;

    protected internal override void Begin(CancellationToken cancellation) => (_count, _sent, _merge) = (0, 0, null);

    protected internal override StepResult Step()
    {
        if (!_input.HasEnded)
        {
            var rows = _input.Receive();
            if (rows.Length > 0)
            {
                Keep(rows);
                return StepResult.More;
            }

            if (!_input.HasEnded)
            {
                return StepResult.AwaitsRows;
            }
        }

        return !Output.HasRoom ? StepResult.AwaitsRoom : Send() ? StepResult.More : StepResult.Ended;
    }

    protected internal override void End()
    {
        _files.ForEach(file => file.Dispose());
        _files.Clear();
        (_rows, _count) = ([], 0);
    }

    private void Keep(ReadOnlySpan<T> rows)
    {
        foreach (var row in rows)
        {
            if (!Rejects.Compares(row, _order))
            {
                continue;
            }

            if (_count == _spill.RowsMax)
            {
                Spill();
            }

            if (_count == _rows.Length)
            {
                Array.Resize(ref _rows, (int)Math.Min(_spill.RowsMax, Math.Max(1024L, 2L * _count)));
            }

            _rows[_count++] = row;
        }
    }

    private void Spill()
    {
        Sort();
        var file = new SpillFile<T>(_spill.Folder, _format!);
        _files.Add(file);
        foreach (var row in _rows.AsSpan(0, _count))
        {
            file.Write(row);
        }

        _count = 0;
    }

    private void Sort() => _rows.AsSpan(0, _count).Sort(_order);

    private bool Send()
    {
        if (_sent == 0 && _merge is null)
        {
            Sort();
            _merge = new PriorityQueue<SpillFile<T>, T>(_files.Select(file => (file, file.Read())), _order);
        }

        for (var space = Output.Space.Length; space > 0; space--)
        {
            var isHere = _sent < _count;
            var isThere = _merge!.TryPeek(out var file, out var first);
            if (isThere && (!isHere || _order.Compare(first!, _rows[_sent]) <= 0))
            {
                Output.Add(first!);
                Advance(file!);
            }
            else if (isHere)
            {
                Output.Add(_rows[_sent++]);
            }
            else
            {
                return false;
            }
        }

        return true;
    }

    private void Advance(SpillFile<T> file)
    {
        _ = file.Unread > 0 ? _merge!.DequeueEnqueue(file, file.Read()) : _merge!.Dequeue();
    }
}
