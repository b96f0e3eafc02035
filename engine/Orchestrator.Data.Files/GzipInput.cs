using System.IO.Compression;
using System.Security.Cryptography;

namespace Orchestrator.Data.Files;

/// <summary>
/// Unpacks gzip, and notices its end. <see cref="GZipStream"/> takes a truncated file for a complete one, so a last
/// member of our own, with random content, is put behind the file: only if the file is complete does that content
/// come out last. Throws <see cref="InvalidDataException"/> if it does not.
/// </summary>
internal sealed class GzipInput : ReadOnlyStream
{
    private const int MarkLength = 16;
    private const int BufferLength = 32 * 1024;

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
        if (buffer.IsEmpty || _ended)
        {
            return 0;
        }

        if (_end - _start <= MarkLength)
        {
            Fill();
        }

        // The last bytes are held back until it is known that they are not the mark.
        var count = Math.Min(buffer.Length, _end - _start - MarkLength);
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

    private void Fill()
    {
        _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
        _end -= _start;
        _start = 0;
        while (_end <= MarkLength)
        {
            var read = _unpacked.Read(_buffer.AsSpan(_end));
            if (read == 0)
            {
                _ended = true;
                if (!_buffer.AsSpan(0, _end).SequenceEqual(_mark))
                {
                    throw new InvalidDataException("the gzip data ends too early, or something else follows it");
                }

                return;
            }

            _end += read;
        }
    }
}
