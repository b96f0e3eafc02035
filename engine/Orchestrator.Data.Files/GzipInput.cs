using System.IO.Compression;
using System.Security.Cryptography;

namespace Orchestrator.Data.Files;

/// <summary>
/// Unpacks gzip, and notices its end. <see cref="GZipStream"/> takes a truncated file for a complete one, so a last
/// member of our own, with random content, is put behind the file: only if the file is complete does that content
/// come out last. Throws <see cref="InvalidDataException"/> if it does not. What its bytes unpack to, where they are
/// taken for the rest of a truncated member, is held back until then.
/// </summary>
internal sealed class GzipInput : ReadOnlyStream
{
    private const int MarkLength = 16;
    private const int HeldBack = 64 * 1024;
    private const int BufferLength = 3 * HeldBack;

    private readonly GZipStream _unpacked;
    private readonly byte[] _mark = RandomNumberGenerator.GetBytes(MarkLength);
    private readonly byte[] _buffer = new byte[BufferLength];
    private int _start;
    private int _end;
    private bool _ended;

    public GzipInput(Stream packed) =>
        _unpacked = new GZipStream(new FramedStream([], packed, Pack(_mark)), CompressionMode.Decompress);

    /// <summary>Whether a file that begins so is gzip.</summary>
    public static bool IsGzip(ReadOnlySpan<byte> start) => start is [0x1F, 0x8B, ..];

    public override int Read(Span<byte> buffer)
    {
        if (!_ended && _end - _start <= HeldBack)
        {
            Fill();
        }

        var count = Math.Min(buffer.Length, _end - _start - (_ended ? 0 : HeldBack));
        _buffer.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _unpacked.Dispose();
        }

        base.Dispose(disposing);
    }

    private static byte[] Pack(byte[] content)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest))
        {
            gzip.Write(content);
        }

        return packed.ToArray();
    }

    // What the framework says of a damaged stream differs with the bytes that happen to follow, and names no gzip.
    private int Unpack(Span<byte> buffer)
    {
        try
        {
            return _unpacked.Read(buffer);
        }
        catch (InvalidDataException damage)
        {
            throw new InvalidDataException("the gzip data cannot be unpacked further", damage);
        }
    }

    private void Fill()
    {
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        _end -= _start;
        _start = 0;
        while (_end <= HeldBack)
        {
            var read = Unpack(_buffer.AsSpan(_end));
            _end += read;
            if (read == 0)
            {
                if (!_buffer.AsSpan(0, _end).EndsWith(_mark))
                {
                    throw new InvalidDataException("the gzip data ends too early, or something else follows it");
                }

                _end -= MarkLength;
                _ended = true;
                return;
            }
        }
    }
}
