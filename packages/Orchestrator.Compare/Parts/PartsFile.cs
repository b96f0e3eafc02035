namespace Orchestrator.Compare.Parts;

/// <summary>
/// A file for what no memory shall hold. Nobody else can open it, and it is gone with who made it, however that ends.
/// For one thread at a time.
/// </summary>
internal sealed class PartsFile : IDisposable
{
    private readonly FileStream _stream;
    private long _end;

    /// <summary>A file in a folder that is there.</summary>
    /// <exception cref="SpillFailedException">There is no room for it.</exception>
    public PartsFile(string folder)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.ReadWrite,
            Share = FileShare.Delete,
            BufferSize = 0,
            Options = FileOptions.DeleteOnClose,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        var path = Path.Combine(folder, $"{Guid.NewGuid():N}.spill");
        try
        {
            _stream = new FileStream(path, options);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            throw new SpillFailedException(refused);
        }

        if (!OperatingSystem.IsWindows())
        {
            // What is open stays, and a process that is killed leaves nothing behind.
            File.Delete(path);
        }
    }

    /// <summary>Bytes that were written to it.</summary>
    public long Length => _end;

    /// <summary>Writes bytes behind all others and returns where they begin.</summary>
    /// <exception cref="SpillFailedException">There is no room for them.</exception>
    public long Append(ReadOnlySpan<byte> bytes)
    {
        var start = _end;
        try
        {
            RandomAccess.Write(_stream.SafeFileHandle, bytes, start);
        }
        catch (IOException full)
        {
            throw new SpillFailedException(full);
        }

        _end += bytes.Length;
        return start;
    }

    /// <summary>Reads bytes that were written.</summary>
    public void Read(long from, Span<byte> to)
    {
        while (!to.IsEmpty)
        {
            var read = RandomAccess.Read(_stream.SafeFileHandle, to, from);
            if (read == 0)
            {
                throw new IOException("A file that holds what was read for comparing is shorter than it was.");
            }

            to = to[read..];
            from += read;
        }
    }

    public void Dispose() => _stream.Dispose();
}
