using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Orchestrator.Packages.Programs;

/// <summary>What a program writes, read by somebody else and kept on the way, so much and no more.</summary>
/// <param name="from">What it writes.</param>
/// <param name="bytesMax">How many bytes are kept; one that writes more has no text.</param>
internal sealed class CapturedOutput(Stream from, int bytesMax) : Stream
{
    private readonly ArrayBufferWriter<byte> _kept = new();

    /// <summary>Whether it has written more than is kept.</summary>
    public bool IsTooLong { get; private set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>All of it, without white space around it; null = its bytes are no text. Asked when nobody reads any
    /// more.</summary>
    public string? Text
    {
        get
        {
            var bytes = _kept.WrittenSpan;
            var text = bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes;
            return Utf8.IsValid(text) ? Encoding.UTF8.GetString(text).Trim() : null;
        }
    }

    public override int Read(Span<byte> buffer)
    {
        var read = from.Read(buffer);
        var room = bytesMax - _kept.WrittenCount;
        IsTooLong |= read > room;
        _kept.Write(buffer[..Math.Min(read, room)]);
        return read;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
