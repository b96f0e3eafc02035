using Orchestrator.Data.Files;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Gives its bytes in pieces of at most so many.</summary>
internal sealed class DrippingStream(byte[] bytes, int atOnce) : ReadOnlyStream
{
    private int _at;

    public override int Read(Span<byte> buffer)
    {
        var count = Math.Min(Math.Min(buffer.Length, atOnce), bytes.Length - _at);
        bytes.AsSpan(_at, count).CopyTo(buffer);
        _at += count;
        return count;
    }
}

/// <summary>So many bytes of a text that repeats itself.</summary>
internal sealed class EndlessStream(byte[] text, long length) : ReadOnlyStream
{
    private long _at;

    public override int Read(Span<byte> buffer)
    {
        var count = (int)Math.Min(buffer.Length, length - _at);
        for (var done = 0; done < count;)
        {
            var from = (int)((_at + done) % text.Length);
            var piece = Math.Min(count - done, text.Length - from);
            text.AsSpan(from, piece).CopyTo(buffer[done..]);
            done += piece;
        }

        _at += count;
        return count;
    }
}
