using System.Security.Cryptography;

namespace Orchestrator.Data.Files;

/// <summary>A stream that can only be read forwards.</summary>
internal abstract class ReadOnlyStream : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public abstract override int Read(Span<byte> buffer);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    /// <summary>Reads until the buffer is full or the stream ends.</summary>
    internal static int ReadFully(Stream stream, Span<byte> buffer)
    {
        var filled = 0;
        while (filled < buffer.Length)
        {
            var read = stream.Read(buffer[filled..]);
            if (read == 0)
            {
                break;
            }

            filled += read;
        }

        return filled;
    }
}

/// <summary>Some bytes, a stream, some more bytes. Owns the stream.</summary>
internal sealed class FramedStream(byte[] before, Stream inner, byte[] after) : LayeredStream(inner)
{
    private int _beforeRead;
    private int _afterRead;

    public override int Read(Span<byte> buffer)
    {
        var read = Take(before, ref _beforeRead, buffer);
        if (read == 0 && buffer.Length > 0)
        {
            read = Below.Read(buffer);
        }

        return read > 0 ? read : Take(after, ref _afterRead, buffer);
    }

    private static int Take(byte[] bytes, ref int taken, Span<byte> buffer)
    {
        var count = Math.Min(buffer.Length, bytes.Length - taken);
        bytes.AsSpan(taken, count).CopyTo(buffer);
        taken += count;
        return count;
    }
}

/// <summary>Counts what is read through it, and hashes it where that is wanted. Owns the stream.</summary>
internal sealed class CountedStream(Stream inner, bool isHashed = false) : LayeredStream(inner)
{
    private readonly IncrementalHash? _hash = isHashed ? IncrementalHash.CreateHash(HashAlgorithmName.SHA256) : null;

    public long Count { get; private set; }

    /// <summary>SHA-256 in hex of what was read so far; empty where nothing is hashed.</summary>
    public string Hash => _hash is null ? "" : Convert.ToHexStringLower(_hash.GetCurrentHash());

    public override int Read(Span<byte> buffer)
    {
        var read = Below.Read(buffer);
        Count += read;
        _hash?.AppendData(buffer[..read]);
        return read;
    }

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        if (disposing)
        {
            _hash?.Dispose();
        }
    }
}
