namespace Orchestrator.Packages.Transfer;

/// <summary>A file that a server sends piece by piece.</summary>
/// <param name="inner">What the client reads it by.</param>
/// <param name="guarded">Reads a piece, and turns what goes wrong into the failure of a package.</param>
internal sealed class SessionStream(Stream inner, Func<Func<int>, int> guarded) : Stream
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

    public override int Read(byte[] buffer, int offset, int count) =>
        guarded(() => inner.Read(buffer, offset, count));

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            FileServerFaults.Leave(inner);
        }

        base.Dispose(disposing);
    }
}
