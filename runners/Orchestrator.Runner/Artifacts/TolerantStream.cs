namespace Orchestrator.Runner.Artifacts;

/// <summary>
/// A stream whose reader may be gone or whose disk may be full: what is written then is lost, and the first failure is
/// kept, because a run must not end for want of somebody who listens.
/// </summary>
public sealed class TolerantStream(Stream inner) : Stream
{
    /// <summary>What the first lost write said; null while everything arrived.</summary>
    public string? Failure { get; private set; }

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            inner.Write(buffer);
        }
        catch (Exception lost) when (lost is IOException or UnauthorizedAccessException or ObjectDisposedException)
        {
            Failure ??= lost.Message;
        }
    }

    public override void Flush() => Try(inner.Flush);

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            // What is still to be written by then is lost as well.
            Try(inner.Dispose);
        }

        base.Dispose(disposing);
    }

    private void Try(Action what)
    {
        try
        {
            what();
        }
        catch (Exception lost) when (lost is IOException or UnauthorizedAccessException or ObjectDisposedException)
        {
            Failure ??= lost.Message;
        }
    }
}
