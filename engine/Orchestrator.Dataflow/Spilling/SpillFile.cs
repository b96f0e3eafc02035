namespace Orchestrator.Dataflow.Spilling;

/// <summary>
/// Rows in a file without a name that outlives it: written in order, then read in order, once. The file is gone when it
/// is disposed or the process has ended.
/// </summary>
internal sealed class SpillFile<T> : IDisposable
{
    private const int BufferBytes = 1 << 18;
    private readonly FileStream _file;
    private readonly RowFormat<T> _format;
    private readonly BinaryWriter _writer;
    private BinaryReader? _reader;
    private long _unread;

    public SpillFile(string folder, RowFormat<T> format)
    {
        _format = format;
        _file = new FileStream(Path.Combine(folder, $"orchestrator-{Guid.NewGuid():N}.rows"), new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            BufferSize = BufferBytes,
            Options = FileOptions.DeleteOnClose,
        });
        if (!OperatingSystem.IsWindows())
        {
            // A killed process closes nothing; what has no name is gone with it.
            File.Delete(_file.Name);
        }

        _writer = new BinaryWriter(_file);
    }

    /// <summary>Rows that are left to be read.</summary>
    public long Unread => _unread;

    public void Write(T row)
    {
        _format.Write(_writer, row);
        _unread++;
    }

    /// <summary>Only while rows are unread.</summary>
    public T Read()
    {
        if (_reader is null)
        {
            _writer.Flush();
            _file.Position = 0;
            _reader = new BinaryReader(_file);
        }

        _unread--;
        return _format.Read(_reader);
    }

    public void Dispose() => _file.Dispose();
}
