namespace Orchestrator.Data.PostgreSql;

/// <summary>What is on its way into a COPY: collected, and sent in large pieces.</summary>
internal sealed class CopyOutput
{
    /// <summary>Bytes that a single claim of room may have.</summary>
    public const int RoomMax = 4096;

    private const int Size = 128 * 1024;

    private readonly byte[] _buffer = new byte[Size];
    private int _used;

    /// <summary>Where it goes.</summary>
    public Stream? Stream { get; set; }

    /// <summary>Bytes sent or collected so far.</summary>
    public long Bytes { get; set; }

    /// <summary>Room for so many bytes; what was written of it is told to <see cref="Advance"/>.</summary>
    public Span<byte> Room(int bytes)
    {
        if (_used + bytes > Size)
        {
            Flush();
        }

        return _buffer.AsSpan(_used);
    }

    /// <summary>So many bytes of the room were written.</summary>
    public void Advance(int bytes)
    {
        _used += bytes;
        Bytes += bytes;
    }

    /// <summary>Writes bytes of any length.</summary>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > Size - _used)
        {
            Flush();
            if (bytes.Length > Size)
            {
                Send(bytes);
                Bytes += bytes.Length;
                return;
            }
        }

        bytes.CopyTo(_buffer.AsSpan(_used));
        Advance(bytes.Length);
    }

    /// <summary>Sends what is collected.</summary>
    public void Flush()
    {
        Send(_buffer.AsSpan(0, _used));
        _used = 0;
    }

    /// <summary>Forgets what is collected.</summary>
    public void Clear() => _used = 0;

    private void Send(ReadOnlySpan<byte> bytes)
    {
        Stream!.Write(bytes);
        if (CrashPoint.IsOn)
        {
            // What is on its way shall be there when the process dies.
            Stream.Flush();
            CrashPoint.Pass("copy.bytes", bytes.Length);
        }
    }
}
