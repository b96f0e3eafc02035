using Orchestrator.Dataflow.Links;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>Buffers of rows in order, for one thread: the oldest in memory, what does not fit there in files.</summary>
internal sealed class SpillQueue<T>
{
    // So that a file is gone when it has been read, and not only when all have been.
    private const int RowsPerFile = 1 << 20;
    private readonly Queue<RowBuffer<T>> _memory = new();
    private readonly Queue<SpillFile<T>> _files = new();
    private SpillFile<T>? _last;
    private int _inMemory;

    /// <summary>How much stays in memory.</summary>
    public SpillOptions Options { get; set; } = SpillOptions.Default;

    public bool IsEmpty => _memory.Count == 0 && _files.Count == 0;

    /// <param name="buffer">The rows.</param>
    /// <returns>Whether the buffer was kept; else its rows are in a file, and it is free.</returns>
    public bool Add(RowBuffer<T> buffer)
    {
        if (_files.Count == 0 && _inMemory < Options.RowsMax)
        {
            _memory.Enqueue(buffer);
            _inMemory += buffer.Count;
            return true;
        }

        if (_last is not { Unread: < RowsPerFile } file)
        {
            _last = file = new SpillFile<T>(Options.Folder, RowFormat<T>.Default);
            _files.Enqueue(file);
        }

        foreach (var row in buffer.Filled)
        {
            file.Write(row);
        }

        return false;
    }

    /// <summary>The oldest rows; only while it is not empty.</summary>
    /// <param name="rent">Gives an empty buffer, for rows from a file.</param>
    public RowBuffer<T> Take(Func<RowBuffer<T>> rent)
    {
        if (_memory.TryDequeue(out var buffer))
        {
            _inMemory -= buffer.Count;
            return buffer;
        }

        buffer = rent();
        var file = _files.Peek();
        _last = _last == file ? null : _last;
        while (buffer.Count < buffer.Rows.Length && file.Unread > 0)
        {
            buffer.Rows[buffer.Count++] = file.Read();
        }

        if (file.Unread == 0)
        {
            _files.Dequeue().Dispose();
        }

        return buffer;
    }

    /// <summary>Forgets all that is in it.</summary>
    /// <param name="free">Takes the buffers back.</param>
    public void Clear(Action<RowBuffer<T>> free)
    {
        while (_memory.TryDequeue(out var buffer))
        {
            free(buffer);
        }

        while (_files.TryDequeue(out var file))
        {
            file.Dispose();
        }

        (_last, _inMemory) = (null, 0);
    }
}
