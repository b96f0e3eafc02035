namespace Orchestrator.Data.PostgreSql;

/// <summary>What is on its way into a COPY: collected, and sent in large pieces.</summary>
internal sealed class CopyOutput
{
    /// <summary>Bytes that a single claim of room may have.</summary>
    public const int RoomMax = 4096;

    private const int Size = 128 * 1024;

    private readonly byte[] buffer = new byte[Size];
    private int used;

    /// <summary>Where it goes.</summary>
    public Stream? Stream { get; set; }

    /// <summary>Bytes sent or collected so far.</summary>
    public long Bytes { get; set; }

    /// <summary>Room for so many bytes; what was written of it is told to <see cref="Advance"/>.</summary>
    public Span<byte> Room(int bytes)
    {
        if (used + bytes > Size)
        {
            Flush();
        }

        return buffer.AsSpan(used);
    }

    /// <summary>So many bytes of the room were written.</summary>
    public void Advance(int bytes)
    {
        used += bytes;
        Bytes += bytes;
    }

    /// <summary>Writes bytes of any length.</summary>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > Size - used)
        {
            Flush();
            if (bytes.Length > Size)
            {
                Send(bytes);
                Bytes += bytes.Length;
                return;
            }
        }

        bytes.CopyTo(buffer.AsSpan(used));
        Advance(bytes.Length);
    }

    /// <summary>Sends what is collected.</summary>
    public void Flush()
    {
        Send(buffer.AsSpan(0, used));
        used = 0;
    }

    /// <summary>Forgets what is collected.</summary>
    public void Clear() => used = 0;

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
