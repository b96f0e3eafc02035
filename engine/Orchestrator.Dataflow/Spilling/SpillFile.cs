using Microsoft.Win32.SafeHandles;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>
/// Rows in a file without a name that outlives it: written in order, each whole or not at all, then read in order,
/// once. The file is gone when it is disposed or the process has ended.
/// </summary>
internal sealed class SpillFile<T> : IDisposable
{
    private const int BufferBytes = 1 << 18;
    private readonly FileStream _file;
    private readonly SafeFileHandle _handle;
    private readonly RowFormat<T> _format;
    private readonly MemoryStream _whole = new();
    private readonly BinaryWriter _writer;
    private BinaryReader? _reader;
    private long _written;
    private long _unread;

    public SpillFile(string folder, RowFormat<T> format)
    {
        _format = format;
        _file = new FileStream(Path.Combine(folder, $"orchestrator-{Guid.NewGuid():N}.rows"), OfTheOwner());
        _handle = _file.SafeFileHandle;
        if (!OperatingSystem.IsWindows())
        {
            // A killed process closes nothing; what has no name is gone with it.
            File.Delete(_file.Name);
        }

        _writer = new BinaryWriter(_whole);
    }

    /// <summary>Rows that are left to be read.</summary>
    public long Unread => _unread;

    public void Write(T row)
    {
        var before = _whole.Length;
        try
        {
            _format.Write(_writer, row);
            if (_whole.Length >= BufferBytes)
            {
                Send();
            }
        }
        catch
        {
            _whole.SetLength(before);
            throw;
        }

        _unread++;
    }

    /// <summary>Only while rows are unread.</summary>
    public T Read()
    {
        if (_reader is null)
        {
            Send();
            _whole.Capacity = 0;
            _reader = new BinaryReader(_file);
        }

        _unread--;
        return _format.Read(_reader);
    }

    public void Dispose() => _file.Dispose();

    /// <summary>Again from where it began, if it failed before: what a full disk took of it does not count.</summary>
    private static FileStreamOptions OfTheOwner()
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            BufferSize = BufferBytes,
            Options = FileOptions.DeleteOnClose,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        return options;
    }

    private void Send()
    {
        RandomAccess.Write(_handle, _whole.GetBuffer().AsSpan(0, (int)_whole.Length), _written);
        _written += _whole.Length;
        _whole.SetLength(0);
    }
}
